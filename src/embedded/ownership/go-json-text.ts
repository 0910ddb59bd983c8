import { isJsonList, isJsonObject, type Json } from "../../core/object/json.ts";
import { compareText } from "../../core/ownership/compare-text.ts";

/** JSON text as Go writes it: keys sorted, no spaces, and what HTML gives a meaning escaped. */
export function goJsonText(value: Json): string {
  if (isJsonList(value)) return `[${value.map(goJsonText).join(",")}]`;
  if (!isJsonObject(value)) return scalarText(value);
  const members = Object.entries(value)
    .toSorted(([a], [b]) => compareText(a, b))
    .map(([name, member]) => `${scalarText(name)}:${goJsonText(member)}`);
  return `{${members.join(",")}}`;
}

function scalarText(value: Json): string {
  const text = JSON.stringify(value);
  return typeof value === "string" ? text.replace(HTML, (found) => escapes(found)) : text;
}

const HTML = /[<>&\u2028\u2029]/g;

function escapes(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
