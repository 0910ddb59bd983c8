import { type CST, isMap, type YAMLMap, type YAMLSeq } from "yaml";
import { itemEnd, itemStart, itemsOf, memberEnd, memberStart, membersOf } from "./node-span.ts";
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
  if (comma === undefined) {
    return next === undefined ? [] : [{ start, end: next, text: "" }];
  }
  // A comment of the one before stays behind it.
  const note = tokensBefore(node, index).findLast(({ type }) => type === "comment");
  if (note === undefined) return [{ start: comma.offset, end, text: "" }];
  const noteEnd = note.offset + note.source.length;
  const rest = /^[ \t]*,?[ \t]*(?:#[^\r\n]*)?/.exec(text.slice(end))?.[0] ?? "";
  return next === undefined
    ? [
        { start: comma.offset, end: comma.offset + 1, text: "" },
        { start: noteEnd, end: end + rest.length, text: "" },
      ]
    : [{ start: noteEnd, end: end + rest.length, text: "" }];
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
