import { canonicalText, isJsonObject, type Json } from "../../core/object/json.ts";
import { badType, noMergeKey } from "./strategic-refusal.ts";

/** The place of each item of a list by its key, so that finding one does not walk the list. */
export class ItemPlaces {
  readonly #mergeKey: string | undefined;
  readonly #places = new Map<string, number>();
  /** The first item that has no key. What stands behind it is never reached. */
  #keyless: Json | undefined;

  constructor(list: readonly Json[], mergeKey: string | undefined) {
    this.#mergeKey = mergeKey;
    for (const [index, item] of list.entries()) {
      if (!hasKey(item, mergeKey)) {
        this.#keyless = item;
        break;
      }
      const text = canonicalText(keyOf(item, mergeKey));
      if (!this.#places.has(text)) this.#places.set(text, index);
    }
  }

  /** The first place of an item with the same key, or -1. @throws {StatusError} when one on the way has no key. */
  of(item: Json): number {
    const place = this.#places.get(canonicalText(keyOf(item, this.#mergeKey)));
    if (place === undefined && this.#keyless !== undefined) keyOf(this.#keyless, this.#mergeKey);
    return place ?? -1;
  }
}

/** @throws {StatusError} when an item is no object or has no key. */
export function keyOf(item: Json, mergeKey: string | undefined): Json {
  if (mergeKey === undefined) return item;
  if (!isJsonObject(item)) throw badType("map[string]interface {}", item);
  const key = item[mergeKey];
  if (key === undefined) throw noMergeKey(item, mergeKey);
  return key;
}

function hasKey(item: Json, mergeKey: string | undefined): boolean {
  return mergeKey === undefined || (isJsonObject(item) && item[mergeKey] !== undefined);
}
