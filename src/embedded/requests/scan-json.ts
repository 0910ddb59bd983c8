import type { Step } from "../../core/object/json.ts";

/** What a JSON text says besides its value. */
export interface JsonScan {
  /** Why it is no JSON, as Go's decoder says it; `undefined` for a good text. */
  readonly wrong: string | undefined;
  /** Keys that stand more than once in their object, in the order of the text, with the offset of the repetition. */
  readonly duplicates: ReadonlyMap<string, number>;
  /** Where each field first stands, when it was asked for. Paths are written as `spec.containers[0].name`. */
  readonly offsets: ReadonlyMap<string, number>;
}

/** Levels of objects and lists in each other. The real server takes ten times as many, but our stack does not. */
const DEPTH_MAX = 1_000;
const END = "unexpected end of JSON input";

const SPACE = /[ \t\n\r]*/y;
// oxlint-disable-next-line no-control-regex -- JSON forbids exactly these characters in a string
const PLAIN = /[^"\\\u0000-\u001f]*/y;
const DIGITS = /[0-9]*/y;
/** Places inside a token. */
const INSIDE = /numeric literal|in literal|escape/;
const LITERALS: ReadonlyMap<string, string> = new Map([
  ["t", "true"],
  ["f", "false"],
  ["n", "null"],
]);

interface Scan {
  readonly text: string;
  readonly path: Step[];
  readonly duplicates: Map<string, number>;
  /** `undefined` where nobody asks. */
  readonly offsets: Map<string, number> | undefined;
  at: number;
  wrong: string | undefined;
}

/**
 * Looks for what `JSON.parse` does not tell: repeated keys, and the error in Go's words.
 *
 * @see https://pkg.go.dev/encoding/json#SyntaxError
 */
export function scanJson(text: string, { withOffsets }: { withOffsets: boolean }): JsonScan {
  const offsets = withOffsets ? new Map<string, number>() : undefined;
  const duplicates = new Map<string, number>();
  const scan: Scan = { text, path: [], duplicates, offsets, at: 0, wrong: undefined };
  if (scanValue(scan)) {
    skip(scan, SPACE);
    if (scan.at < text.length) refuse(scan, "after top-level value");
  }
  return { wrong: scan.wrong, duplicates, offsets: offsets ?? new Map() };
}

/** @returns whether a value stands there; else `scan.wrong` is set. */
function scanValue(scan: Scan): boolean {
  skip(scan, SPACE);
  const first = scan.text[scan.at] ?? "";
  if (first === "{") return scanObject(scan);
  if (first === "[") return scanList(scan);
  if (first === '"') return scanText(scan) !== undefined;
  if (first === "-" || isDigit(first)) return scanNumber(scan);
  const literal = LITERALS.get(first);
  return literal === undefined
    ? refuse(scan, "looking for beginning of value")
    : scanLiteral(scan, literal);
}

function scanObject(scan: Scan): boolean {
  if (isTooDeep(scan)) return false;
  scan.at += 1;
  skip(scan, SPACE);
  if (take(scan, "}")) return true;
  const keys = new Set<string>();
  for (;;) {
    skip(scan, SPACE);
    if (scan.text[scan.at] !== '"') {
      return refuse(scan, "looking for beginning of object key string");
    }
    const key = scanText(scan);
    if (key === undefined) return false;
    skip(scan, SPACE);
    if (!take(scan, ":")) return refuse(scan, "after object key");
    scan.path.push(key);
    noteKey(scan, keys.has(key));
    keys.add(key);
    if (!scanValue(scan)) return false;
    scan.path.pop();
    skip(scan, SPACE);
    if (take(scan, "}")) return true;
    if (!take(scan, ",")) return refuse(scan, "after object key:value pair");
  }
}

function noteKey({ path, duplicates, offsets, at }: Scan, isRepeated: boolean): void {
  if (!isRepeated && offsets === undefined) return;
  const field = fieldText(path);
  if (isRepeated && !duplicates.has(field)) duplicates.set(field, at);
  if (offsets !== undefined && !offsets.has(field)) offsets.set(field, at);
}

function scanList(scan: Scan): boolean {
  if (isTooDeep(scan)) return false;
  scan.at += 1;
  skip(scan, SPACE);
  if (take(scan, "]")) return true;
  for (let index = 0; ; index += 1) {
    scan.path.push(index);
    if (!scanValue(scan)) return false;
    scan.path.pop();
    skip(scan, SPACE);
    if (take(scan, "]")) return true;
    if (!take(scan, ",")) return refuse(scan, "after array element");
  }
}

/** @returns the text without its escapes being resolved, but for keys with escapes. */
function scanText(scan: Scan): string | undefined {
  const start = scan.at;
  scan.at += 1;
  for (;;) {
    skip(scan, PLAIN);
    if (take(scan, '"')) break;
    if (!take(scan, "\\")) {
      refuse(scan, "in string literal");
      return undefined;
    }
    if (!scanEscape(scan)) return undefined;
  }
  const token = scan.text.slice(start, scan.at);
  return token.includes("\\") ? String(JSON.parse(token)) : token.slice(1, -1);
}

function scanEscape(scan: Scan): boolean {
  const escape = scan.text[scan.at] ?? "";
  if (escape === "" || !'"\\/bfnrtu'.includes(escape)) return refuse(scan, "in string escape code");
  scan.at += 1;
  if (escape !== "u") return true;
  for (let count = 0; count < 4; count += 1) {
    if (!/^[0-9a-fA-F]$/.test(scan.text[scan.at] ?? "")) {
      return refuse(scan, "in \\u hexadecimal character escape");
    }
    scan.at += 1;
  }
  return true;
}

function scanNumber(scan: Scan): boolean {
  take(scan, "-");
  if (!isDigit(scan.text[scan.at])) return refuse(scan, "in numeric literal");
  if (!take(scan, "0")) skip(scan, DIGITS);
  if (take(scan, ".") && !scanDigits(scan, "after decimal point in numeric literal")) return false;
  if (!take(scan, "e") && !take(scan, "E")) return true;
  if (!take(scan, "+")) take(scan, "-");
  return scanDigits(scan, "in exponent of numeric literal");
}

function scanDigits(scan: Scan, where: string): boolean {
  if (!isDigit(scan.text[scan.at])) return refuse(scan, where);
  skip(scan, DIGITS);
  return true;
}

function scanLiteral(scan: Scan, literal: string): boolean {
  for (const expected of literal) {
    if (!take(scan, expected)) {
      return refuse(scan, `in literal ${literal} (expecting '${expected}')`);
    }
  }
  return true;
}

function isTooDeep(scan: Scan): boolean {
  if (scan.path.length < DEPTH_MAX) return false;
  scan.wrong = "exceeded max depth";
  return true;
}

function refuse(scan: Scan, where: string): false {
  // At the end the decoder of the server tries a space, and only wonders where none may stand.
  const isSpaceBad = INSIDE.test(where);
  const character = scan.text.codePointAt(scan.at) ?? (isSpaceBad ? 0x20 : undefined);
  scan.wrong =
    character === undefined ? END : `invalid character ${characterText(character)} ${where}`;
  return false;
}

/** The decoder of the server looks at bytes, so of a character beyond ASCII it names the first one. */
function characterText(codePoint: number): string {
  const first =
    codePoint < 0x80 ? codePoint : (Buffer.from(String.fromCodePoint(codePoint))[0] ?? 0);
  const character = String.fromCodePoint(first);
  if (character === "'") return String.raw`'\''`;
  return character === '"' ? `'"'` : `'${JSON.stringify(character).slice(1, -1)}'`;
}

function skip(scan: Scan, pattern: RegExp): void {
  pattern.lastIndex = scan.at;
  scan.at += (pattern.exec(scan.text)?.[0] ?? "").length;
}

function take(scan: Scan, character: string): boolean {
  if (scan.text[scan.at] !== character) return false;
  scan.at += 1;
  return true;
}

function isDigit(character: string | undefined): boolean {
  return character !== undefined && character >= "0" && character <= "9";
}

/** A path as the server's decoder writes it. */
function fieldText(path: readonly Step[]): string {
  return path
    .map((step, index) => {
      if (typeof step === "number") return `[${String(step)}]`;
      return index === 0 ? step : `.${step}`;
    })
    .join("");
}
