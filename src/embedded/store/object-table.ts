import type { JsonObject } from "../../core/object/json.ts";
import { compareText } from "../../core/ownership/compare-text.ts";
import type { Place } from "./object-store.ts";

/** One object and the bytes of its record in the state file. */
export interface Entry {
  readonly place: Place;
  readonly object: JsonObject;
  readonly sizeBytes: number;
}

/** The objects of one collection in the order of their keys. */
export class ObjectTable {
  readonly #entries = new Map<string, Entry>();
  /** Sorted keys of `#entries`. */
  readonly #keys: string[] = [];

  get(place: Place): Entry | undefined {
    return this.#entries.get(keyOf(place));
  }

  set(entry: Entry): void {
    const key = keyOf(entry.place);
    if (!this.#entries.has(key)) this.#keys.splice(this.#firstAt(key), 0, key);
    this.#entries.set(key, entry);
  }

  delete(place: Place): void {
    const key = keyOf(place);
    if (this.#entries.delete(key)) this.#keys.splice(this.#firstAt(key), 1);
  }

  /** In order of namespace and name; an empty namespace means all. */
  entries(namespace: string): readonly Entry[] {
    const keys = namespace === "" ? this.#keys : this.#keysOf(namespace);
    return keys.flatMap((key) => this.#entries.get(key) ?? []);
  }

  #keysOf(namespace: string): readonly string[] {
    // "0" is the character after "/": the first key behind all of the namespace.
    return this.#keys.slice(this.#firstAt(`${namespace}/`), this.#firstAt(`${namespace}0`));
  }

  /** Index of the first key that is not before `key`. */
  #firstAt(key: string): number {
    let low = 0;
    let high = this.#keys.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (compareText(this.#keys[middle] ?? "", key) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/**
 * The key that orders the objects of a collection, as etcd has it: `shop-a/x` stands before `shop/x`, because `-` is before `/`.
 * A name may hold no `/`, so the key says the place.
 */
export function keyOf(place: { readonly namespace: string; readonly name: string }): string {
  return place.namespace === "" ? place.name : `${place.namespace}/${place.name}`;
}
