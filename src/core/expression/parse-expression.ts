import type { Comparator, Expression, Operand } from "./expression.ts";
import { splitExpression, type Token } from "./expression-tokens.ts";
import type { FieldPath } from "./field-path.ts";
import { readPath } from "./read-path.ts";
import { type Cursor, fail, openCursor, peek, take, takeSign } from "./token-cursor.ts";

/** A parsed text, or what is wrong with it, as words that follow the text's name: `has no value at character 7`. */
export type ParsedText<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly what: string };

/** Characters of a condition, and brackets and `!` inside each other, at most. */
const LENGTH_MAX = 1000;
const DEPTH_MAX = 16;

const COMPARATORS: readonly string[] = ["==", "!=", "<", "<=", ">", ">="] satisfies Comparator[];

const NEVER: Expression = { kind: "value", operand: { kind: "literal", value: false } };

/**
 * Reads a condition on an object: `status.phase == "Ready" && status.replicas >= spec.replicas`. Paths, texts, numbers, true and
 * false; `==`, `!=`, `<`, `<=`, `>`, `>=`; `exists(path)`; `!`, `&&`, `||` and round brackets. `!` negates a whole comparison.
 * Nothing of it is ever run as code.
 */
export function parseExpression(text: string): ParsedText<Expression> {
  return parseText(text, (cursor) => readEither(cursor, 0));
}

/** Reads a path alone: `status.conditions[type=Ready].status`. */
export function parseFieldPath(text: string): ParsedText<FieldPath> {
  return parseText(text, readPath);
}

function parseText<Value>(text: string, read: (cursor: Cursor) => Value): ParsedText<Value> {
  if (text.trim() === "") return { ok: false, what: "is empty" };
  if (text.length > LENGTH_MAX) {
    return { ok: false, what: `is longer than ${LENGTH_MAX} characters` };
  }
  const split = splitExpression(text);
  if ("strangeAt" in split) {
    return { ok: false, what: `cannot be read from character ${split.strangeAt + 1} on` };
  }
  const cursor = openCursor(text, split.tokens);
  const value = read(cursor);
  if (isSign(peek(cursor), "=")) fail(cursor, "has = where == compares");
  if (peek(cursor) !== undefined) fail(cursor, "does not go on in a known way");
  return cursor.fault === undefined ? { ok: true, value } : { ok: false, what: cursor.fault };
}

function readEither(cursor: Cursor, depth: number): Expression {
  return readSeries(cursor, { sign: "||", kind: "or", next: () => readAll(cursor, depth) });
}

function readAll(cursor: Cursor, depth: number): Expression {
  return readSeries(cursor, { sign: "&&", kind: "and", next: () => readOne(cursor, depth) });
}

function readSeries(
  cursor: Cursor,
  series: {
    readonly sign: "&&" | "||";
    readonly kind: "and" | "or";
    readonly next: () => Expression;
  },
): Expression {
  const first = series.next();
  const parts = [first];
  while (takeSign(cursor, series.sign)) parts.push(series.next());
  return parts.length === 1 ? first : { kind: series.kind, parts };
}

function readOne(cursor: Cursor, depth: number): Expression {
  if (depth > DEPTH_MAX) return fail(cursor, "nests too deep", NEVER);
  if (takeSign(cursor, "!")) return { kind: "not", inner: readOne(cursor, depth + 1) };
  if (takeSign(cursor, "(")) {
    const inner = readEither(cursor, depth + 1);
    return takeSign(cursor, ")") ? inner : fail(cursor, "lacks a closing bracket", NEVER);
  }
  return isCall(cursor) ? readExists(cursor) : readComparison(cursor);
}

function isCall({ tokens, at }: Cursor): boolean {
  const [name, bracket] = tokens.slice(at, at + 2);
  return name?.kind === "name" && isSign(bracket, "(");
}

function readExists(cursor: Cursor): Expression {
  if (peek(cursor)?.text !== "exists") {
    return fail(cursor, "calls a function other than exists", NEVER);
  }
  take(cursor);
  take(cursor);
  const path = readPath(cursor);
  return takeSign(cursor, ")")
    ? { kind: "exists", path }
    : fail(cursor, "lacks a closing bracket", NEVER);
}

function readComparison(cursor: Cursor): Expression {
  const left = readOperand(cursor);
  const operator = takeComparator(cursor);
  if (operator === undefined) return { kind: "value", operand: left };
  const right = readOperand(cursor);
  return { kind: "comparison", operator, sides: { left, right } };
}

function takeComparator(cursor: Cursor): Comparator | undefined {
  const token = peek(cursor);
  if (token?.kind !== "sign" || !isComparator(token.text)) return undefined;
  take(cursor);
  return token.text;
}

function isComparator(text: string): text is Comparator {
  return COMPARATORS.includes(text);
}

function readOperand(cursor: Cursor): Operand {
  const token = peek(cursor);
  switch (token?.kind) {
    case "text":
      take(cursor);
      return { kind: "literal", value: token.text };
    case "number":
      take(cursor);
      return { kind: "literal", value: Number(token.text) };
    case "name":
      return token.text === "true" || token.text === "false"
        ? readTruth(cursor, token)
        : { kind: "path", path: readPath(cursor) };
    case "sign":
    case undefined:
      return fail(cursor, "has no value", { kind: "literal", value: false });
  }
}

function readTruth(cursor: Cursor, token: Token): Operand {
  take(cursor);
  return { kind: "literal", value: token.text === "true" };
}

function isSign(token: Token | undefined, sign: string): boolean {
  return token?.kind === "sign" && token.text === sign;
}
