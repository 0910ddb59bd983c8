import { canonicalText, type Json } from "../object/json.ts";
import { breakCommands } from "./break-commands.ts";
import { visibleText } from "./visible-text.ts";

/** Characters of other people's text; the JSON file has more of it. */
const TEXT_MAX = 160;
/** Characters of a long sentence, and how many of them are its end, which says what to do. */
const SENTENCE_MAX = 2_000;
const SENTENCE_END = 600;
/** Characters of a value: forges break no line inside of it, and a wider table hides its last columns. */
const VALUE_MAX = 60;

/** Rows from `markdownRow`, or lines of a list where there are no columns. */
export interface MarkdownTable {
  readonly columns?: readonly string[];
  readonly rows: readonly string[];
}

/**
 * The lines of a table or list with at most so many rows, and below it what is said of the others.
 *
 * @param notesOf Takes how many have no place.
 */
export function markdownTable(
  { columns = [], rows }: MarkdownTable,
  rowsMax: number,
  notesOf: (more: number) => readonly string[],
): readonly string[] {
  const shown = rows.slice(0, rowsMax);
  const notes = notesOf(rows.length - shown.length);
  const heads =
    columns.length === 0 || shown.length === 0 ? [] : [columns, columns.map(() => "---")];
  const lines = [...heads.map(markdownRow), ...shown];
  // A line right below a table would be one of its rows.
  return [...lines, ...(lines.length > 0 && notes.length > 0 ? [""] : []), ...notes];
}

export function markdownRow(cells: readonly string[]): string {
  return `| ${cells.join(" | ")} |`;
}

/** A heading and what stands below it; nothing without lines. */
export function markdownSection(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [`## ${title}`, lines.join("\n")];
}

export function codeOfValue(value: Json): string {
  return value === null ? "not set" : codeSpan(canonicalText(value), VALUE_MAX);
}

/**
 * Other people's text as a code span, in which forges read neither Markdown, HTML, mentions nor references; what could end the
 * span or a table's cell is written as `\u0060` and `\u007c`.
 *
 * @see https://github.github.com/gfm/#code-spans
 */
export function markdownCode(text: string): string {
  return codeSpan(text, TEXT_MAX);
}

/** The same for a long sentence, outside of tables. */
export function markdownSentence(text: string): string {
  return codeSpan(text, SENTENCE_MAX, SENTENCE_END);
}

/** @param end How many of the characters are the last ones, where there are too many. */
function codeSpan(text: string, max: number, end = 0): string {
  const characters = Array.from(breakCommands(visibleText(text)));
  const { length } = characters;
  const shown =
    length > max
      ? [...characters.slice(0, max - end), "…", ...characters.slice(length - end)]
      : characters;
  const inner = shown.join("").replaceAll("`", "\\u0060").replaceAll("|", "\\u007c");
  return inner.trim() === "" ? "–" : `\`${inner}\``;
}
