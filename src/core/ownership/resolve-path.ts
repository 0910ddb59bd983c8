import {
  isJsonEqual,
  isJsonList,
  isJsonObject,
  type Json,
  type JsonObject,
  valueAt,
} from "../object/json.ts";
import type { FieldPath, PathElement } from "./field-path.ts";

export type Resolved =
  | { readonly kind: "found"; readonly value: Json }
  | { readonly kind: "missing" };

/**
 * The value of a path in a body: through keyed lists by their keys, set lists by value. A key that an item leaves out
 * counts as its default (`protocol`: TCP); any other key left out matches anything, as long as one item alone does.
 */
export function resolvePath(body: Json, path: FieldPath): Resolved {
  let here: Json = body;
  for (const element of path) {
    const next = childAt(here, element);
    if (next === undefined) return { kind: "missing" };
    here = next;
  }
  return { kind: "found", value: here };
}

/**
 * Whether a configuration sets the path: it has a value there, or it holds something at a place above that leaves no
 * room for the path (null, a scalar, a list where the path expects a map).
 */
export function setsPath(intent: JsonObject, path: FieldPath): boolean {
  let here: Json = intent;
  for (const element of path) {
    if (!hasRoomFor(here, element)) return true;
    const next = childAt(here, element);
    if (next === undefined) return false;
    here = next;
  }
  return true;
}

/** The default that the API gives a merge key which a manifest may leave out. */
export function defaultOfKey(key: string): Json | undefined {
  return key === "protocol" ? "TCP" : undefined;
}

function hasRoomFor(container: Json, element: PathElement): boolean {
  return element.kind === "field" ? isJsonObject(container) : isJsonList(container);
}

function childAt(container: Json, element: PathElement): Json | undefined {
  switch (element.kind) {
    case "field":
      return valueAt(container, element.name);
    case "index":
      return valueAt(container, element.index);
    case "value":
      return isJsonList(container)
        ? container.find((item) => isJsonEqual(item, element.value))
        : undefined;
    case "key":
      return isJsonList(container) ? itemWithKeys(container, element.keys) : undefined;
  }
}

function itemWithKeys(list: readonly Json[], keys: ReadonlyMap<string, Json>): Json | undefined {
  const exact = list.find((item) => fits(item, keys, { allowAbsent: false }));
  if (exact !== undefined) return exact;
  const loose = list.filter((item) => fits(item, keys, { allowAbsent: true }));
  return loose.length === 1 ? loose[0] : undefined;
}

function fits(
  item: Json,
  keys: ReadonlyMap<string, Json>,
  options: { readonly allowAbsent: boolean },
): boolean {
  if (!isJsonObject(item)) return false;
  let present = 0;
  for (const [key, wanted] of keys) {
    const written = valueAt(item, key);
    if (written !== undefined) present += 1;
    const value = written ?? defaultOfKey(key);
    const isFit = value === undefined ? options.allowAbsent : isJsonEqual(value, wanted);
    if (!isFit) return false;
  }
  // An item without any of the keys says nothing about which item it is.
  return present > 0;
}
