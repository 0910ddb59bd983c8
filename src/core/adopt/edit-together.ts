import { isMap, isScalar, isSeq } from "yaml";
import { groupBy } from "../graph/group-by.ts";
import { isJsonEqual } from "../object/json.ts";
import { objectKey } from "../object/object-id.ts";
import { changesTogether } from "./changes-together.ts";
import type { PlacedWish } from "./edit-file.ts";
import { findChange } from "./find-change.ts";
import { followPath } from "./follow-path.ts";
import { spanOf } from "./node-span.ts";
import type { OpenDocument, OpenText } from "./open-text.ts";
import { openAgain, type ReadingBudget, type ReadText, readManifests } from "./reading-budget.ts";
import { piecesOf, type TextChange, withChanges } from "./text-change.ts";
import { type Splice, spliced } from "./text-lines.ts";
import { traceNode } from "./trace-node.ts";

/**
 * Fulfils wishes that have nothing to do with each other by one edit that is read back once: a hundred edits of a large text read
 * one by one would stop the agent for a minute. Where that fails halves are tried; a single one, and what stands where anchors
 * are, is left to who asks.
 *
 * @param told.fulfilled - Gets those that are.
 */
export function editTogether(
  state: ReadText,
  wishes: readonly PlacedWish[],
  told: { readonly fulfilled: Set<PlacedWish>; readonly budget: ReadingBudget },
): ReadText {
  const changes = apart(wishes.flatMap((wish) => changeOf(state.open, wish) ?? []));
  if (changes.length < 2 || told.budget.left < 0) return state;
  const made = tryTogether(state, changes, told.budget);
  if (made !== undefined) {
    for (const { wish } of changes) told.fulfilled.add(wish);
    return made;
  }
  const middle = changes.length >> 1;
  const tried = changes.map(({ wish }) => wish);
  const half = editTogether(state, tried.slice(0, middle), told);
  return editTogether(half, tried.slice(middle), told);
}

interface SplicedWish {
  readonly wish: PlacedWish;
  readonly changes: readonly TextChange[];
  readonly splices: readonly Splice[];
}

/** `undefined` when it cannot be made by one edit, or others read the same text. */
function changeOf(open: OpenText, wish: PlacedWish): SplicedWish | undefined {
  const document = open.documents[wish.document];
  if (document === undefined) return undefined;
  const freed = { ...wish, desired: undefined, isAddition: false };
  const found = findChange(document.value, wish.at, freed);
  if (typeof found === "string" || isNearAnchor(open, document, found)) return undefined;
  const changes = piecesOf(document.value, found);
  const splices = changesTogether(open, document, changes);
  return splices === undefined ? undefined : { wish, changes, splices };
}

/** Whether an anchor, an alias or a merge is on the way to a place, or below it. */
function isNearAnchor(open: OpenText, { root }: OpenDocument, { steps }: TextChange): boolean {
  const way = [...steps.keys(), steps.length].map((depth) =>
    traceNode(root, steps.slice(0, depth)),
  );
  const isRead = way.some(
    ({ kind, node }) => kind === "alias" || kind === "merged" || isAnchored(node),
  );
  const last = way.at(-1);
  const span = last?.kind === "node" ? spanOf(open.text, last.node) : undefined;
  return isRead || (span !== undefined && /[&*]/.test(open.text.slice(span.start, span.end)));
}

function isAnchored(node: unknown): boolean {
  return (isMap(node) || isSeq(node) || isScalar(node)) && node.anchor !== undefined;
}

/** Without those that touch the text of one before. */
function apart(changes: readonly SplicedWish[]): readonly SplicedWish[] {
  let free = 0;
  return changes
    .map((change) => ({
      change,
      start: Math.min(...change.splices.map(({ start }) => start)),
      end: Math.max(...change.splices.map(({ end }) => end)),
    }))
    .toSorted((a, b) => a.start - b.start)
    .filter(({ start, end }) => {
      const isFree = start >= free;
      if (isFree) free = end;
      return isFree;
    })
    .map(({ change }) => change);
}

function tryTogether(
  { path, open, manifests }: ReadText,
  changes: readonly SplicedWish[],
  budget: ReadingBudget,
): ReadText | undefined {
  const text = spliced(
    open.text,
    changes.flatMap(({ splices }) => splices),
  );
  const made = openAgain(text, budget);
  if (made === undefined) return undefined;
  const byDocument = groupBy(changes, ({ wish }) => wish.document);
  const expected = open.documents.map(({ value }, document) =>
    withChanges(
      value,
      (byDocument.get(document) ?? []).flatMap((each) => each.changes),
    ),
  );
  const said = made.documents.map(({ value }) => value);
  if (!isJsonEqual(expected, said)) return undefined;
  const read = readManifests(path, text, budget);
  const isGood = read !== undefined && isSaid(manifests, read, changes);
  return isGood ? { path, open: made, manifests: read } : undefined;
}

/** As the agent will read it: the same objects, and of each that was meant the live values. */
function isSaid(
  old: ReadText["manifests"],
  read: ReadText["manifests"],
  changes: readonly SplicedWish[],
): boolean {
  const isSameSet = isJsonEqual(
    old.map(({ id }) => objectKey(id)),
    read.map(({ id }) => objectKey(id)),
  );
  const changed = read.filter(({ body }, index) => !isJsonEqual(body, old[index]?.body ?? null));
  const meant = new Set(
    changes.map(({ wish: { document, at } }) => JSON.stringify([document, at])),
  );
  return (
    isSameSet &&
    changed.length === meant.size &&
    changes.every(({ wish: { path: field, live } }) =>
      changed.some(({ body }) => {
        const { left, value } = followPath(body, field);
        return left.length === 0 ? isJsonEqual(value, live) : live === undefined;
      }),
    )
  );
}
