import { Composer, type CST, type Document, Lexer, LineCounter, Parser } from "yaml";
import type { Step } from "../object/json.ts";
import { convertYaml } from "./convert-yaml.ts";
import { locateNode } from "./locate-node.ts";
import { syntaxText } from "./syntax-text.ts";
import type { TextPlace, YamlDocument, YamlProblem } from "./yaml-document.ts";

/** Levels of maps and lists in each other. */
const DEPTH_MAX = 256;
/** What the parser has open beside maps and lists: the document and a scalar, and some more to be sure. */
const STACK_MAX = DEPTH_MAX + 8;
/** Words, marks, blanks and line ends of one document. Each takes about a kilobyte while it is read. */
const PIECES_MAX = 1_000_000;
/** Syntax errors that are told of one document: the rest often follows from the first. */
const ERRORS_MAX = 20;

/**
 * Reads a YAML or JSON text as kubectl does, one document at a time, so that a large file never
 * stands in memory as a whole. Never throws; what kubectl would quietly read otherwise than the
 * author means is a problem (duplicate keys, documents after `...`, integers beyond 2^53).
 *
 * @param piecesMax - Words, marks, blanks and line ends of the whole text, for a reader whom others wait for.
 * @see https://yaml.org/spec/1.2.2/
 */
export function* parseYaml(
  text: string,
  piecesMax = Number.POSITIVE_INFINITY,
): Generator<YamlDocument> {
  const lines = new LineCounter();
  const composer = new Composer({
    schema: "failsafe",
    merge: false,
    resolveKnownTags: false,
    // Duplicate keys are found while converting, where `1` and `"1"` are the same key.
    uniqueKeys: false,
    logLevel: "silent",
  });
  let count = 0;
  for (const token of tokensOf(text, { lines, piecesMax })) {
    if ("what" in token) {
      yield brokenDocument(token);
      return;
    }
    if (isDeeper(token, DEPTH_MAX)) {
      yield brokenDocument(tooDeep(placeOf(lines, token.offset)));
      return;
    }
    for (const document of composer.next(token)) {
      yield readDocument(document, { lines, isFirst: count === 0 });
      count += 1;
    }
    if (isForeignDirective(token)) yield brokenDocument(foreignDirective(token, lines));
  }
  for (const document of composer.end()) {
    yield readDocument(document, { lines, isFirst: count === 0 });
    count += 1;
  }
  const { errors } = composer.streamInfo();
  if (count === 0 && errors.length > 0) {
    yield brokenDocument(...syntaxProblems(errors, lines));
  }
}

/**
 * The documents and what stands between them. What is too large is a problem and the last one; where it grows beyond all
 * measure that is seen before it is whole, because by then it would fill the memory.
 */
function* tokensOf(
  text: string,
  { lines, piecesMax }: { readonly lines: LineCounter; readonly piecesMax: number },
): Generator<CST.Token | YamlProblem, void> {
  const parser = new Parser(lines.addNewLine);
  lines.addNewLine(0);
  let pieces = 0;
  let allPieces = 0;
  for (const piece of new Lexer().lex(text)) {
    allPieces += 1;
    pieces = parser.stack.length === 0 ? 1 : pieces + 1;
    const start = parser.stack[0]?.offset ?? 0;
    if (parser.stack.length > STACK_MAX) {
      yield tooDeep(placeOf(lines, start));
      return;
    }
    if (pieces > PIECES_MAX || allPieces > piecesMax) {
      yield tooLong(placeOf(lines, start), Math.min(PIECES_MAX, piecesMax));
      return;
    }
    yield* parser.next(piece);
  }
  yield* parser.end();
}

interface Reading {
  readonly lines: LineCounter;
  readonly isFirst: boolean;
}

function readDocument(document: Document.Parsed, reading: Reading): YamlDocument {
  const { lines } = reading;
  const start = placeOf(lines, document.contents?.range[0] ?? document.range[0]);
  if (document.errors.length > 0) {
    return brokenDocument(...syntaxProblems(document.errors, lines));
  }
  const { value, problems } = convertYaml(document.contents);
  const isMarked = reading.isFirst || document.directives.docStart === true;
  if (!isMarked && value !== null) return brokenDocument(dropped(start));
  return {
    value,
    isBroken: false,
    problems: problems.map(({ offset, ...problem }) => ({ ...placeOf(lines, offset), ...problem })),
    placeOf: (steps: readonly Step[]) =>
      steps.length === 0 ? start : placeOf(lines, locateNode(document.contents, steps)),
  };
}

function brokenDocument(...problems: readonly YamlProblem[]): YamlDocument {
  const { line, column } = problems[0] ?? { line: 1, column: 1 };
  return { value: null, isBroken: true, problems, placeOf: () => ({ line, column }) };
}

function placeOf(lines: LineCounter, offset: number): TextPlace {
  const { line, col } = lines.linePos(offset);
  return { line: Math.max(line, 1), column: Math.max(col, 1) };
}

function syntaxProblems(
  errors: readonly { readonly code: string; readonly pos: readonly [number, number] }[],
  lines: LineCounter,
): readonly YamlProblem[] {
  return errors.slice(0, ERRORS_MAX).map(({ code, pos }) => ({
    ...placeOf(lines, pos[0]),
    what: syntaxText(code),
    expected: "YAML or JSON as kubectl reads it",
  }));
}

function dropped(start: TextPlace): YamlProblem {
  return {
    ...start,
    what: "a document after `...`, which kubectl drops",
    expected: "`---` on a line of its own before each document",
  };
}

function tooDeep(start: TextPlace): YamlProblem {
  return {
    ...start,
    what: "the document is nested too deeply",
    expected: `at most ${String(DEPTH_MAX)} levels`,
  };
}

function tooLong(start: TextPlace, piecesMax: number): YamlProblem {
  return {
    ...start,
    what: "the document is too long",
    expected: `at most ${String(piecesMax)} words, marks and line ends`,
  };
}

/** A directive is harmless when it names a version of YAML: both are read the same way here. */
function isForeignDirective(token: CST.Token): boolean {
  return token.type === "directive" && !/^%YAML[ \t]+1\.[12](?:[ \t]|$)/.test(token.source);
}

function foreignDirective(token: CST.Token, lines: LineCounter): YamlProblem {
  return {
    ...placeOf(lines, token.offset),
    what: "a directive that kubectl does not take",
    expected: "no line that begins with `%` before a document",
  };
}

/** Whether maps and lists stand deeper in each other than `max`. Itself not recursive: the text may be an attack. */
function isDeeper(token: CST.Token, max: number): boolean {
  let level: readonly CST.Token[] = [token];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > max) return true;
    level = level.flatMap(childrenOf);
  }
  return false;
}

function childrenOf(token: CST.Token): readonly CST.Token[] {
  if (token.type === "document") return token.value === undefined ? [] : [token.value];
  if (!("items" in token)) return [];
  return token.items.flatMap((item) =>
    [item.key, item.value].filter((child) => child !== undefined && child !== null),
  );
}
