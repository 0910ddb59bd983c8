import {
  isJsonEqual,
  isJsonList,
  isJsonObject,
  type Json,
  type Step,
  valueAt,
} from "../object/json.ts";

/** One change of a document's value. Steps are plain: names and indexes. */
export type TextChange =
  /** A member or item gets a value; maps that are missing on the way are made. An index at the end of a list appends. */
  | { readonly kind: "set"; readonly steps: readonly Step[]; readonly value: Json }
  /** An item comes before the one that has the index now. */
  | { readonly kind: "insert"; readonly steps: readonly Step[]; readonly value: Json }
  | { readonly kind: "remove"; readonly steps: readonly Step[] }
  /** A list's items in another order, by their old indexes. */
  | {
      readonly kind: "reorder";
      readonly steps: readonly Step[];
      readonly order: readonly number[];
    };

/** The value with a change made. */
export function withChange(value: Json, change: TextChange): Json {
  return changedAt(value, change.steps, change);
}

function changedAt(value: Json | undefined, steps: readonly Step[], change: TextChange): Json {
  const [step, ...rest] = steps;
  if (step === undefined) return ownChange(value, change);
  if (typeof step === "string") {
    const map = isJsonObject(value) ? value : {};
    if (rest.length === 0 && change.kind === "remove") {
      return Object.fromEntries(Object.entries(map).filter(([key]) => key !== step));
    }
    return { ...map, [step]: changedAt(valueAt(map, step), rest, change) };
  }
  const list = isJsonList(value) ? value : [];
  if (rest.length > 0) return list.with(step, changedAt(list[step], rest, change));
  if (change.kind === "remove") return list.toSpliced(step, 1);
  if (change.kind === "insert") return list.toSpliced(step, 0, change.value);
  return list.toSpliced(step, 1, ownChange(list[step], change));
}

function ownChange(value: Json | undefined, change: TextChange): Json {
  switch (change.kind) {
    case "set":
    case "insert":
      return change.value;
    case "remove":
      return null;
    case "reorder":
      return isJsonList(value)
        ? change.order.map((index) => value[index] ?? null)
        : (value ?? null);
  }
}

/** The value with changes made of which each is told of the value as it is: no index has moved by another one of them. */
export function withChanges(value: Json, changes: readonly TextChange[]): Json {
  const removals = changes.filter(({ kind }) => kind === "remove");
  const others = changes.filter(({ kind }) => kind !== "remove");
  const changed = others.reduce(
    (now, change) => withChange(now, movedToEnd(change, value, now)),
    value,
  );
  // Of a list from its end, and what is deeper before what holds it.
  return removals.toSorted((a, b) => compareSteps(b.steps, a.steps)).reduce(withChange, changed);
}

/** Several items that are added at the end come one after the other. */
function movedToEnd(change: TextChange, before: Json, now: Json): TextChange {
  const above = change.steps.slice(0, -1);
  const step = change.steps.at(-1);
  const old = typeof step === "number" ? valueAt(before, ...above) : undefined;
  const list = valueAt(now, ...above);
  return isJsonList(old) && isJsonList(list) && step === old.length
    ? { ...change, steps: [...above, list.length] }
    : change;
}

function compareSteps(a: readonly Step[], b: readonly Step[]): number {
  const at = a.findIndex((step, index) => step !== b[index]);
  if (at < 0 || at >= b.length) return a.length - b.length;
  return Number(a[at]) - Number(b[at]) || 0;
}

/** Small changes for one wish; beyond, its whole value is written anew. */
const PIECES_MAX = 64;

/** The smallest changes that together make a change, or the change itself when it has no smaller ones. */
export function piecesOf(document: Json, change: TextChange): readonly TextChange[] {
  const old = valueAt(document, ...change.steps);
  if (change.kind !== "set" || old === undefined) return [change];
  const small = diffValues(old, change.value, change.steps);
  const [only] = small;
  const isWhole = only === undefined || only.steps.length === change.steps.length;
  return isWhole || small.length > PIECES_MAX ? [change] : small;
}

/**
 * The smallest changes that make one value of another, to be made one after the other: members and items that both have stay
 * untouched.
 */
function diffValues(before: Json, after: Json, steps: readonly Step[]): readonly TextChange[] {
  if (isJsonEqual(before, after)) return [];
  if (isJsonObject(before) && isJsonObject(after) && Object.keys(after).length > 0) {
    return diffMaps(before, after, steps);
  }
  if (isJsonList(before) && isJsonList(after) && after.length > 0 && before.length > 0) {
    return diffLists(before, after, steps);
  }
  return [{ kind: "set", steps, value: after }];
}

function diffMaps(
  before: { readonly [key: string]: Json },
  after: { readonly [key: string]: Json },
  steps: readonly Step[],
): readonly TextChange[] {
  const changed = Object.entries(after).flatMap(([key, value]) => {
    const old = valueAt(before, key);
    const here = [...steps, key];
    return old === undefined
      ? [{ kind: "set" as const, steps: here, value }]
      : diffValues(old, value, here);
  });
  const removed = Object.keys(before)
    .filter((key) => !Object.hasOwn(after, key))
    .map((key) => ({ kind: "remove" as const, steps: [...steps, key] }));
  return [...changed, ...removed];
}

/** What both begin and end with stays. */
function diffLists(
  before: readonly Json[],
  after: readonly Json[],
  steps: readonly Step[],
): readonly TextChange[] {
  const shorter = Math.min(before.length, after.length);
  const same = before.findIndex((item, index) => !isJsonEqual(item, after[index]));
  const head = same < 0 ? shorter : Math.min(same, shorter);
  let tail = 0;
  while (
    tail < shorter - head &&
    isJsonEqual(before[before.length - 1 - tail], after[after.length - 1 - tail])
  ) {
    tail += 1;
  }
  const old = before.slice(head, before.length - tail);
  const wanted = after.slice(head, after.length - tail);
  const common = Math.min(old.length, wanted.length);
  const changed = wanted
    .slice(0, common)
    .flatMap((value, index) => diffValues(old[index] ?? null, value, [...steps, head + index]));
  const added = wanted.slice(common).map((value, index) => ({
    kind: "insert" as const,
    steps: [...steps, head + common + index],
    value,
  }));
  const removed = old
    .slice(common)
    .map((_, index) => ({ kind: "remove" as const, steps: [...steps, head + common + index] }))
    .toReversed();
  return [...changed, ...added, ...removed];
}
