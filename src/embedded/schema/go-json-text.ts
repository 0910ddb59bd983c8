import { isJsonList, isJsonObject, type Json } from "../../core/object/json.ts";
import { compareText } from "../../core/ownership/compare-text.ts";

const HTML = /[<>&\u2028\u2029]/g;

/** JSON text as Go writes it: keys sorted, no spaces, and what HTML gives a meaning escaped. */
export function goJsonText(value: Json): string {
  return withoutHtml(sortedText(value));
}

/** A JSON text in which what HTML gives a meaning is escaped, as Go's encoder does it. */
export function withoutHtml(jsonText: string): string {
  return jsonText.replaceAll(
    HTML,
    (found) => String.raw`\u${found.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

function sortedText(value: Json): string {
  if (isJsonList(value)) return `[${value.map(sortedText).join(",")}]`;
  if (!isJsonObject(value)) return JSON.stringify(value);
  const members = Object.entries(value)
    .toSorted(([a], [b]) => compareText(a, b))
    .map(([name, member]) => `${JSON.stringify(name)}:${sortedText(member)}`);
  return `{${members.join(",")}}`;
}
