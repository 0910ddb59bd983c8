import { isMap, isScalar, isSeq, Scalar } from "yaml";
import { isJsonList, type Json } from "../object/json.ts";
import { flowWishOf } from "./flow-wish.ts";
import {
  columnOfMembers,
  isBlockCollection,
  isBlockScalar,
  isFlow,
  leadEnd,
  type Span,
  spanOf,
} from "./node-span.ts";
import type { OpenText } from "./open-text.ts";
import { type Quotes, renderScalar } from "./render-scalar.ts";
import {
  isBlock,
  literalOf,
  renderBlock,
  renderFlow,
  renderFlowMember,
  renderMember,
} from "./render-value.ts";
import { beforeBreak, indented, lineEnd, lineStart, type Splice } from "./text-lines.ts";
import type { Held } from "./trace-node.ts";

/**
 * Writes another value where a node stands; its anchor, its tag and the comments around it stay. No splice where the node has
 * no place of its own.
 */
export function replaceNode(held: Held, value: Json, open: OpenText): readonly Splice[] {
  const { node, written, isInFlow } = held;
  const span = spanOf(open.text, node);
  const lead = written === undefined ? undefined : leadEnd(written);
  if (isInFlow || (isFlow(node) && node.items.length > 0)) {
    const text = renderFlow(value, { ...flowWishOf(open, node), quotes: quotesOf(node) });
    if (span !== undefined) return [{ ...span, text }];
    return lead === undefined ? [] : [{ start: lead, end: lead, text: ` ${text}` }];
  }
  if (lead === undefined) return [];
  const old: OldNode = { ...held, span, lead };
  const lines = linesOf(old, value, open);
  return lines === undefined
    ? putInline(old, inlineText(node, value, open), open.text)
    : putLines(old, lines, open);
}

/** Writes in place of an alias a map that takes all from it but one member. */
export function overrideAlias(
  held: Held,
  member: { readonly key: string; readonly value: Json },
  open: OpenText,
): readonly Splice[] {
  const { node, written, isInFlow } = held;
  const span = spanOf(open.text, node);
  const lead = written === undefined ? undefined : leadEnd(written);
  if (span === undefined) return [];
  const merge = `<<: ${open.text.slice(span.start, span.end)}`;
  if (isInFlow) {
    const put = renderFlowMember(member.key, member.value, flowWishOf(open, node));
    return [{ ...span, text: `{${merge}, ${put}}` }];
  }
  if (lead === undefined) return [];
  const old: OldNode = { ...held, span, lead };
  const wish = { ...open.style, quotes: quotesIn(open) };
  const lines = [merge, ...renderMember(member.key, member.value, wish)];
  return putLines(old, { head: "", lines: indented(lines, columnOfLines(old, {}, open)) }, open);
}

interface OldNode extends Held {
  readonly span: Span | undefined;
  /** After its colon or dash, anchor and tag. */
  readonly lead: number;
}

interface Lines {
  /** `|` or `|-`, beside the key or dash. */
  readonly head: string;
  readonly lines: readonly string[];
}

/** `undefined` when one line takes all. */
function linesOf(old: OldNode, value: Json, open: OpenText): Lines | undefined {
  const column = columnOfLines(old, value, open);
  if (isBlock(value)) {
    const wish = { ...open.style, quotes: quotesIn(open) };
    return { head: "", lines: indented(renderBlock(value, wish), column) };
  }
  // What is quoted on one line with `\n` in it stays so. Comments above the old value would be a part of a block text.
  const isOneLine =
    !open.style.hasBlockTexts ||
    quotesOf(old.node) === "double" ||
    keptEnd(old, open.text) !== undefined;
  const [head, ...lines] = isOneLine ? [] : (literalOf(value, column) ?? []);
  return head === undefined ? undefined : { head: ` ${head}`, lines };
}

function columnOfLines({ node, parent, span }: OldNode, value: Json, open: OpenText): number {
  const { style, text } = open;
  if (isBlockScalar(node) && !isBlock(value) && span !== undefined) {
    const shown = /\n( +)\S/.exec(text.slice(span.start, span.end));
    if (shown?.[1] !== undefined) return shown[1].length;
  }
  const column = columnOfMembers(text, parent);
  if (isSeq(parent)) return column + 2;
  return column + (isJsonList(value) ? style.dashIndent : style.indent);
}

function inlineText(node: unknown, value: Json, open: OpenText): string {
  if (typeof value === "object" && value !== null) return JSON.stringify(value);
  const quotes = quotesOf(node);
  return renderScalar(value, {
    quotes: quotes === "none" ? quotesIn(open) : quotes,
    isInFlow: false,
  });
}

function quotesIn({ style }: OpenText): Quotes {
  return style.isJson ? "double" : "none";
}

function quotesOf(node: unknown): Quotes {
  if (!isScalar(node)) return "none";
  if (node.type === Scalar.QUOTE_DOUBLE) return "double";
  return node.type === Scalar.QUOTE_SINGLE ? "single" : "none";
}

/** A comment beside the key, or behind the old value, stays where it is. */
function putInline(old: OldNode, put: string, text: string): readonly Splice[] {
  const { span, lead } = old;
  if (span === undefined) return [{ start: lead, end: lead, text: ` ${put}` }];
  if (!isBelow(old, text)) return [{ ...span, text: put }];
  const head: Splice = { start: lead, end: lead, text: ` ${put}` };
  const kept = keptEnd(old, text);
  if (kept === undefined) return [head, { start: lineEnd(text, lead), end: span.end, text: "" }];
  // A comment behind the last line is left below those above the first one.
  const to = lineEnd(text, span.end);
  const note = text.slice(span.end, to).trimStart();
  if (note === "") return [head, { start: kept, end: to, text: "" }];
  return [head, { start: span.start, end: to, text: note }];
}

/** Where the comments end that stand between a key or dash and the lines below it, if some do. */
function keptEnd(old: OldNode, text: string): number | undefined {
  const { span, lead } = old;
  if (span === undefined || !isBelow(old, text)) return undefined;
  const end = beforeBreak(text, lineStart(text, span.start));
  return text.slice(lineEnd(text, lead), end).includes("#") ? end : undefined;
}

function putLines(old: OldNode, { head, lines }: Lines, open: OpenText): readonly Splice[] {
  const { span, lead } = old;
  const { text } = open;
  const below = lines.map((line) => open.style.eol + line).join("");
  if (span !== undefined && isBelow(old, text)) {
    // Behind a line of a block text a comment would be a part of it.
    const to = head === "" ? span.end : lineEnd(text, span.end);
    return [
      { start: lead, end: lead, text: head },
      { start: keptEnd(old, text) ?? lineEnd(text, lead), end: to, text: below },
    ];
  }
  const end = span?.end ?? lead;
  if (isSeq(old.parent) && head === "") {
    return [{ start: lead, end, text: ` ${below.trimStart()}` }];
  }
  return [
    { start: lead, end, text: head },
    { start: lineEnd(text, end), end: lineEnd(text, end), text: below },
  ];
}

/** Whether a map or list stands in lines of its own below its key or dash. */
function isBelow({ node, span, lead }: OldNode, text: string): boolean {
  const isCollection = isMap(node) || isSeq(node);
  return isCollection && isBlockCollection(node) && (span?.start ?? 0) > lineEnd(text, lead);
}
