import type { YAMLMap, YAMLSeq } from "yaml";
import type { Json } from "../object/json.ts";
import { flowWishOf } from "./flow-wish.ts";
import {
  columnOfMembers,
  itemEnd,
  itemStart,
  memberEnd,
  memberStart,
  spanOf,
} from "./node-span.ts";
import type { OpenText } from "./open-text.ts";
import type { Quotes } from "./render-scalar.ts";
import {
  isBlock,
  renderFlow,
  renderFlowMember,
  renderItem,
  renderMember,
  renderTallFlow,
} from "./render-value.ts";
import { beginsLine, columnOf, indented, lineEnd, lineStart, type Splice } from "./text-lines.ts";

/** Adds a member to a map that has some: after the last one, written as they are. */
export function addMember(
  map: YAMLMap,
  member: { readonly key: string; readonly value: Json },
  open: OpenText,
): readonly Splice[] {
  const { key, value } = member;
  const end = memberEnd(open.text, map, map.items.length - 1);
  if (end === undefined) return [];
  if (map.flow === true) {
    const wish = flowWishOf(open, map);
    const start = memberStart(map, map.items.length - 1);
    const put = renderFlowMember(key, value, wish);
    const tall = isTall(open.text, map, start)
      ? `${renderFlowMember(key, null, wish).slice(0, -"null".length)}${tallValue(value, { map, open, start })}`
      : undefined;
    return addInFlow(map, { end, put: tall ?? put, column: tallColumn(open, map, start) }, open);
  }
  const lines = renderMember(key, value, { ...open.style, quotes: quotesIn(open) });
  return addLines(end, indented(lines, columnOfMembers(open.text, map)), open);
}

/** Puts an item into a list that has some, before the one that has this index now. */
export function addItem(
  seq: YAMLSeq,
  item: { readonly index: number; readonly value: Json },
  open: OpenText,
): readonly Splice[] {
  const { index, value } = item;
  if (index === 0) return addFirst(seq, value, open);
  const end = itemEnd(open.text, seq, index - 1);
  if (end === undefined) return [];
  if (seq.flow === true) {
    const start = itemStart(seq, index - 1);
    const put = isTall(open.text, seq, start)
      ? tallValue(value, { map: seq, open, start })
      : renderFlow(value, flowWishOf(open, seq));
    return addInFlow(seq, { end, put, column: tallColumn(open, seq, start) }, open);
  }
  const lines = renderItem(value, { ...open.style, quotes: quotesIn(open) });
  return addLines(end, indented(lines, columnOfMembers(open.text, seq)), open);
}

function addFirst(seq: YAMLSeq, value: Json, open: OpenText): readonly Splice[] {
  const { text, style } = open;
  const start = itemStart(seq, 0);
  if (start === undefined) return [];
  if (seq.flow === true) {
    const wish = flowWishOf(open, seq);
    const column = tallColumn(open, seq, start);
    const gap = column === undefined ? wish.space : style.eol + " ".repeat(column);
    return [{ start, end: start, text: `${renderFlow(value, wish)},${gap}` }];
  }
  const lines = renderItem(value, { ...style, quotes: quotesIn(open) });
  const column = columnOf(text, start);
  const [first = "", ...rest] = lines;
  const put = [first, ...indented(rest, column), ""].join(style.eol) + " ".repeat(column);
  return [{ start, end: start, text: put }];
}

function addLines(
  end: number,
  lines: readonly string[],
  { text, style }: OpenText,
): readonly Splice[] {
  const at = lineEnd(text, end);
  return [{ start: at, end: at, text: lines.map((line) => style.eol + line).join("") }];
}

/** A comment behind the last one stays behind it: the comma comes before, the new one after it. */
function addInFlow(
  node: YAMLMap | YAMLSeq,
  put: { readonly end: number; readonly put: string; readonly column: number | undefined },
  { text, style, ...open }: OpenText,
): readonly Splice[] {
  const { end, column } = put;
  const { space } = flowWishOf({ text, style, ...open }, node);
  if (column === undefined) return [{ start: end, end, text: `,${space}${put.put}` }];
  const line = style.eol + " ".repeat(column) + put.put;
  const rest = text.slice(end, lineEnd(text, end));
  if (!/^[ \t]*#/.test(rest)) return [{ start: end, end, text: `,${line}` }];
  const at = end + rest.length;
  return [
    { start: end, end, text: "," },
    { start: at, end: at, text: line },
  ];
}

/** Each member or item between the brackets begins a line. */
function isTall(text: string, node: YAMLMap | YAMLSeq, start: number | undefined): boolean {
  const span = spanOf(text, node);
  return (
    start !== undefined &&
    span !== undefined &&
    lineStart(text, start) > span.start &&
    beginsLine(text, start)
  );
}

function tallColumn(
  { text }: OpenText,
  node: YAMLMap | YAMLSeq,
  start: number | undefined,
): number | undefined {
  return start !== undefined && isTall(text, node, start) ? columnOf(text, start) : undefined;
}

function tallValue(
  value: Json,
  at: {
    readonly map: YAMLMap | YAMLSeq;
    readonly open: OpenText;
    readonly start: number | undefined;
  },
): string {
  const { map, open, start = 0 } = at;
  const wish = flowWishOf(open, map);
  if (!wish.isJson || !isBlock(value)) return renderFlow(value, wish);
  const column = columnOf(open.text, start);
  return renderTallFlow(value, { indent: open.style.indent, column, eol: open.style.eol });
}

function quotesIn({ style }: OpenText): Quotes {
  return style.isJson ? "double" : "none";
}
