import type { Token } from "./expression-tokens.ts";

/** Where the reading of a condition stands. Moves forward only. */
export interface Cursor {
  readonly text: string;
  readonly tokens: readonly Token[];
  at: number;
  /** The first fault. With it the cursor stands at the end, so that everything that still reads ends at once. */
  fault: string | undefined;
}

export function openCursor(text: string, tokens: readonly Token[]): Cursor {
  return { text, tokens, at: 0, fault: undefined };
}

/** The next piece; `undefined` at the end. */
export function peek({ tokens, at }: Cursor): Token | undefined {
  return tokens[at];
}

export function take(cursor: Cursor): Token | undefined {
  const token = cursor.tokens[cursor.at];
  cursor.at += 1;
  return token;
}

/** Takes the next piece if it is this sign, and says whether it was. */
export function takeSign(cursor: Cursor, sign: string): boolean {
  const token = peek(cursor);
  if (token?.kind !== "sign" || token.text !== sign) return false;
  cursor.at += 1;
  return true;
}

/** Notes what is wrong at the next piece and ends the reading. Hands `value` back, in place of what was to be read. */
export function fail(cursor: Cursor, what: string): void;
export function fail<Value>(cursor: Cursor, what: string, value: Value): Value;
export function fail<Value>(cursor: Cursor, what: string, value?: Value): Value | undefined {
  const token = peek(cursor);
  const place = token === undefined ? "at its end" : `at character ${token.from + 1}`;
  cursor.fault ??= `${what} ${place}`;
  cursor.at = cursor.tokens.length;
  return value;
}
