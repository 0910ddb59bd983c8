import { isAlias, isMap, isScalar, isSeq, LineCounter, parseAllDocuments } from "yaml";
import type { Step } from "../../src/core/object/json.ts";
import type { LiveEdit } from "./draw-live-edit.ts";

/** Lines of a text, from 0. */
export interface Lines {
  readonly first: number;
  readonly last: number;
}

/** The lines of the deepest node on the way that is written there, with its key; by the plain YAML reader. */
export function ownLines(text: string, edit: LiveEdit): Lines {
  const { lines, way } = wayTo(text, edit);
  // The last member takes its map with it: that one becomes `{}`.
  const takesParent = edit.live === undefined && isOnly(way.at(-2)?.node);
  const { node, start } = way.at(takesParent ? -2 : -1) ?? NOTHING;
  const end = Math.max(rangeOf(node)[1], start);
  return {
    first: lineOf(lines, start),
    last: lineOf(lines, text[end - 1] === "\n" ? end - 1 : end),
  };
}

/** The comments above the only member of a map or item of a list that goes, below the key that holds it. */
export function commentsAbove(text: string, edit: LiveEdit): readonly string[] {
  const { lines, way } = wayTo(text, edit);
  const [parent = NOTHING, own = NOTHING] = way.slice(-2);
  if (edit.live !== undefined || way.length <= edit.steps.length || !isOnly(parent.node)) return [];
  return text
    .split(/\r?\n/)
    .slice(lineOf(lines, parent.start) + 1, lineOf(lines, own.start))
    .filter((line) => /^\s*#/.test(line));
}

function wayTo(
  text: string,
  edit: LiveEdit,
): { readonly lines: LineCounter; readonly way: readonly Found[] } {
  const lines = new LineCounter();
  const documents = parseAllDocuments(text, {
    schema: "failsafe",
    uniqueKeys: false,
    lineCounter: lines,
  });
  const way: Found[] = [{ node: documents[edit.document]?.contents, start: 0 }];
  for (const step of edit.steps) {
    const next = findBelow(way.at(-1)?.node, step);
    if (next === undefined) break;
    way.push(next);
  }
  return { lines, way };
}

function isOnly(parent: unknown): boolean {
  return (isMap(parent) || isSeq(parent)) && parent.items.length === 1;
}

interface Found {
  readonly node: unknown;
  readonly start: number;
}

const NOTHING: Found = { node: undefined, start: 0 };

function lineOf(lines: LineCounter, offset: number): number {
  return lines.linePos(offset).line - 1;
}

function findBelow(node: unknown, step: Step): Found | undefined {
  if (isSeq(node) && typeof step === "number") {
    const item: unknown = node.items[step];
    return item === undefined ? undefined : { node: item, start: rangeOf(item)[0] };
  }
  if (!isMap(node)) return undefined;
  const pair = node.items.find(({ key }) => isScalar(key) && String(key.value) === step);
  return pair === undefined ? undefined : { node: pair.value, start: rangeOf(pair.key)[0] };
}

function rangeOf(node: unknown): readonly [number, number] {
  if (!isScalar(node) && !isMap(node) && !isSeq(node) && !isAlias(node)) return [0, 0];
  return [node.range?.[0] ?? 0, node.range?.[1] ?? 0];
}

/** The first and last old line that is another one now; the first is after the last when lines were only added. */
export function changedLines(before: string, after: string): Lines {
  const [old = [], now = []] = [before, after].map((text) => text.split(/\r?\n/));
  let first = 0;
  while (first < old.length && first < now.length && isSame(old[first], now[first])) first += 1;
  let left = 0;
  while (
    left < Math.min(old.length, now.length) - first &&
    old.at(-1 - left) === now.at(-1 - left)
  ) {
    left += 1;
  }
  return { first, last: old.length - left - 1 };
}

/** Between brackets the member before the last one loses or gets its comma. */
function isSame(old: string | undefined, now: string | undefined): boolean {
  return (
    old === now || old?.replace(/,(?=\s*(?:#.*)?$)/, "") === now?.replace(/,(?=\s*(?:#.*)?$)/, "")
  );
}
