import { type CST, isMap, type YAMLMap, type YAMLSeq } from "yaml";
import {
  itemEnd,
  itemStart,
  itemsOf,
  memberEnd,
  memberStart,
  membersOf,
  spanOf,
} from "./node-span.ts";
import type { OpenText } from "./open-text.ts";
import { afterBreak, beginsLine, lineEnd, lineStart, type Splice } from "./text-lines.ts";

/** Takes a member of a map or an item of a list out, with its own lines and what follows in its last line. Others are left in it. */
export function removeMember(
  node: YAMLMap | YAMLSeq,
  index: number,
  open: OpenText,
): readonly Splice[] {
  const start = startOf(node, index);
  const end = endOf(open.text, node, index);
  if (start === undefined || end === undefined) return [];
  return node.flow === true
    ? removeInFlow(node, { index, start, end }, open.text)
    : removeLines(node, { index, start, end }, open.text);
}

interface Member {
  readonly index: number;
  readonly start: number;
  readonly end: number;
}

function removeLines(
  node: YAMLMap | YAMLSeq,
  { index, start, end }: Member,
  text: string,
): readonly Splice[] {
  const to = lineEnd(text, end);
  if (beginsLine(text, start)) {
    return [{ start: lineStart(text, start), end: afterBreak(text, to), text: "" }];
  }
  // It stands beside a dash: the next one takes its place.
  const next = startOf(node, index + 1);
  if (next === undefined) return [];
  const hasComment = tokensBefore(node, index + 1).some(({ type }) => type === "comment");
  const dashEnd = text.slice(0, start).trimEnd().length;
  return [hasComment ? { start: dashEnd, end: to, text: "" } : { start, end: next, text: "" }];
}

function removeInFlow(
  node: YAMLMap | YAMLSeq,
  { index, start, end }: Member,
  text: string,
): readonly Splice[] {
  const comma = tokensBefore(node, index).find(({ type }) => type === "comma");
  const next = startOf(node, index + 1);
  const ownEnd =
    end +
    (/^[ \t]*,?[ \t]*(?:#[^\r\n]*)?/.exec(text.slice(end, lineEnd(text, end)))?.[0] ?? "").length;
  if (comma === undefined) return removeFirst({ start, ownEnd, next }, text);
  // A comment of the one before stays behind it.
  const note = tokensBefore(node, index).findLast(({ type }) => type === "comment");
  if (note === undefined) return [{ start: comma.offset, end, text: "" }];
  const noteEnd = note.offset + note.source.length;
  // What follows in its line would be a part of that comment.
  const isLast = ownEnd === lineEnd(text, ownEnd);
  const own: Splice = { start: isLast ? noteEnd : start, end: ownEnd, text: "" };
  return next === undefined
    ? [{ start: comma.offset, end: comma.offset + 1, text: "" }, own]
    : [own];
}

/** Comments between it and the next one are of that one. */
function removeFirst(
  first: { readonly start: number; readonly ownEnd: number; readonly next: number | undefined },
  text: string,
): readonly Splice[] {
  const { start, ownEnd, next } = first;
  const hasComment = next === undefined || text.slice(ownEnd, next).includes("#");
  if (!hasComment) return [{ start, end: next, text: "" }];
  return beginsLine(text, start) && ownEnd === lineEnd(text, ownEnd)
    ? [{ start: lineStart(text, start), end: afterBreak(text, ownEnd), text: "" }]
    : [{ start, end: ownEnd, text: "" }];
}

/** Takes the only member or item out from between brackets; `undefined` when nobody has a comment beside it. */
export function removeOnlyInFlow(
  node: YAMLMap | YAMLSeq,
  { text }: OpenText,
): readonly Splice[] | undefined {
  const [span, start, end] = [spanOf(text, node), startOf(node, 0), endOf(text, node, 0)];
  if (node.flow !== true || !span || start === undefined || end === undefined) return undefined;
  const splices = removeInFlow(node, { index: 0, start, end }, text);
  const [first = span] = splices;
  const left = text.slice(span.start, first.start) + text.slice(first.end, span.end);
  return left.includes("#") ? splices : undefined;
}

function tokensBefore(node: YAMLMap | YAMLSeq, index: number): readonly CST.SourceToken[] {
  const written = isMap(node) ? membersOf(node) : itemsOf(node);
  return written[index]?.before ?? [];
}

function startOf(node: YAMLMap | YAMLSeq, index: number): number | undefined {
  return isMap(node) ? memberStart(node, index) : itemStart(node, index);
}

function endOf(text: string, node: YAMLMap | YAMLSeq, index: number): number | undefined {
  return isMap(node) ? memberEnd(text, node, index) : itemEnd(text, node, index);
}
