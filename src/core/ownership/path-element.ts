import { isJsonList, isJsonObject, type Json } from "../object/json.ts";
import { compareText } from "./compare-text.ts";
import type { PathElement } from "./field-path.ts";
import { parseJsonText } from "./parse-json-text.ts";

/** What one FieldsV1 key says. `unknown`: a prefix of a later server; it is passed over with what is below it. */
export type ReadElement =
  /** With its canonical text (`elementText`). */
  | { readonly kind: "element"; readonly element: PathElement; readonly text: string }
  | { readonly kind: "unknown" }
  | { readonly kind: "malformed"; readonly what: string };

/** What was read of texts that hold JSON: objects of a cluster name their list items by few different ones. */
const known = new Map<string, ReadElement>();
/** Then all are forgotten. */
const KNOWN_MAX = 10_000;
/** Characters of a text that is kept. */
const KNOWN_CHARACTERS_MAX = 200;

/** Reads one FieldsV1 key: `f:name`, `k:{"name":"web"}`, `v:"text"`, `i:3`. */
export function parseElement(text: string): ReadElement {
  if (text.startsWith("f:")) {
    return { kind: "element", element: { kind: "field", name: text.slice(2) }, text };
  }
  const found = known.get(text);
  if (found !== undefined) return found;
  const read = parseOther(text);
  if (text.length > KNOWN_CHARACTERS_MAX) return read;
  if (known.size === KNOWN_MAX) known.clear();
  known.set(text, read);
  return read;
}

function parseOther(text: string): ReadElement {
  if (text.length < 2 || text[1] !== ":") return malformed(text, "has no colon in second place");
  const [prefix, rest] = [text.slice(0, 2), text.slice(2)];
  if (prefix === "k:") return parseKeys(text, rest);
  if (prefix === "v:") return parseSetValue(text, rest);
  return prefix === "i:" ? parseIndex(text, rest) : { kind: "unknown" };
}

/** The canonical FieldsV1 key of an element. Equal elements give equal text, so it is also a map key. */
export function elementText(element: PathElement): string {
  switch (element.kind) {
    case "field":
      return `f:${element.name}`;
    case "key": {
      const members = sortedKeys(element.keys).map(
        ([name, value]) => `${JSON.stringify(name)}:${valueText(value)}`,
      );
      return `k:{${members.join(",")}}`;
    }
    case "value":
      return `v:${valueText(element.value)}`;
    case "index":
      return `i:${element.index}`;
  }
}

/** The order of elements in FieldsV1: fields, keyed items, set values, indexes. */
export function compareElements(a: PathElement, b: PathElement): number {
  if (a.kind === "field" && b.kind === "field") return compareText(a.name, b.name);
  if (a.kind === "key" && b.kind === "key") return compareMembers(a.keys, b.keys);
  if (a.kind === "value" && b.kind === "value") return compareValues(a.value, b.value);
  if (a.kind === "index" && b.kind === "index") return a.index - b.index;
  return ELEMENT_RANK[a.kind] - ELEMENT_RANK[b.kind];
}

/** The keys of a keyed item, sorted by name. */
export function sortedKeys(keys: ReadonlyMap<string, Json>): readonly (readonly [string, Json])[] {
  return [...keys].toSorted(([a], [b]) => compareText(a, b));
}

const ELEMENT_RANK = { field: 0, key: 1, value: 2, index: 3 } as const;

function parseKeys(text: string, rest: string): ReadElement {
  const keys = parseJsonText(rest)?.value;
  if (!isJsonObject(keys)) return malformed(text, "holds no JSON object that we can keep");
  return readAs({ kind: "key", keys: new Map(Object.entries(keys)) });
}

function parseSetValue(text: string, rest: string): ReadElement {
  const read = parseJsonText(rest);
  if (read === undefined) return malformed(text, "holds no JSON value that we can keep");
  return readAs({ kind: "value", value: read.value });
}

function parseIndex(text: string, rest: string): ReadElement {
  const index = Number(rest);
  if (!/^-?\d+$/.test(rest) || !Number.isSafeInteger(index)) return malformed(text, "is no index");
  return readAs({ kind: "index", index });
}

function readAs(element: PathElement): ReadElement {
  return { kind: "element", element, text: elementText(element) };
}

function malformed(text: string, why: string): ReadElement {
  return { kind: "malformed", what: `${JSON.stringify(text.slice(0, 80))} ${why}` };
}

/** JSON text with keys sorted as the server sorts them. */
function valueText(value: Json): string {
  if (isJsonList(value)) return `[${value.map(valueText).join(",")}]`;
  if (!isJsonObject(value)) return JSON.stringify(value);
  const members = sortedKeys(new Map(Object.entries(value)));
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${valueText(member)}`).join(",")}}`;
}

/** The order of values: numbers, strings, booleans, lists, maps, null. */
function compareValues(a: Json, b: Json): number {
  const byRank = valueRank(a) - valueRank(b);
  if (byRank !== 0) return byRank;
  if (typeof a === "string" && typeof b === "string") return compareText(a, b);
  if (isJsonList(a) && isJsonList(b)) return compareLists(a, b);
  if (isJsonObject(a) && isJsonObject(b)) {
    return compareMembers(new Map(Object.entries(a)), new Map(Object.entries(b)));
  }
  return Number(a) - Number(b);
}

function valueRank(value: Json): number {
  if (typeof value === "number") return 0;
  if (typeof value === "string") return 1;
  if (typeof value === "boolean") return 2;
  if (isJsonList(value)) return 3;
  return value === null ? 5 : 4;
}

function compareLists(a: readonly Json[], b: readonly Json[]): number {
  for (const [index, item] of a.entries()) {
    const other = b[index];
    const order = other === undefined ? 1 : compareValues(item, other);
    if (order !== 0) return order;
  }
  return a.length - b.length;
}

function compareMembers(a: ReadonlyMap<string, Json>, b: ReadonlyMap<string, Json>): number {
  const others = sortedKeys(b);
  for (const [index, [name, value]] of sortedKeys(a).entries()) {
    const other = others[index];
    if (other === undefined) return 1;
    const order = compareText(name, other[0]) || compareValues(value, other[1]);
    if (order !== 0) return order;
  }
  return a.size - b.size;
}
