import { isJsonList, isJsonObject, type Json, type JsonObject } from "../../core/object/json.ts";
import { compareText } from "../../core/ownership/compare-text.ts";
import { isInteger } from "./is-integer.ts";

/** Go writes fractions from this power of ten on with an exponent. */
const EXPONENT_MIN = 6;
const FRACTION_EXPONENT_MIN = -4;

/** A value as Go's `%v` prints it, which error texts of the server do: `map[a:1 b:[x y]]`. */
export function goText(value: Json): string {
  if (isJsonList(value)) return `[${value.map(goText).join(" ")}]`;
  if (!isJsonObject(value)) return scalarText(value, String);
  const members = sortedEntries(value).map(([name, member]) => `${name}:${goText(member)}`);
  return `map[${members.join(" ")}]`;
}

/** A value as Go's `%#v` prints it: `map[string]interface {}{"a":1}`. */
export function goSyntax(value: Json): string {
  const type = goTypeName(value);
  if (isJsonList(value)) return `${type}{${value.map(syntaxInside).join(", ")}}`;
  if (!isJsonObject(value)) return scalarText(value, JSON.stringify);
  const members = sortedEntries(value).map(
    ([name, member]) => `${JSON.stringify(name)}:${syntaxInside(member)}`,
  );
  return `${type}{${members.join(", ")}}`;
}

/** Name of the Go type that a JSON value is decoded to, as error texts name it. */
export function goTypeName(value: Json): string {
  if (isJsonList(value)) return "[]interface {}";
  if (isJsonObject(value)) return "map[string]interface {}";
  if (typeof value === "string") return "string";
  if (typeof value === "boolean") return "bool";
  if (value === null) return "<nil>";
  return isInteger(value) ? "int64" : "float64";
}

function scalarText(
  value: null | boolean | number | string,
  write: (value: boolean | string) => string,
): string {
  if (value === null) return "<nil>";
  return typeof value === "number" ? numberText(value) : write(value);
}

function syntaxInside(value: Json): string {
  return value === null ? "interface {}(nil)" : goSyntax(value);
}

function sortedEntries(value: JsonObject): readonly [string, Json][] {
  return Object.entries(value).toSorted(([a], [b]) => compareText(a, b));
}

function numberText(number: number): string {
  if (isInteger(number)) return String(number);
  const exponent = Math.floor(Math.log10(Math.abs(number)));
  const isPlain = exponent >= FRACTION_EXPONENT_MIN && exponent < EXPONENT_MIN;
  return isPlain ? String(number) : number.toExponential().replace(/e([+-])(\d)$/, "e$10$2");
}
