import type { FieldPath } from "../../core/ownership/field-path.ts";
import { type FieldSet, sortedNodes } from "../../core/ownership/field-set.ts";
import { StatusError } from "../status-error.ts";
import type { Manager } from "./field-manager.ts";
import { fieldPathText } from "./field-path-text.ts";

/** What an apply would take from another manager. */
export interface Conflict {
  readonly manager: Manager;
  readonly fields: FieldSet;
}

/**
 * The refusal of an apply, with one cause for each field. The server names several managers in no order; here they come in
 * that of the given list.
 * @see https://kubernetes.io/docs/reference/using-api/server-side-apply/#conflicts
 */
export function conflictError(conflicts: readonly Conflict[]): StatusError {
  const groups = conflicts.map(({ manager, fields }) => ({
    name: managerText(manager),
    paths: membersFirst(fields, []).map(fieldPathText),
  }));
  const causes = groups.flatMap(({ name, paths }) =>
    paths.map((field) => ({
      reason: "FieldManagerConflict",
      message: `conflict with ${name}`,
      field,
    })),
  );
  const message = `Apply failed with ${causes.length} conflict${causes.length === 1 ? "" : "s"}: ${listText(groups)}`;
  return new StatusError(409, { reason: "Conflict", message, details: { causes } });
}

interface Group {
  readonly name: string;
  readonly paths: readonly string[];
}

function listText(groups: readonly Group[]): string {
  const [only] = groups;
  if (only !== undefined && groups.length === 1 && only.paths.length === 1) {
    return `conflict with ${only.name}: ${only.paths.join("")}`;
  }
  return groups
    .flatMap(({ name, paths }) => [`conflicts with ${name}:`, ...paths.map((path) => `- ${path}`)])
    .join("\n");
}

function managerText({ name, operation, subresource, apiVersion }: Manager): string {
  const through = subresource === "" ? "" : ` with subresource ${JSON.stringify(subresource)}`;
  const using = operation === "Update" ? ` using ${apiVersion}` : "";
  return `${JSON.stringify(name)}${through}${using}`;
}

/** The server names all members of one level before what is below them. */
function membersFirst(set: FieldSet, prefix: FieldPath): readonly FieldPath[] {
  const nodes = sortedNodes(set);
  return [
    ...nodes.filter(({ isMember }) => isMember).map(({ element }) => [...prefix, element]),
    ...nodes.flatMap(({ element, children }) => membersFirst(children, [...prefix, element])),
  ];
}
