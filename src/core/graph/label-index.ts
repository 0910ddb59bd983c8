import {
  isJsonObject,
  type Json,
  type JsonObject,
  listAt,
  objectAt,
  textAt,
  valueAt,
} from "../object/json.ts";
import { groupBy } from "./group-by.ts";

/** Items by their labels, so that a selector looks at few of them. */
export interface LabelIndex<Item> {
  readonly items: readonly Item[];
  readonly labelsOf: (item: Item) => JsonObject | undefined;
  /** Keys are `label key=value`. */
  readonly byPair: ReadonlyMap<string, readonly Item[]>;
}

export function indexLabels<Item>(
  items: readonly Item[],
  labelsOf: (item: Item) => JsonObject | undefined,
): LabelIndex<Item> {
  const pairs = items.flatMap((item) =>
    Object.entries(labelsOf(item) ?? {}).flatMap(([key, value]) =>
      typeof value === "string" ? [{ pair: pairText(key, value), item }] : [],
    ),
  );
  const byPair = new Map(
    [...groupBy(pairs, ({ pair }) => pair)].map(([pair, group]) => [
      pair,
      group.map(({ item }) => item),
    ]),
  );
  return { items, labelsOf, byPair };
}

/** The items that a selector matches, in the order of the index. An empty selector matches all. */
export function selectByLabels<Item>(index: LabelIndex<Item>, selector: Json): readonly Item[] {
  return candidatesFor(index, selector).filter((item) =>
    isSelected(index.labelsOf(item), selector),
  );
}

/**
 * Whether labels match a LabelSelector. A selector that the API server would refuse matches nothing.
 *
 * @see https://kubernetes.io/docs/concepts/overview/working-with-objects/labels/#resources-that-support-set-based-requirements
 */
export function isSelected(labels: Json | undefined, selector: Json): boolean {
  return (
    isJsonObject(selector) &&
    pairsOf(selector).every(([key, value]) => valueAt(labels, key) === value) &&
    listAt(selector, "matchExpressions").every((expression) => holds(labels, expression))
  );
}

function holds(labels: Json | undefined, expression: Json): boolean {
  const value = textAt(labels, textAt(expression, "key") ?? "");
  const isListed = value !== undefined && listAt(expression, "values").includes(value);
  switch (textAt(expression, "operator") ?? "") {
    case "In":
      return isListed;
    case "NotIn":
      return !isListed;
    case "Exists":
      return value !== undefined;
    case "DoesNotExist":
      return value === undefined;
    default:
      return false;
  }
}

function pairText(key: string, value: string): string {
  return `${key}=${value}`;
}

/** The smallest bucket that holds every match. */
function candidatesFor<Item>(index: LabelIndex<Item>, selector: Json): readonly Item[] {
  const buckets = pairsOf(selector).map(([key, value]) =>
    typeof value === "string" ? (index.byPair.get(pairText(key, value)) ?? []) : [],
  );
  return buckets.reduce<readonly Item[]>(
    (smallest, bucket) => (bucket.length < smallest.length ? bucket : smallest),
    index.items,
  );
}

/** `matchLabels`, with each `In` of a single value, which says the same. */
function pairsOf(selector: Json): readonly (readonly [string, Json])[] {
  const written = Object.entries(objectAt(selector, "matchLabels") ?? {});
  const single = listAt(selector, "matchExpressions").flatMap((expression) => {
    const [value, ...more] = listAt(expression, "values");
    const isSingle =
      textAt(expression, "operator") === "In" && value !== undefined && more.length === 0;
    return isSingle ? [[textAt(expression, "key") ?? "", value] as const] : [];
  });
  return [...written, ...single];
}
