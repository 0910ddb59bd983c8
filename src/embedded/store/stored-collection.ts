import type { JsonObject } from "../../core/object/json.ts";
import { compareText } from "../../core/ownership/compare-text.ts";
import { ChangeHistory, type HistoryLimits } from "./change-history.ts";
import { keyOf, ObjectTable } from "./object-table.ts";

/** One collection: what it holds and what happened to it lately. */
export class StoredCollection {
  readonly table = new ObjectTable();
  readonly history: ChangeHistory;

  /** @param openedAt the revision from which on its changes will be told to `history`. */
  constructor(openedAt: number, limits: HistoryLimits) {
    this.history = new ChangeHistory(openedAt, limits);
  }

  /** Takes the changes since a revision back; `undefined` when they are not known any more. */
  itemsAt(at: { namespace: string; revision: number }): readonly JsonObject[] | undefined {
    const changes = this.history.since(at.revision);
    if (changes === undefined) return undefined;
    const entries = this.table.entries(at.namespace);
    if (changes.length === 0) return entries.map(({ object }) => object);
    const items = new Map(entries.map(({ place, object }) => [keyOf(place), object]));
    let isInOrder = true;
    for (const { place, before } of changes.toReversed()) {
      if (at.namespace !== "" && place.namespace !== at.namespace) continue;
      const key = keyOf(place);
      if (before === undefined) {
        items.delete(key);
        continue;
      }
      // What is removed now comes back behind the others.
      isInOrder &&= items.has(key);
      items.set(key, before);
    }
    if (isInOrder) return [...items.values()];
    return [...items].toSorted(([a], [b]) => compareText(a, b)).map(([, object]) => object);
  }
}
