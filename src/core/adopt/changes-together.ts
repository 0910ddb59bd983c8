import { findSplices } from "./edit-text.ts";
import type { OpenDocument, OpenText } from "./open-text.ts";
import type { TextChange } from "./text-change.ts";
import type { Splice } from "./text-lines.ts";

/** The pieces of text that several changes of one document replace, `undefined` when they cannot be made at once. */
export function changesTogether(
  open: OpenText,
  document: OpenDocument,
  changes: readonly TextChange[],
): readonly Splice[] | undefined {
  const found = changes.map((change) => findSplices(open, document, change));
  const all = found.flatMap((splices) => (typeof splices === "string" ? [] : splices));
  if (found.some((splices) => typeof splices === "string" || splices.length === 0)) {
    return undefined;
  }
  const sorted = all.toSorted((a, b) => a.start - b.start);
  const isApart = sorted.every(({ start }, index) => start >= (sorted[index - 1]?.end ?? 0));
  return isApart ? sorted : undefined;
}
