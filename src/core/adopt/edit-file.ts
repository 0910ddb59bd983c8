import { parseFile } from "../manifest/parse-file.ts";
import type { WrittenManifest } from "../manifest/written-manifest.ts";
import { isJsonEqual, type Json, type Step, valueAt } from "../object/json.ts";
import { objectKey } from "../object/object-id.ts";
import type { UnadoptedReason } from "./adoption.ts";
import { editText } from "./edit-text.ts";
import { editTogether, type ReadingBudget } from "./edit-together.ts";
import { findChange, type Wish } from "./find-change.ts";
import { followPath } from "./follow-path.ts";
import { type OpenText, openText } from "./open-text.ts";
import { diffValues, type TextChange, withChange } from "./text-change.ts";

/** A wish for one object of a file. */
export interface PlacedWish extends Wish {
  /** Which document of the file, from 0. */
  readonly document: number;
  /** Where in the document the manifest begins: not at its root in a `List`. */
  readonly at: readonly Step[];
}

/** What became of the wishes, in their order, and the text with all of them that could be fulfilled. */
export interface EditedFile {
  readonly open: OpenText;
  readonly outcomes: readonly ("edited" | UnadoptedReason)[];
}

/** Characters that are read and read again for one file. */
const READING_MAX = 16 * 1024 * 1024;
/** Small changes for one wish; beyond, its whole value is written anew. */
const CHANGES_MAX = 64;

/**
 * Fulfils as many wishes as can be, one after the other. Each change is read back: all documents and manifests say what they said,
 * but at the place of the wish, and at those of other wishes of the same file.
 */
export function editFile(path: string, first: OpenText, wishes: readonly PlacedWish[]): EditedFile {
  const outcomes = wishes.map((wish) => reasonBefore(first, wish));
  const budget: ReadingBudget = { left: READING_MAX };
  let open = editMost(path, first, { wishes, outcomes, budget });
  // What one change leaves, another one may make possible: the last other reader of an anchor goes.
  for (let hasChanged = true; hasChanged; ) {
    hasChanged = false;
    for (const [index, wish] of wishes.entries()) {
      if (!isOpen(outcomes[index])) continue;
      budget.left -= open.text.length * 4;
      const others = wishes.filter((_, other) => other !== index && isOpen(outcomes[other]));
      const tried = budget.left < 0 ? "too-large" : fulfil({ path, open }, freed(wish), others);
      if (typeof tried === "string") {
        outcomes[index] = tried;
        continue;
      }
      for (const other of newlyFulfilled(open, tried, others)) {
        outcomes[wishes.indexOf(other)] = "edited";
      }
      open = tried;
      hasChanged = true;
      outcomes[index] = "edited";
    }
  }
  return { open, outcomes: outcomes.map((outcome) => outcome ?? "no-safe-edit") };
}

/** Most wishes have nothing to do with each other. Where anchors are, one may fulfil another. */
function editMost(
  path: string,
  open: OpenText,
  asked: {
    readonly wishes: readonly PlacedWish[];
    readonly outcomes: (Outcome | undefined)[];
    readonly budget: ReadingBudget;
  },
): OpenText {
  if (hasAnchor(open)) return open;
  const { wishes, outcomes, budget } = asked;
  const fulfilled = new Set<PlacedWish>();
  const possible = wishes.filter((_, index) => isOpen(outcomes[index]));
  const made = editTogether({ path, open }, possible, { fulfilled, budget });
  for (const wish of fulfilled) outcomes[wishes.indexOf(wish)] = "edited";
  return made;
}

type Outcome = EditedFile["outcomes"][number];

/** Reasons that another change of the same file may take away. */
const PASSING: ReadonlySet<Outcome | undefined> = new Set<Outcome | undefined>([
  undefined,
  "shared-anchor",
  "merged",
  "no-safe-edit",
]);

function isOpen(outcome: Outcome | undefined): boolean {
  return PASSING.has(outcome);
}

/** What is against a wish before anything is changed. */
function reasonBefore(open: OpenText, wish: PlacedWish): Outcome | undefined {
  const value = open.documents[wish.document]?.value;
  const change = value === undefined ? "no-manifest" : findChange(value, wish.at, wish);
  return typeof change === "string" ? change : undefined;
}

/** What Git said is compared once: other wishes change the text meanwhile. */
function freed(wish: PlacedWish): PlacedWish {
  return { ...wish, desired: undefined, isAddition: false };
}

function newlyFulfilled(
  before: OpenText,
  after: OpenText,
  wishes: readonly PlacedWish[],
): readonly PlacedWish[] {
  return wishes.filter((wish) => !isFulfilled(before, wish) && isFulfilled(after, wish));
}

