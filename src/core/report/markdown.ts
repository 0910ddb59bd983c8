import { canonicalText, type Json } from "../object/json.ts";
import { breakCommands } from "./break-commands.ts";
import { visibleText } from "./visible-text.ts";

/** Rows of a table: forges stop rendering long files. */
const ROWS_MAX = 200;
/** Characters of other people's text; the JSON file has more of it. */
const TEXT_MAX = 160;
/** Characters of a value: forges break no line inside of it, and a wider table hides its last columns. */
const VALUE_MAX = 60;

/** The lines of a table whose rows come from `markdownRow`; none without rows. */
export function markdownTable(
  columns: readonly string[],
  rows: readonly string[],
): readonly string[] {
  if (rows.length === 0) return [];
  const more = rows.length - ROWS_MAX;
  const rest = more > 0 ? ["", `${more} more rows are in the JSON file.`] : [];
  const head = [markdownRow(columns), markdownRow(columns.map(() => "---"))];
  return [...head, ...rows.slice(0, ROWS_MAX), ...rest];
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

function codeSpan(text: string, max: number): string {
  const characters = Array.from(breakCommands(visibleText(text)));
  const shown = characters.length > max ? [...characters.slice(0, max), "…"] : characters;
  const inner = shown.join("").replaceAll("`", "\\u0060").replaceAll("|", "\\u007c");
  return inner.trim() === "" ? "–" : `\`${inner}\``;
}
