import type { Json } from "../object/json.ts";
import type { PathElement } from "../ownership/field-path.ts";
import { parseJsonText } from "../ownership/parse-json-text.ts";

/**
 * Reads the text of `formatPath` back. A number is read as an index only where the place turns out to be a list: until then it
 * is a field.
 *
 * @returns `undefined` for text that is no path.
 */
export function parsePath(text: string): readonly PathElement[] | undefined {
  if (text === "") return [];
  if (!text.startsWith("/")) return undefined;
  const elements = text
    .slice(1)
    .split("/")
    .map((segment) => parseSegment(segment.replaceAll("~1", "/").replaceAll("~0", "~")));
  return elements.every((element) => element !== undefined) ? elements : undefined;
}

function parseSegment(segment: string): PathElement | undefined {
  if (!segment.startsWith("[")) return { kind: "field", name: segment };
  if (!segment.endsWith("]")) return undefined;
  const inner = segment.slice(1, -1);
  if (inner.startsWith("=")) {
    const read = parseJsonText(inner.slice(1));
    return read === undefined ? undefined : { kind: "value", value: read.value };
  }
  const name = inner.startsWith('"') ? parseJsonText(inner)?.value : undefined;
  if (typeof name === "string") return { kind: "field", name };
  return parseKeys(inner);
}

function parseKeys(text: string): PathElement | undefined {
  const keys = new Map<string, Json>();
  let rest = text;
  do {
    const found = ATOMS.exec(rest);
    const [name, value] = [found?.[1], found?.[2]].map(parseAtom);
    if (found === null || typeof name !== "string" || value === undefined) return undefined;
    keys.set(name, value);
    rest = rest.slice(found[0].length);
  } while (rest !== "");
  return { kind: "key", keys };
}

/** `name=value`, each plain or a JSON scalar, and a comma when another one follows. */
const ATOMS = /^("(?:[^"\\]|\\.)*"|[^\s[\]{}",=]+)=("(?:[^"\\]|\\.)*"|[^\s[\]{}",=]+)(?:,(?=.)|$)/;

function parseAtom(text: string | undefined): Json | undefined {
  if (text === undefined) return undefined;
  const isJson = text.startsWith('"') || /^(?:true|false|null|-?\d[\d.eE+-]*)$/.test(text);
  return isJson ? parseJsonText(text)?.value : text;
}
