import type { Json } from "../object/json.ts";
import type { FieldPath, PathElement } from "./field-path.ts";
import { sortedKeys } from "./path-element.ts";

/**
 * A path as text: a JSON pointer (RFC 6901) in which an item of a keyed list is `[port=80,protocol=TCP]` and of a set
 * list `[="value"]`. Different paths of one object give different text: what would
 * be ambiguous between brackets is written as a JSON string, and so is a field name that begins with a bracket.
 */
export function formatPath(path: FieldPath): string {
  return path.map((element) => `/${escapePointer(formatElement(element))}`).join("");
}

function formatElement(element: PathElement): string {
  switch (element.kind) {
    case "field":
      return element.name.startsWith("[") ? `[${JSON.stringify(element.name)}]` : element.name;
    case "key":
      return `[${sortedKeys(element.keys)
        .map(([name, value]) => `${formatAtom(name)}=${formatAtom(value)}`)
        .join(",")}]`;
    case "value":
      return `[=${JSON.stringify(element.value)}]`;
    case "index":
      return String(element.index);
  }
}

/** Plain text where it can only be read as that text; else JSON. */
function formatAtom(value: Json): string {
  const isPlain = typeof value === "string" && PLAIN.test(value) && !JSON_WORD.test(value);
  return isPlain ? value : JSON.stringify(value);
}

const PLAIN = /^[^\s[\]{}",=]+$/;
/** Text that would be read as a number, a boolean or null. */
const JSON_WORD = /^(?:true|false|null|-?\d[\d.eE+-]*)$/;

/** @see https://www.rfc-editor.org/rfc/rfc6901#section-3 */
function escapePointer(segment: string): string {
  // Nearly all are plain.
  if (!segment.includes("~") && !segment.includes("/")) return segment;
  return segment.replaceAll("~", "~0").replaceAll("/", "~1");
}
