import type { WrittenManifest } from "../manifest/written-manifest.ts";
import { canonicalText, isJsonEqual, type Json, type Step, valueAt } from "../object/json.ts";
import { objectKey } from "../object/object-id.ts";
import type { UnadoptedReason } from "./adoption.ts";
import { editTogether } from "./edit-together.ts";
import { findChange, type Wish } from "./find-change.ts";
import { followPath } from "./follow-path.ts";
import { makeChanges } from "./make-changes.ts";
import { hasAnchor, type OpenText } from "./open-text.ts";
import { type ReadingBudget, type ReadText, readManifests } from "./reading-budget.ts";
import { piecesOf, type TextChange, withChange } from "./text-change.ts";

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

/**
 * Fulfils as many wishes as can be, one after the other. Each change is read back: all documents and manifests say what they said,
 * but at the place of the wish, and at those of other wishes of the same text.
 */
export function editFile(
  first: ReadText,
  wishes: readonly PlacedWish[],
  budget: ReadingBudget,
): EditedFile {
  const outcomes = wishes.map((wish) => reasonBefore(first.open, wish));
  let state = editMost(first, { wishes, outcomes, budget });
  // What one change leaves, another one may make possible: the last other reader of an anchor goes.
  for (let hasChanged = true; hasChanged; ) {
    hasChanged = false;
    for (const [index, wish] of wishes.entries()) {
      if (!isOpen(outcomes[index])) continue;
      const others = wishes.filter((_, other) => other !== index && isOpen(outcomes[other]));
      const tried =
        budget.left < 0 ? "too-large" : fulfil(state, { wish: freed(wish), others, budget });
      if (typeof tried === "string") {
        outcomes[index] = tried;
        continue;
      }
      for (const other of newlyFulfilled(state.open, tried.open, others)) {
        outcomes[wishes.indexOf(other)] = "edited";
      }
      state = tried;
      hasChanged = true;
      outcomes[index] = "edited";
    }
  }
  return { open: state.open, outcomes: outcomes.map((outcome) => outcome ?? "no-safe-edit") };
}

/** Most wishes have nothing to do with each other. Where anchors are, one may fulfil another. */
function editMost(
  state: ReadText,
  asked: {
    readonly wishes: readonly PlacedWish[];
    readonly outcomes: (Outcome | undefined)[];
    readonly budget: ReadingBudget;
  },
): ReadText {
  const { wishes, outcomes, budget } = asked;
  const fulfilled = new Set<PlacedWish>();
  const possible = wishes.filter((_, index) => isOpen(outcomes[index]));
  const made = editTogether(state, possible, { fulfilled, budget });
  for (const [index, wish] of wishes.entries()) if (fulfilled.has(wish)) outcomes[index] = "edited";
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

interface Asked {
  readonly wish: PlacedWish;
  readonly others: readonly PlacedWish[];
  readonly budget: ReadingBudget;
}

function fulfil(state: ReadText, asked: Asked): ReadText | UnadoptedReason {
  const { wish, budget } = asked;
  const document = state.open.documents[wish.document];
  if (document === undefined) return "no-manifest";
  const change = findChange(document.value, wish.at, wish);
  if (typeof change === "string") return change;
  let reason: UnadoptedReason = "no-safe-edit";
  for (const { changes, open } of waysOf(state.open, document.value, change)) {
    const made = makeChanges(open, { index: wish.document, changes, budget });
    if (typeof made === "string") reason = made;
    else {
      const checked = check(state, made, { ...asked, change });
      if (typeof checked !== "string") return checked;
      reason = checked;
    }
  }
  return reason;
}

interface Way {
  readonly open: OpenText;
  readonly changes: readonly TextChange[];
}

/** The smallest pieces first, then the whole value, then that with each text on one line: blanks that follow would be part of it. */
function waysOf(open: OpenText, document: Json, change: TextChange): readonly Way[] {
  if (change.kind === "reorder") {
    // Items that cannot change places as they are written get other values.
    const { steps } = change;
    const value = valueAt(withChange(document, change), ...steps) ?? null;
    return [{ open, changes: [change] }, ...waysOf(open, document, { kind: "set", steps, value })];
  }
  const small = piecesOf(document, change);
  const whole = small.includes(change) ? [] : [{ open, changes: [change] }];
  const oneLine = { ...open, style: { ...open.style, hasBlockTexts: false } };
  const isTall = "value" in change && canonicalText(change.value).includes("\\n");
  const flat = isTall ? [{ open: oneLine, changes: [change] }] : [];
  return [{ open, changes: small }, ...whole, ...flat];
}

function check(
  state: ReadText,
  made: OpenText,
  done: Asked & { readonly change: TextChange },
): ReadText | UnadoptedReason {
  const { wish, change, budget } = done;
  const before = state.open.documents.map(({ value }) => value);
  const after = made.documents.map(({ value }) => value);
  const first = before.map((value, index) =>
    index === wish.document ? withChange(value, change) : value,
  );
  const expected = isJsonEqual(first, after) ? first : withOthers(first, made, done.others);
  if (!isJsonEqual(expected, after)) return hasAnchor(made) ? "shared-anchor" : "no-safe-edit";
  const manifests = readManifests(state.path, made.text, budget);
  if (manifests === undefined) return "no-safe-edit";
  const isTold = change.kind !== "reorder";
  const fault = findManifestFault(state.manifests, manifests, isTold ? wish : undefined);
  return fault ?? { path: state.path, open: made, manifests };
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

/** The manifests, as the agent will read them: no other one is touched, and this one keeps the live value. */
function findManifestFault(
  old: readonly WrittenManifest[],
  read: readonly WrittenManifest[],
  told: PlacedWish | undefined,
): UnadoptedReason | undefined {
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
