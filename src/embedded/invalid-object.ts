import type { Json } from "../core/object/json.ts";
import type { Fault } from "./fault.ts";
import { quotedText } from "./quoted-text.ts";
import { detailsOf, groupKind } from "./refusals.ts";
import { StatusError } from "./status-error.ts";

interface InvalidObject {
  readonly group: string;
  readonly kind: string;
  readonly name: string;
}

const REASONS: Readonly<Record<Fault["kind"], string>> = {
  required: "FieldValueRequired",
  invalid: "FieldValueInvalid",
  "not-supported": "FieldValueNotSupported",
  forbidden: "FieldValueForbidden",
  duplicate: "FieldValueDuplicate",
  "too-long": "FieldValueTooLong",
  "too-many": "FieldValueTooMany",
  "type-invalid": "FieldValueTypeInvalid",
  "not-found": "FieldValueNotFound",
  immutable: "FieldValueInvalid",
};

const HEADS: Readonly<Record<Fault["kind"], string>> = {
  required: "Required value",
  invalid: "Invalid value",
  "not-supported": "Unsupported value",
  forbidden: "Forbidden",
  duplicate: "Duplicate value",
  "too-long": "Too long",
  "too-many": "Too many",
  "type-invalid": "Invalid value",
  "not-found": "Not found",
  immutable: "Invalid value",
};

/** Kinds of faults that show their value, null when there is none. */
const NULL_SHOWN: ReadonlySet<Fault["kind"]> = new Set([
  "invalid",
  "not-supported",
  "duplicate",
  "type-invalid",
  "not-found",
  "immutable",
]);
/** Kinds of faults that never show one. */
const VALUE_HIDDEN: ReadonlySet<Fault["kind"]> = new Set(["required", "forbidden", "too-long"]);

/** The 422 that tells all faults of an object at once; a fault that is found twice is said once but listed twice. */
export function invalidObject(object: InvalidObject, faults: readonly Fault[]): StatusError {
  const told = [...new Set(faults.map((fault) => `${fault.field}: ${faultText(fault)}`))];
  const all = told.length === 1 ? (told[0] ?? "") : `[${told.join(", ")}]`;
  return new StatusError(422, {
    reason: "Invalid",
    message: `${groupKind(object)} "${object.name}" is invalid: ${all}`,
    details: detailsOf(object, { causes: faults.map(causeOf) }),
  });
}

function causeOf(fault: Fault): { reason: string; message: string; field: string } {
  return { reason: REASONS[fault.kind], message: faultText(fault), field: fault.field };
}

/** One fault without its field, as the server words it. */
export function faultText(fault: Fault): string {
  return fault.detail === "" ? headOf(fault) : `${headOf(fault)}: ${fault.detail}`;
}

function headOf({ kind, value, supported }: Fault): string {
  const head = HEADS[kind];
  if (VALUE_HIDDEN.has(kind) || (value === undefined && !NULL_SHOWN.has(kind))) return head;
  return `${head}: ${valueText(value)}${kind === "not-supported" ? supportedText(supported) : ""}`;
}

function supportedText(supported: readonly string[] | undefined): string {
  if (supported === undefined || supported.length === 0) return "";
  return `: supported values: ${supported.map((value) => quotedText(value)).join(", ")}`;
}

function valueText(value: Json | undefined): string {
  if (value === undefined) return "null";
  return typeof value === "string" ? quotedText(value) : JSON.stringify(value);
}
