import { isJsonList, isJsonObject, type Json } from "../../core/object/json.ts";
import type { Fault } from "../fault.ts";
import { isInteger } from "./is-integer.ts";
import type { Schema } from "./schema.ts";
import { isCheckedFormat } from "./text-format.ts";

/** Whether a value is of the type that its schema names; at most one fault. */
export function checkType(value: Json, schema: Schema, path: string): readonly Fault[] {
  const types = schema.type === "int-or-string" ? ["integer", "string"] : [schema.type];
  const found = typeOf(value);
  if (schema.type === "any" || (value === null && schema.isNullable)) return [];
  if (value !== null && isCheckedFormat(schema.format)) {
    // A list passes for a text with a format, and other types are named by their formats: so does the server.
    if (typeof value === "string" || isJsonList(value)) return [];
    return [wrongType(path, { expected: schema.format, found: formatOf(value) })];
  }
  const isFit = types.some((type) => type === found || (type === "number" && found === "integer"));
  return isFit ? [] : [wrongType(path, { expected: types.join(","), found })];
}

function wrongType(field: string, type: { expected: string; found: string }): Fault {
  const detail = `${field} in body must be of type ${type.expected}: "${type.found}"`;
  return { kind: "type-invalid", field, value: type.found, detail };
}

function typeOf(value: Json): string {
  if (value === null) return "null";
  if (isJsonList(value)) return "array";
  if (isJsonObject(value)) return "object";
  if (typeof value !== "number") return typeof value;
  return isInteger(value) ? "integer" : "number";
}

function formatOf(value: Json): string {
  if (typeof value !== "number") return "";
  return isInteger(value) ? "int64" : "float64";
}
