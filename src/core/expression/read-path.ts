import type { FieldPath, FieldStep } from "./field-path.ts";
import { type Cursor, fail, peek, take, takeSign } from "./token-cursor.ts";

/**
 * Reads a path: names joined by dots, and in square brackets a number from 0, a name in quotes (`["a.b/c"]`), or which item
 * of a list (`[type=Ready]`, `[type="a.b/c"]`).
 */
export function readPath(cursor: Cursor): FieldPath {
  const from = peek(cursor)?.from ?? 0;
  const steps: FieldStep[] = [readName(cursor)];
  for (;;) {
    if (takeSign(cursor, ".")) steps.push(readName(cursor));
    else if (takeSign(cursor, "[")) steps.push(readBracket(cursor));
    else break;
  }
  const to = cursor.tokens[cursor.at - 1]?.to ?? from;
  return { text: cursor.text.slice(from, to), steps };
}

function readName(cursor: Cursor): FieldStep {
  const token = peek(cursor);
  if (token?.kind !== "name") return fail(cursor, "has no name of a field", NO_STEP);
  take(cursor);
  return { kind: "key", key: token.text };
}

function readBracket(cursor: Cursor): FieldStep {
  const step = readInner(cursor);
  return takeSign(cursor, "]") ? step : fail(cursor, "lacks a closing square bracket", step);
}

function readInner(cursor: Cursor): FieldStep {
  const token = peek(cursor);
  if (token?.kind === "number" && /^\d{1,6}$/.test(token.text)) {
    take(cursor);
    return { kind: "index", index: Number(token.text) };
  }
  if (token?.kind === "text") {
    take(cursor);
    return { kind: "key", key: token.text };
  }
  return readItem(cursor);
}

function readItem(cursor: Cursor): FieldStep {
  const [name, equals, value] = cursor.tokens.slice(cursor.at, cursor.at + 3);
  if (name?.kind !== "name" || equals?.text !== "=" || value === undefined) {
    return fail(cursor, "has no number, name in quotes or name=value", NO_STEP);
  }
  cursor.at += 2;
  if (value.kind === "sign") return fail(cursor, "has no value", NO_STEP);
  take(cursor);
  return { kind: "item", key: name.text, value: value.text };
}

const NO_STEP: FieldStep = { kind: "key", key: "" };
