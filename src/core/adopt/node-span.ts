import {
  type CST,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  Scalar,
  type YAMLMap,
  type YAMLSeq,
} from "yaml";
import { beforeBreak, columnOf } from "./text-lines.ts";

/** The tokens with which a member of a map or an item of a list is written. */
export interface Written {
  /** Before it: an indicator, a comma, an anchor, comments. */
  readonly before: readonly CST.SourceToken[];
  /** Between its key and its value; empty for an item of a list. */
  readonly between: readonly CST.SourceToken[];
}

/** The range of a node's value: from after its anchor and tag to its last character, without what follows in its last line. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Tokens that belong to a value and stand before it. */
const LEADS: ReadonlySet<string> = new Set(["map-value-ind", "seq-item-ind", "anchor", "tag"]);

/** A map's members as they are written, in the order of `map.items`. */
export function membersOf(map: YAMLMap): readonly Written[] {
  return map.items.map(({ srcToken }) => ({
    before: srcToken?.start ?? [],
    between: srcToken?.sep ?? [],
  }));
}

/** A list's items as they are written, in the order of `seq.items`. */
export function itemsOf(seq: YAMLSeq): readonly Written[] {
  const token = seq.srcToken;
  if (token === undefined || !("items" in token)) return [];
  const items = token.items.filter(
    ({ start, value }) => value !== undefined || start.some(({ type }) => LEADS.has(type)),
  );
  return items.map(({ start }) => ({ before: start, between: [] }));
}

/** Where a value may begin: after the colon or dash, its anchor and its tag. `undefined` when nothing of these is written. */
export function leadEnd({ before, between }: Written): number | undefined {
  const last = [...before, ...between].findLast(({ type }) => LEADS.has(type));
  return last === undefined ? undefined : last.offset + last.source.length;
}

/** Whether a tag says what the value has to be. */
export function hasTag(node: unknown): boolean {
  return (isScalar(node) || isMap(node) || isSeq(node)) && node.tag !== undefined;
}

export function isBlockScalar(node: unknown): node is Scalar {
  return (
    isScalar(node) && (node.type === Scalar.BLOCK_LITERAL || node.type === Scalar.BLOCK_FOLDED)
  );
}

/** A map or list between brackets. */
export function isFlow(node: unknown): node is YAMLMap | YAMLSeq {
  return (isMap(node) || isSeq(node)) && node.flow === true;
}

/** A map or list by indentation. */
export function isBlockCollection(node: unknown): node is YAMLMap | YAMLSeq {
  return (isMap(node) || isSeq(node)) && node.flow !== true;
}

/** The range of what is written, `undefined` for a null of which nothing is. */
export function spanOf(text: string, node: unknown): Span | undefined {
  if (!(isScalar(node) || isAlias(node) || isMap(node) || isSeq(node))) return undefined;
  const [start, end] = node.range ?? [0, 0];
  if (start === end) return undefined;
  if (isBlockScalar(node)) return { start, end: beforeBreak(text, end) };
  if (!isBlockCollection(node)) return { start, end };
  return { start, end: lastEnd(text, node) ?? end };
}

/** Where a member or item ends that is the last of a block map or list. */
function lastEnd(text: string, node: YAMLMap | YAMLSeq): number | undefined {
  return isMap(node)
    ? memberEnd(text, node, node.items.length - 1)
    : itemEnd(text, node, node.items.length - 1);
}

/** Where the member of a map ends, without what follows in its line. */
export function memberEnd(text: string, map: YAMLMap, index: number): number | undefined {
  const pair = map.items[index];
  const written = membersOf(map)[index];
  if (pair === undefined || written === undefined) return undefined;
  return spanOf(text, pair.value)?.end ?? leadEnd(written) ?? spanOf(text, pair.key)?.end;
}

/** Where the item of a list ends, without what follows in its line. */
export function itemEnd(text: string, seq: YAMLSeq, index: number): number | undefined {
  const written = itemsOf(seq)[index];
  return (
    spanOf(text, seq.items[index])?.end ?? (written === undefined ? undefined : leadEnd(written))
  );
}

/** Where the member of a map begins: at its key, or at the anchor or mark before it. */
export function memberStart(map: YAMLMap, index: number): number | undefined {
  const { before = [] } = membersOf(map)[index] ?? {};
  const lead = before.find(({ type }) => LEADS.has(type) || type === "explicit-key-ind");
  const key = map.items[index]?.key;
  const range = isScalar(key) || isAlias(key) ? key.range : undefined;
  return lead?.offset ?? range?.[0];
}

/** Where the item of a list begins: at its dash, or between brackets at its value or what stands before that. */
export function itemStart(seq: YAMLSeq, index: number): number | undefined {
  const { before = [] } = itemsOf(seq)[index] ?? {};
  const lead = before.find(({ type }) => LEADS.has(type));
  const node = seq.items[index];
  const range = isScalar(node) || isAlias(node) || isMap(node) || isSeq(node) ? node.range : null;
  return lead?.offset ?? range?.[0];
}

/** The column in which the members of a block map or the dashes of a block list begin; 0 for anything else. */
export function columnOfMembers(text: string, node: unknown): number {
  const start = firstStart(node);
  return start === undefined ? 0 : columnOf(text, start);
}

function firstStart(node: unknown): number | undefined {
  if (isMap(node)) return memberStart(node, 0);
  return isSeq(node) ? itemStart(node, 0) : undefined;
}
