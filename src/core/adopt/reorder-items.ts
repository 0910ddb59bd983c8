import type { YAMLSeq } from "yaml";
import { itemEnd, itemStart } from "./node-span.ts";
import type { OpenText } from "./open-text.ts";
import { beforeBreak, beginsLine, lineEnd, lineStart, type Splice } from "./text-lines.ts";

/** Puts the items of a list into another order, each with the comments above and behind it. @param order - Old indexes. */
export function reorderItems(
  seq: YAMLSeq,
  order: readonly number[],
  { text }: OpenText,
): readonly Splice[] {
  const spans = seq.items.map((_, index) => ({
    start: itemStart(seq, index) ?? 0,
    end: itemEnd(text, seq, index) ?? 0,
  }));
  const pieces = seq.flow === true ? spans : linesOf(text, spans);
  return pieces.map(({ start, end }, index) => {
    const from = pieces[order[index] ?? index] ?? { start, end };
    return { start, end, text: text.slice(from.start, from.end) };
  });
}

interface Range {
  readonly start: number;
  readonly end: number;
}

/** From the end of the line before to the end of the last own line. */
function linesOf(text: string, spans: readonly Range[]): readonly Range[] {
  let before = -1;
  return spans.map(({ start, end }) => {
    const from = before < 0 ? firstStart(text, start) : before;
    before = lineEnd(text, end);
    return { start: from, end: before };
  });
}

function firstStart(text: string, start: number): number {
  return beginsLine(text, start) ? beforeBreak(text, lineStart(text, start)) : start;
}
