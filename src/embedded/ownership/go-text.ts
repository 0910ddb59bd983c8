import { isJsonList, isJsonObject, type Json } from "../../core/object/json.ts";
import { compareText } from "../../core/ownership/compare-text.ts";

/** Name of the Go type that a JSON value is decoded to, as error texts name it. */
export function goTypeName(value: Json): string {
  if (isJsonList(value)) return "[]interface {}";
  if (isJsonObject(value)) return "map[string]interface {}";
  if (typeof value === "string") return "string";
  if (typeof value === "boolean") return "bool";
  if (value === null) return "<nil>";
  return Number.isSafeInteger(value) ? "int64" : "float64";
}

/** A value as Go prints it with `%v`: `map[a:1 b:[x <nil>]]`. */
export function goText(value: Json): string {
  if (isJsonList(value)) return `[${value.map(goText).join(" ")}]`;
  if (isJsonObject(value)) {
    return `map[${sortedEntries(value)
      .map(([name, member]) => `${name}:${goText(member)}`)
      .join(" ")}]`;
  }
  if (typeof value === "number") return goNumber(value);
  return value === null ? "<nil>" : String(value);
}

/** A value as Go prints it with `%#v`: `map[string]interface {}{"a":1}`. */
export function goSyntax(value: Json): string {
  if (isJsonList(value)) return `[]interface {}{${value.map(goSyntaxInside).join(", ")}}`;
  if (isJsonObject(value)) {
    return `map[string]interface {}{${sortedEntries(value)
      .map(([name, member]) => `${JSON.stringify(name)}:${goSyntaxInside(member)}`)
      .join(", ")}}`;
  }
  if (typeof value === "number") return goNumber(value);
  return JSON.stringify(value);
}

function goSyntaxInside(value: Json): string {
  return value === null ? "interface {}(nil)" : goSyntax(value);
}

/** Go writes at least two digits of an exponent, and an exponent from 10^21 on. */
function goNumber(value: number): string {
  return String(value).replace(/e([+-])(\d)$/, "e$10$2");
}

function sortedEntries(value: { readonly [key: string]: Json }): readonly [string, Json][] {
  return Object.entries(value).toSorted(([a], [b]) => compareText(a, b));
}
