import { isJsonList, isJsonObject, type Json } from "../../core/object/json.ts";

/** Go writes fractions from this power of ten on with an exponent. */
const EXPONENT_MIN = 6;
const FRACTION_EXPONENT_MIN = -4;
/** Whole numbers beyond are fractions to the server. */
const INTEGER_MAX = 2 ** 63;

/** A value as Go's `%v` prints it, which error texts of the server do: `map[a:1 b:[x y]]`. */
export function goText(value: Json): string {
  if (value === null) return "<nil>";
  if (typeof value === "number") return numberText(value);
  if (isJsonList(value)) return `[${value.map(goText).join(" ")}]`;
  if (!isJsonObject(value)) return String(value);
  const members = Object.entries(value)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, each]) => `${key}:${goText(each)}`);
  return `map[${members.join(" ")}]`;
}

function numberText(number: number): string {
  const size = Math.abs(number);
  if (Number.isInteger(number) && size < INTEGER_MAX) return String(number);
  const exponent = Math.floor(Math.log10(size));
  const isPlain = exponent >= FRACTION_EXPONENT_MIN && exponent < EXPONENT_MIN;
  return isPlain ? String(number) : number.toExponential().replace(/e([+-])(\d)$/, "e$10$2");
}
