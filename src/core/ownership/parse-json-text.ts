import type { Json } from "../object/json.ts";

/** Deeper values are not read: they come from other people and must not exhaust the stack. */
const DEPTH_MAX = 32;

const SPACE = /[ \t\n\r]*/y;
// oxlint-disable-next-line no-control-regex -- JSON forbids exactly these characters in a string
const STRING = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const WORD = /true|false|null/y;

type Read<Value> = { readonly value: Value; readonly end: number } | undefined;

/**
 * Reads the JSON text of one `k:` or `v:` path element without throwing.
 *
 * @returns `undefined` for text that is no JSON, that has something after the value, that repeats a key, or that holds a
 * number which JavaScript would change (an integer beyond 2^53): such a value must not be written back.
 * @see https://www.rfc-editor.org/rfc/rfc8259
 */
export function parseJsonText(text: string): { readonly value: Json } | undefined {
  const read = readValue(text, 0, DEPTH_MAX);
  if (read === undefined || afterSpace(text, read.end) !== text.length) return undefined;
  return { value: read.value };
}

function readValue(text: string, from: number, depthLeft: number): Read<Json> {
  if (depthLeft === 0) return undefined;
  const start = afterSpace(text, from);
  const opening = text[start];
  if (opening === "{") return readObject(text, start + 1, depthLeft - 1);
  if (opening === "[") return readList(text, start + 1, depthLeft - 1);
  return readText(text, start) ?? readNumber(text, start) ?? readWord(text, start);
}

function readObject(text: string, from: number, depthLeft: number): Read<Json> {
  const members = new Map<string, Json>();
  let at = afterSpace(text, from);
  if (text[at] === "}") return { value: {}, end: at + 1 };
  for (;;) {
    const key = readText(text, afterSpace(text, at));
    const colon = key === undefined ? -1 : afterSpace(text, key.end);
    if (key === undefined || text[colon] !== ":" || members.has(key.value)) return undefined;
    const member = readValue(text, colon + 1, depthLeft);
    if (member === undefined) return undefined;
    members.set(key.value, member.value);
    at = afterSpace(text, member.end);
    if (text[at] === "}") return { value: Object.fromEntries(members), end: at + 1 };
    if (text[at] !== ",") return undefined;
    at += 1;
  }
}

function readList(text: string, from: number, depthLeft: number): Read<Json> {
  const items: Json[] = [];
  let at = afterSpace(text, from);
  if (text[at] === "]") return { value: items, end: at + 1 };
  for (;;) {
    const item = readValue(text, at, depthLeft);
    if (item === undefined) return undefined;
    items.push(item.value);
    at = afterSpace(text, item.end);
    if (text[at] === "]") return { value: items, end: at + 1 };
    if (text[at] !== ",") return undefined;
    at += 1;
  }
}

function readText(text: string, start: number): Read<string> {
  const token = tokenAt(STRING, text, start);
  // The pattern admits exactly JSON's strings, so this cannot throw.
  return token === undefined
    ? undefined
    : { value: String(JSON.parse(token)), end: start + token.length };
}

function readNumber(text: string, start: number): Read<number> {
  const token = tokenAt(NUMBER, text, start);
  if (token === undefined) return undefined;
  const value = Number(token);
  const isKept = /[.eE]/.test(token)
    ? Math.abs(value) <= Number.MAX_SAFE_INTEGER
    : Number.isSafeInteger(value);
  return isKept ? { value, end: start + token.length } : undefined;
}

function readWord(text: string, start: number): Read<boolean | null> {
  const token = tokenAt(WORD, text, start);
  if (token === undefined) return undefined;
  return { value: token === "null" ? null : token === "true", end: start + token.length };
}

function afterSpace(text: string, at: number): number {
  return at + (tokenAt(SPACE, text, at) ?? "").length;
}

function tokenAt(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0];
}
