import type { Line, Span } from "./line.ts";
import { printable } from "./printable.ts";
import { characterWidth, textWidth } from "./text-width.ts";

/** The line in at most that many columns, ending in `…` where it was cut. */
export function fitLine(line: Line, columns: number): Line {
  const texts = line.map((span) => printable(textOf(span)));
  if (texts.reduce((sum, text) => sum + textWidth(text), 0) <= columns) return line;
  let left = columns - 1;
  const kept: Span[] = [];
  for (const [index, span] of line.entries()) {
    const text = startOf(texts[index] ?? "", left);
    left = text === texts[index] ? left - textWidth(text) : 0;
    if (text !== "") kept.push(typeof span === "string" ? text : { ...span, text });
  }
  return columns < 1 ? [] : [...kept, "…"];
}

function textOf(span: Span): string {
  return typeof span === "string" ? span : span.text;
}

function startOf(text: string, columns: number): string {
  let left = columns;
  let start = "";
  for (const character of text) {
    left -= characterWidth(character);
    if (left < 0) return start;
    start += character;
  }
  return start;
}
