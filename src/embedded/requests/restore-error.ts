import { isJsonList, isJsonObject, type Json } from "../../core/object/json.ts";

const UNFIT =
  /^json: cannot unmarshal (?<shape>\w+)(?: (?<literal>[-+.\deE]+))? into Go .* of type (?<type>\S+)$/;
const PLAIN_TYPE = /^(?:u?int\d*|bool)$/;
/** Go types that are texts by another name: only their names tell. */
const TEXT_TYPE =
  /^string$|(?:Type|Policy|Mode|Protocol|Family|Scheme|Operator|Action|Effect|Name|Affinity|Phase)$/;

/**
 * What the server says of the result of a strategic merge patch that does not fit its type: it reads that another way than
 * the JSON of other requests, and so words it otherwise.
 */
export function restoreError(wrong: string): string {
  const { shape, literal, type } = UNFIT.exec(wrong)?.groups ?? {};
  if (shape === undefined || type === undefined) return wrong;
  return unfitText(type, { shape, found: foundKind(shape, literal) });
}

function unfitText(type: string, { shape, found }: { shape: string; found: string }): string {
  if (type.startsWith("map[")) return `cannot restore map from ${found}`;
  if (type.startsWith("[]")) return `cannot restore slice from ${found}`;
  const isText = TEXT_TYPE.test(type);
  if (!isText && !PLAIN_TYPE.test(type)) return `cannot restore struct from: ${found}`;
  if (shape === "number" && type !== "bool") return `cannot convert ${found} to ${type}`;
  return `unrecognized type: ${isText ? "string" : type}`;
}

function foundKind(shape: string, literal: string | undefined): string {
  switch (shape) {
    case "number":
      return literal?.includes(".") === true ? "float64" : "int64";
    case "object":
      return "map";
    case "array":
      return "slice";
    default:
      return shape;
  }
}

/** A value as Go prints it: `map[spec:map[replicas:2]]`. */
export function goValue(value: Json): string {
  if (value === null) return "<nil>";
  if (isJsonList(value)) return `[${value.map(goValue).join(" ")}]`;
  if (!isJsonObject(value)) return String(value);
  const members = Object.entries(value)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, member]) => `${key}:${goValue(member)}`);
  return `map[${members.join(" ")}]`;
}
