import { type Json, type JsonObject, listAt, numberAt, textAt } from "../../core/object/json.ts";
import { goJsonText } from "../schema/go-json-text.ts";
import type { Column } from "./column.ts";
import { findByPath } from "./find-by-path.ts";
import { ageSince, humanDuration } from "./human-duration.ts";
import { ageCell, column, NAME_COLUMN } from "./make-column.ts";
import { parseJsonPath } from "./parse-json-path.ts";

const RFC_3339 = /^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(?:\.\d+)?(?:[Zz]|[-+]\d\d:\d\d)$/;

/** Of CRDs without columns of their own. */
const PLAIN_COLUMNS: readonly Column[] = [
  NAME_COLUMN,
  column("Age", ageCell("metadata", "creationTimestamp"), { type: "date" }),
];

/**
 * All columns of `kubectl get` for one version of a CRD, from its `additionalPrinterColumns`.
 * @see https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#additional-printer-columns
 */
export function columnsOfCrd(versionEntry: JsonObject): readonly Column[] {
  const written = listAt(versionEntry, "additionalPrinterColumns");
  return written.length === 0 ? PLAIN_COLUMNS : [NAME_COLUMN, ...written.map(columnOf)];
}

function columnOf(written: Json): Column {
  const path = textAt(written, "jsonPath") ?? "";
  const type = textAt(written, "type") ?? "string";
  const steps = parseJsonPath(path);
  const description = textAt(written, "description") ?? "";
  return {
    name: textAt(written, "name") ?? "",
    type,
    format: textAt(written, "format") ?? "",
    description:
      description === ""
        ? `Custom resource definition column (in JSONPath format): ${path}`
        : description,
    priority: numberAt(written, "priority") ?? 0,
    cell: (object, now) => {
      const [found] = steps === undefined ? [] : findByPath(object, steps);
      return found === undefined ? null : cellOf(found, { type, now });
    },
  };
}

function cellOf(value: Json, { type, now }: { type: string; now: number }): Json {
  switch (type) {
    case "string":
      return textOf(value);
    case "integer":
      return typeof value === "number" ? Math.trunc(value) : null;
    case "number":
      return typeof value === "number" ? value : null;
    case "boolean":
      return typeof value === "boolean" ? value : null;
    case "date":
      return typeof value === "string" ? dateText(value, now) : null;
    default:
      return null;
  }
}

function textOf(value: Json): string {
  return typeof value === "string" ? value : goJsonText(value);
}

function dateText(text: string, now: number): string {
  if (text === "") return ageSince(undefined, now);
  return RFC_3339.test(text) ? humanDuration(now - Date.parse(text)) : "<invalid>";
}
