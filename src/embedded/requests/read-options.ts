import { utf8Size } from "../../core/object/utf8-size.ts";
import type { Fault } from "../fault.ts";
import { invalidObject } from "../invalid-object.ts";
import type { ObjectCall } from "./object-call.ts";
import { APPLY_PATCH } from "./patch-types.ts";
import { isTrue } from "./query-value.ts";

/** How a write is to be carried out. */
export interface WriteOptions {
  readonly isDryRun: boolean;
  readonly manager: string;
  readonly fieldValidation: "Ignore" | "Warn" | "Strict";
  readonly force: boolean;
}

type OptionsKind = "CreateOptions" | "UpdateOptions" | "PatchOptions";

/** Bytes of a field manager's name. */
const MANAGER_SIZE_MAX = 128;
const VALIDATIONS = ["", "Ignore", "Strict", "Warn"];
const APPLY_TYPES: ReadonlySet<string> = new Set([APPLY_PATCH, "application/apply-patch+cbor"]);

/**
 * The options of a create, update or patch, from its query.
 *
 * @throws {StatusError} 422 for each option with a value that is not taken.
 * @see https://kubernetes.io/docs/reference/using-api/api-concepts/#field-validation
 */
export function readOptions(call: ObjectCall, kind: OptionsKind): WriteOptions {
  const { query } = call;
  const faults = [
    ...(kind === "PatchOptions" ? faultsOfPatch(call) : []),
    ...faultsOfManager(query.get("fieldManager") ?? ""),
    ...faultsOfDryRun(query.getAll("dryRun")),
    ...faultsOfValidation(query.get("fieldValidation") ?? ""),
  ];
  if (faults.length > 0) throw invalidObject({ group: "meta.k8s.io", kind, name: "" }, faults);
  return {
    isDryRun: query.has("dryRun"),
    manager: managerOf(call),
    fieldValidation: validationOf(query.get("fieldValidation")),
    force: isTrue(query.get("force")),
  };
}

/** The faults of `dryRun`, which deletes take as well. */
export function faultsOfDryRun(values: readonly string[]): readonly Fault[] {
  if (values.every((value) => value === "All")) return [];
  return [
    { kind: "not-supported", field: "dryRun", value: values, detail: "", supported: ["All"] },
  ];
}

function faultsOfPatch({ query, contentType }: ObjectCall): readonly Fault[] {
  if (!APPLY_TYPES.has(contentType)) {
    return query.has("force")
      ? [{ kind: "forbidden", field: "force", detail: "may not be specified for non-apply patch" }]
      : [];
  }
  if ((query.get("fieldManager") ?? "") !== "") return [];
  return [{ kind: "required", field: "fieldManager", detail: "is required for apply patch" }];
}

function faultsOfManager(manager: string): readonly Fault[] {
  if (utf8Size(manager) > MANAGER_SIZE_MAX) {
    const detail = `may not be more than ${String(MANAGER_SIZE_MAX)} bytes`;
    return [{ kind: "too-long", field: "fieldManager", detail }];
  }
  let position = 0;
  for (const character of manager) {
    if (!isPrintable(character)) return [unprintable(manager, { character, position })];
    position += utf8Size(character);
  }
  return [];
}

function unprintable(
  manager: string,
  { character, position }: { character: string; position: number },
): Fault {
  const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
  const detail = `invalid character U+${code} (at position ${String(position)})`;
  return { kind: "invalid", field: "fieldManager", value: manager, detail };
}

function isPrintable(character: string): boolean {
  return character === " " || !/[\p{C}\p{Z}]/u.test(character);
}

function faultsOfValidation(value: string): readonly Fault[] {
  if (VALIDATIONS.includes(value)) return [];
  return [
    {
      kind: "not-supported",
      field: "fieldValidation",
      value,
      detail: "",
      supported: VALIDATIONS,
    },
  ];
}

function validationOf(value: string | null): WriteOptions["fieldValidation"] {
  return value === "Ignore" || value === "Strict" ? value : "Warn";
}

function managerOf({ query, userAgent }: ObjectCall): string {
  const named = query.get("fieldManager") ?? "";
  if (named !== "") return named;
  const agent = userAgent.split("/", 1)[0] ?? "";
  return Array.from(agent).filter(isPrintable).join("").slice(0, MANAGER_SIZE_MAX);
}
