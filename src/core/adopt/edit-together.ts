import { parseFile } from "../manifest/parse-file.ts";
import { isJsonEqual, type Json, valueAt } from "../object/json.ts";
import { objectKey } from "../object/object-id.ts";
import type { PlacedWish } from "./edit-file.ts";
import { findSplices } from "./edit-text.ts";
import { findChange } from "./find-change.ts";
import { followPath } from "./follow-path.ts";
import { type OpenText, openText } from "./open-text.ts";
import { diffValues, type TextChange, withChange } from "./text-change.ts";
import { type Splice, spliced } from "./text-lines.ts";

/** What is left to be read, in characters: reading back is what takes the time. */
export interface ReadingBudget {
  left: number;
}

/**
 * Fulfils wishes that have nothing to do with each other by one edit that is read back once: a hundred edits of a large file read
 * one by one would stop the agent for a minute. Where that fails halves are tried; a single one is left to who asks.
 *
 * @param fulfilled - Gets those that are.
 */
export function editTogether(
  state: { readonly path: string; readonly open: OpenText },
  wishes: readonly PlacedWish[],
  told: { readonly fulfilled: Set<PlacedWish>; readonly budget: ReadingBudget },
): OpenText {
  const { path, open } = state;
  if (wishes.length < 2) return open;
  told.budget.left -= open.text.length * 4;
  if (told.budget.left < 0) return open;
  const made = tryTogether(path, open, wishes);
  if (made !== undefined) {
    for (const wish of wishes) told.fulfilled.add(wish);
    return made;
  }
  const middle = wishes.length >> 1;
  const half = editTogether(state, wishes.slice(0, middle), told);
  return editTogether({ path, open: half }, wishes.slice(middle), told);
}

function tryTogether(
  path: string,
  open: OpenText,
  wishes: readonly PlacedWish[],
): OpenText | undefined {
  const changes = wishes.map((wish) => changeOf(open, wish));
  if (!changes.every((each) => each !== undefined)) return undefined;
  const splices = changes.flatMap(({ splices: own }) => own).toSorted((a, b) => a.start - b.start);
  if (splices.some(({ start }, index) => start < (splices[index - 1]?.end ?? 0))) return undefined;
  const made = openText(spliced(open.text, splices));
  if (made === undefined) return undefined;
  const expected = open.documents.map(({ value }, document) =>
    changes
      .filter((each) => each.document === document)
      .reduce<Json>((changed, { change }) => withChange(changed, change), value),
  );
  const said = made.documents.map(({ value }) => value);
  return isJsonEqual(expected, said) && isSaid(path, { open, made, wishes }) ? made : undefined;
}

interface SplicedChange {
  readonly document: number;
  readonly change: TextChange;
  readonly splices: readonly Splice[];
}

/** `undefined` when there is none, or it takes several small ones. */
function changeOf(open: OpenText, wish: PlacedWish): SplicedChange | undefined {
  const document = open.documents[wish.document];
  if (document === undefined) return undefined;
  const freed = { ...wish, desired: undefined, isAddition: false };
  const found = findChange(document.value, wish.at, freed);
  if (typeof found === "string") return undefined;
  const change = smallest(document.value, found);
  const splices = change === undefined ? "no-safe-edit" : findSplices(open, document, change);
  return change === undefined || typeof splices === "string" || splices.length === 0
    ? undefined
    : { document: wish.document, change, splices };
}

function smallest(document: Json, change: TextChange): TextChange | undefined {
  if (change.kind !== "set") return change;
  const old = valueAt(document, ...change.steps);
  if (old === undefined) return change;
  const [only, ...more] = diffValues(old, change.value, change.steps);
  return more.length === 0 ? only : undefined;
}

/** As the agent will read it: the same objects, and of each that was meant the live values. */
function isSaid(
  path: string,
  edit: {
    readonly open: OpenText;
    readonly made: OpenText;
    readonly wishes: readonly PlacedWish[];
  },
): boolean {
  const [before, after] = [edit.open, edit.made].map(({ text }) => parseFile({ path, text }));
  if (before?.ok !== true || after?.ok !== true) return false;
  const [old, read] = [before.value.manifests, after.value.manifests];
  const isSameSet = isJsonEqual(
    old.map(({ id }) => objectKey(id)),
    read.map(({ id }) => objectKey(id)),
  );
  const changed = read.filter(({ body }, index) => !isJsonEqual(body, old[index]?.body ?? null));
  const meant = new Set(edit.wishes.map(({ document, at }) => JSON.stringify([document, at])));
  return (
    isSameSet &&
    changed.length === meant.size &&
    edit.wishes.every(({ path: field, live }) =>
      changed.some(({ body }) => {
        const { left, value } = followPath(body, field);
        return left.length === 0 ? isJsonEqual(value, live) : live === undefined;
      }),
    )
  );
}
