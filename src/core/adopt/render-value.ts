import { isJsonList, isJsonObject, type Json } from "../object/json.ts";
import { isPrintable, type Quotes, renderScalar } from "./render-scalar.ts";
import { indented } from "./text-lines.ts";

/** Lines that begin in the column of their parent's children. */
export interface BlockWish {
  readonly indent: number;
  readonly dashIndent: number;
  readonly quotes: Quotes;
  readonly hasBlockTexts: boolean;
}

/** Whether a value is written over several lines in block style. */
export function isBlock(value: Json): boolean {
  if (isJsonList(value)) return value.length > 0;
  return isJsonObject(value) && Object.keys(value).length > 0;
}

/** A map's or list's lines in block style, or a scalar's one line. */
export function renderBlock(value: Json, wish: BlockWish): readonly string[] {
  if (isJsonList(value) && value.length > 0) {
    return value.flatMap((item) => renderItem(item, wish));
  }
  if (isJsonObject(value) && Object.keys(value).length > 0) {
    return Object.entries(value).flatMap(([key, member]) => renderMember(key, member, wish));
  }
  return [renderInline(value, wish)];
}

/** `- item`, over as many lines as it takes. */
export function renderItem(item: Json, wish: BlockWish): readonly string[] {
  const literal = wish.hasBlockTexts ? literalOf(item, 2) : undefined;
  const [first = "", ...rest] = literal ?? renderBlock(item, wish);
  return [`- ${first}`, ...(literal === undefined ? indented(rest, 2) : rest)];
}

/** `key: value`, over as many lines as it takes. */
export function renderMember(key: string, value: Json, wish: BlockWish): readonly string[] {
  const name = renderScalar(key, { quotes: "none", isInFlow: false });
  const literal = wish.hasBlockTexts ? literalOf(value, wish.indent) : undefined;
  if (literal !== undefined) return [`${name}: ${literal[0] ?? ""}`, ...literal.slice(1)];
  if (!isBlock(value)) return [`${name}: ${renderInline(value, wish)}`];
  const columns = isJsonList(value) ? wish.dashIndent : wish.indent;
  return [`${name}:`, ...indented(renderBlock(value, wish), columns)];
}

/** A scalar, `{}` or `[]`. */
function renderInline(value: Json, wish: BlockWish): string {
  return typeof value === "object" && value !== null
    ? JSON.stringify(value)
    : renderScalar(value, { quotes: wish.quotes, isInFlow: false });
}

/**
 * A text of several lines as a literal block (`|`): its head, then its lines, deeper by `columns` than its parent. `undefined` for
 * what is no such text, or cannot be written so.
 */
export function literalOf(value: Json, columns: number): readonly string[] | undefined {
  if (typeof value !== "string" || !value.includes("\n")) return undefined;
  const isEnded = value.endsWith("\n");
  const lines = (isEnded ? value.slice(0, -1) : value).split("\n");
  // Empty lines at the end, or blanks at the begin, would need marks that are easily misread.
  const isFit = /^[^\s]/.test(value) && lines.at(-1) !== "" && lines.every(isLiteralLine);
  return isFit ? [isEnded ? "|" : "|-", ...indented(lines, columns)] : undefined;
}

function isLiteralLine(line: string): boolean {
  return isPrintable(line.replaceAll("\t", "")) && !/^\s+$/.test(line);
}

/** How a map or list between brackets is written. */
export interface FlowWish {
  readonly isJson: boolean;
  readonly quotes: Quotes;
  /** After a colon or comma. */
  readonly space: "" | " ";
}

/** A value on one line, as between brackets. */
export function renderFlow(value: Json, wish: FlowWish): string {
  if (isJsonList(value)) {
    return `[${value.map((item) => renderFlow(item, wish)).join(`,${wish.space}`)}]`;
  }
  if (isJsonObject(value)) {
    const members = Object.entries(value).map(([key, member]) =>
      renderFlowMember(key, member, wish),
    );
    return `{${members.join(`,${wish.space}`)}}`;
  }
  const quotes = wish.isJson ? "double" : wish.quotes;
  return renderScalar(value, { quotes, isInFlow: true });
}

/** `key: value` between brackets. */
export function renderFlowMember(key: string, value: Json, wish: FlowWish): string {
  const name = renderScalar(key, { quotes: wish.isJson ? "double" : "none", isInFlow: true });
  // Without quotes before it a colon needs its space.
  const space = name.startsWith('"') ? wish.space : " ";
  return `${name}:${space}${renderFlow(value, wish)}`;
}

/** A map or list between brackets over several lines, as JSON is often written. */
export function renderTallFlow(
  value: Json,
  at: { readonly indent: number; readonly column: number; readonly eol: string },
): string {
  const [first = "", ...rest] = JSON.stringify(value, null, at.indent).split("\n");
  return [first, ...indented(rest, at.column)].join(at.eol);
}
