import {
  isJsonEqual,
  isJsonList,
  isJsonObject,
  type Json,
  type JsonObject,
  valueAt,
} from "../object/json.ts";
import { compareText } from "../ownership/compare-text.ts";
import type { FieldPath, PathElement } from "../ownership/field-path.ts";
import { elementText } from "../ownership/path-element.ts";
import { defaultOfKey } from "../ownership/resolve-path.ts";
import type { MergeShape } from "./merge-shape.ts";

/** One place where two values differ. */
export interface Difference {
  readonly path: FieldPath;
  /** `order`: a list holds the same items in another order; both values are the whole list. */
  readonly kind: "value" | "order";
  readonly before: Json | undefined;
  readonly after: Json | undefined;
}

/**
 * The differences of two JSON values, each at the highest place that one of them lacks or that is owned as a whole.
 * Items of keyed lists are compared by their merge keys, those of set lists by value; other lists are compared whole.
 */
export function diffJson(
  before: Json,
  after: Json,
  shape: MergeShape | undefined,
): readonly Difference[] {
  return diffAt({ path: [], before, after }, shape);
}

interface Pair {
  readonly path: FieldPath;
  readonly before: Json | undefined;
  readonly after: Json | undefined;
}

function diffAt(pair: Pair, shape: MergeShape | undefined): readonly Difference[] {
  const { before, after } = pair;
  if (isJsonEqual(before, after)) return [];
  const whole: readonly Difference[] = [{ ...pair, kind: "value" }];
  if (shape?.isAtomic === true) return whole;
  if (isJsonObject(before) && isJsonObject(after)) {
    return diffObjects(pair.path, { before, after }, shape);
  }
  if (isJsonList(before) && isJsonList(after) && shape !== undefined) {
    return diffLists(pair.path, { before, after }, shape) ?? whole;
  }
  return whole;
}

function diffObjects(
  path: FieldPath,
  { before, after }: { readonly before: JsonObject; readonly after: JsonObject },
  shape: MergeShape | undefined,
): readonly Difference[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].toSorted(compareText).flatMap((name) =>
    diffAt(
      {
        path: [...path, { kind: "field", name }],
        before: valueAt(before, name),
        after: valueAt(after, name),
      },
      shape?.fields.get(name),
    ),
  );
}

/** `undefined` when the items cannot be told apart. */
function diffLists(
  path: FieldPath,
  lists: { readonly before: readonly Json[]; readonly after: readonly Json[] },
  shape: MergeShape,
): readonly Difference[] | undefined {
  const before = itemsByKey(lists.before, shape);
  const after = itemsByKey(lists.after, shape);
  if (before === undefined || after === undefined) return undefined;
  const elements = new Map([...before, ...after].map(([text, { element }]) => [text, element]));
  const differences = [...elements].flatMap(([text, element]) =>
    diffAt(
      {
        path: [...path, element],
        before: before.get(text)?.value,
        after: after.get(text)?.value,
      },
      shape.item,
    ),
  );
  const common = [...before.keys()].filter((text) => after.has(text));
  const isReordered = [...after.keys()]
    .filter((text) => before.has(text))
    .some((text, index) => text !== common[index]);
  return isReordered ? [...differences, { path, kind: "order", ...lists }] : differences;
}

interface Item {
  readonly element: PathElement;
  readonly value: Json;
}

/** The items by the text of their path element, in the list's order; `undefined` when two share one or one has none. */
export function itemsByKey(
  list: readonly Json[],
  shape: MergeShape,
): ReadonlyMap<string, Item> | undefined {
  const items = new Map<string, Item>();
  for (const value of list) {
    const element = elementOf(value, shape);
    if (element === undefined || items.has(elementText(element))) return undefined;
    items.set(elementText(element), { element, value });
  }
  return items;
}

/** How a path names the item of a list; `undefined` when it has no name. */
export function elementOf(item: Json, shape: MergeShape): PathElement | undefined {
  if (shape.keyNames === undefined) {
    return shape.isSetList ? { kind: "value", value: item } : undefined;
  }
  const keys = new Map<string, Json>();
  for (const name of shape.keyNames) {
    const value = valueAt(item, name) ?? defaultOfKey(name);
    if (value === undefined) return undefined;
    keys.set(name, value);
  }
  return { kind: "key", keys };
}
