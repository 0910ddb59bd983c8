import { parseScalar } from "../manifest/parse-scalar.ts";
import type { Json } from "../object/json.ts";

/** How a text is quoted where nothing forces another way. */
export type Quotes = "none" | "single" | "double";

export interface ScalarWish {
  readonly quotes: Quotes;
  /** It stands between brackets, where commas and brackets end a word. */
  readonly isInFlow: boolean;
}

/** A scalar (null, boolean, number, text) on one line, so that kubectl reads it as this very value. */
export function renderScalar(value: Json, wish: ScalarWish): string {
  if (typeof value !== "string") return JSON.stringify(value);
  if (wish.quotes === "none" && isPlain(value, wish.isInFlow)) return value;
  if (wish.quotes === "single" && isPrintable(value)) return `'${value.replaceAll("'", "''")}'`;
  return doubleQuoted(value);
}

/** Characters that YAML has no use for at the begin of a word, but for a dash before a letter. */
const FIRST = /^(?:[^\s\-?:,[\]{}#&*!|>'"%@`=<~]|-(?=[A-Za-z0-9-])(?!--))/;
const ENDS_WORD = /:(?:\s|$)|\s#|\s$/;
const FLOW_MARK = /[,[\]{}]|:[,[\]{}"']/;
/** Texts that other readers take for a date, a time or a number. */
const LOOKS_OTHERWISE =
  /^(?:\d{4}-\d|[-+]?\d+(?::[0-5]?\d)+|0[xob]|[-+]?[\d_]+$|[-+]?\d+(?:\.\d*)?e[-+]?\d+$|[-+]?\.|\.\.\.)/i;

function isPlain(text: string, isInFlow: boolean): boolean {
  if (!FIRST.test(text) || ENDS_WORD.test(text) || !isPrintable(text)) return false;
  if (LOOKS_OTHERWISE.test(text) || (isInFlow && FLOW_MARK.test(text))) return false;
  const read = parseScalar(text);
  return read.kind === "text" && read.value === text;
}

/** On one line, without what YAML or a screen would not show as it is. */
export function isPrintable(text: string): boolean {
  return !HIDDEN.test(text);
}

/**
 * Whoever reviews the edit has to see what is merged: so also what shows nothing, or turns the direction of a text. Above U+FFFF
 * YAML and JSON have no escape in common.
 */
const HIDDEN = /[\p{Cc}\p{Cs}\u2028\u2029\uFFFE\uFFFF]|(?![\u{10000}-\u{10FFFF}])[\p{Cf}\p{Co}]/u;
const EVERY_HIDDEN = new RegExp(HIDDEN, "gu");

/** @see https://yaml.org/spec/1.2.2/#731-double-quoted-style JSON's escapes are among YAML's */
function doubleQuoted(text: string): string {
  return JSON.stringify(text).replaceAll(
    EVERY_HIDDEN,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