function isFulfilled(open: OpenText, wish: PlacedWish): boolean {
  const value = open.documents[wish.document]?.value ?? null;
  return (
    findChange(value, wish.at, freed(wish)) ===
    (wish.live === undefined ? "not-in-file" : "already")
  );
}

interface FileState {
  readonly path: string;
  readonly open: OpenText;
}

function fulfil(
  state: FileState,
  wish: PlacedWish,
  others: readonly PlacedWish[],
): OpenText | UnadoptedReason {
  const document = state.open.documents[wish.document];
  if (document === undefined) return "no-manifest";
  const change = findChange(document.value, wish.at, wish);
  if (typeof change === "string") return change;
  let reason: UnadoptedReason = "no-safe-edit";
  for (const changes of waysOf(document.value, change)) {
    const made = makeChanges(state.open, wish.document, changes);
    if (typeof made === "string") reason = made;
    else {
      const checked = check(state, made, { wish, change, others });
      if (typeof checked !== "string") return checked;
      reason = checked;
    }
  }
  return reason;
}

/** The smallest pieces first, then the whole value. */
function waysOf(document: Json, change: TextChange): readonly (readonly TextChange[])[] {
  const old = valueAt(document, ...change.steps);
  if (change.kind !== "set" || old === undefined) return [[change]];
  const small = diffValues(old, change.value, change.steps);
  return small.length > CHANGES_MAX || small.length === 0 ? [[change]] : [small, [change]];
}

function makeChanges(
  first: OpenText,
  index: number,
  changes: readonly TextChange[],
): OpenText | UnadoptedReason {
  let open = first;
  for (const change of changes) {
    const document = open.documents[index];
    if (document === undefined) return "no-safe-edit";
    const edited = editText(open, document, change);
    if (edited.kind === "refused") return edited.reason;
    const read = openText(edited.text);
    // An alias that has lost its anchor cannot be read.
    if (read === undefined) return hasAnchor(open) ? "shared-anchor" : "no-safe-edit";
    open = read;
  }
  return open;
}

function check(
  state: FileState,
  made: OpenText,
  done: {
    readonly wish: PlacedWish;
    readonly change: TextChange;
    readonly others: readonly PlacedWish[];
  },
): OpenText | UnadoptedReason {
  const { wish, change } = done;
  const before = state.open.documents.map(({ value }) => value);
  const after = made.documents.map(({ value }) => value);
  const first = before.map((value, index) =>
    index === wish.document ? withChange(value, change) : value,
  );
  const expected = isJsonEqual(first, after) ? first : withOthers(first, made, done.others);
  if (!isJsonEqual(expected, after)) return hasAnchor(made) ? "shared-anchor" : "no-safe-edit";
  const isTold = change.kind !== "reorder";
  return findManifestFault(state, made, isTold ? wish : undefined) ?? made;
}

/** The expected documents with those other wishes fulfilled that the text fulfils, too: they read the same anchor. */
function withOthers(
  first: readonly Json[],
  made: OpenText,
  others: readonly PlacedWish[],
): readonly Json[] {
  return others.reduce((expected, other) => {
    const value = expected[other.document] ?? null;
    const change = findChange(value, other.at, freed(other));
    return typeof change === "string" || !isFulfilled(made, other)
      ? expected
      : expected.with(other.document, withChange(value, change));
  }, first);
}

function hasAnchor({ text }: OpenText): boolean {
  return /(?:^|[\s,[{])&\S/.test(text);
}

/** The manifests, as the agent will read them: no other one is touched, and this one keeps the live value. */
function findManifestFault(
  { path, open }: FileState,
  made: OpenText,
  told: PlacedWish | undefined,
): UnadoptedReason | undefined {
  const before = parseFile({ path, text: open.text });
  const after = parseFile({ path, text: made.text });
  if (!before.ok || !after.ok) return "no-safe-edit";
  const old = before.value.manifests;
  const read = after.value.manifests;
  const isSameSet =
    old.length === read.length &&
    old.every(({ id }, index) => {
      const other = read[index];
      return other !== undefined && objectKey(other.id) === objectKey(id);
    });
  if (!isSameSet) return "no-safe-edit";
  const changed = read.filter(({ body }, index) => !isJsonEqual(body, old[index]?.body));
  // What is stripped from a manifest would not reach the cluster.
  if (changed.length === 0) return "control-key";
  const isSaid = told === undefined || changed.some((manifest) => says(manifest, told));
  return isSaid ? undefined : "control-key";
}

function says({ body }: WrittenManifest, { path, live }: Wish): boolean {
  const { left, value } = followPath(body, path);
  return left.length === 0 ? isJsonEqual(value, live) : live === undefined;
}
