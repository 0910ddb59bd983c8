import { Composer, type Document, LineCounter, Parser } from "yaml";
import { convertYaml } from "../manifest/convert-yaml.ts";
import type { Json } from "../object/json.ts";
import { findTextStyle, type TextStyle } from "./text-style.ts";

/** One document of a text, with what each value says and the tokens that it was written with. */
export interface OpenDocument {
  /** Its root node of the `yaml` package. */
  readonly root: unknown;
  /** As kubectl reads it. */
  readonly value: Json;
}

/** A text that can be edited: every document of it is well formed. */
export interface OpenText {
  readonly text: string;
  readonly style: TextStyle;
  readonly documents: readonly OpenDocument[];
  /** From 1. */
  readonly lineAt: (offset: number) => number;
  /** Where a line begins, by its number from 1. */
  readonly offsetOf: (line: number) => number;
}

/**
 * Reads a YAML or JSON text with the offsets of all its pieces. Of a text that `parseFile` takes: nothing here bounds its depth.
 *
 * @returns `undefined` when a document of it is no YAML or says what is not taken.
 */
export function openText(text: string): OpenText | undefined {
  const lines = new LineCounter();
  const composer = new Composer({
    schema: "failsafe",
    merge: false,
    resolveKnownTags: false,
    uniqueKeys: false,
    logLevel: "silent",
    keepSourceTokens: true,
  });
  const parsed: Document.Parsed[] = [];
  for (const token of new Parser(lines.addNewLine).parse(text)) {
    parsed.push(...composer.next(token));
  }
  parsed.push(...composer.end());
  const documents = parsed.map(({ contents }) => ({ root: contents, ...convertYaml(contents) }));
  const isSound =
    parsed.every(({ errors }) => errors.length === 0) &&
    documents.every(({ problems }) => problems.length === 0);
  if (!isSound) return undefined;
  const roots = documents.map(({ root }) => root);
  return {
    text,
    style: findTextStyle(text, roots),
    documents,
    lineAt: (offset) => lines.linePos(offset).line,
    offsetOf: (line) => lines.lineStarts[line - 1] ?? text.length,
  };
}

/** Whether a text has an anchor, or looks as if: a place of it may be read elsewhere. */
export function hasAnchor({ text }: OpenText): boolean {
  return /(?:^|[\s,[{])&\S/.test(text);
}
