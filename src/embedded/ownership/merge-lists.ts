import type { Json } from "../../core/object/json.ts";
import type { Schema } from "../schema/schema.ts";
import { itemElement } from "./item-element.ts";

interface Lists {
  readonly live: readonly Json[];
  readonly config: readonly Json[];
}

interface MergeOptions {
  readonly list: Schema;
  readonly mergeItem: (live: Json, config: Json) => Json;
}

/**
 * Merges two lists of unique items. The configuration decides about the order of its items; each item that is only live
 * stays behind the items that it stood behind, as far as that order allows.
 *
 * The live list is walked through. An item that only it has is taken over. The configuration's items come when the walk
 * meets the first of its items that is live too and still to come: then all that the configuration has up to that item.
 * The others that both have are passed over; they come with the configuration. The rest of the configuration is the end.
 */
export function mergeLists({ live, config }: Lists, options: MergeOptions): readonly Json[] {
  const before = groupItems(live, options.list);
  const wanted = config.map((item) => ({ item, text: textOf(item, options.list) }));
  const own = new Set(wanted.map(({ text }) => text));
  const shared = wanted.flatMap(({ text }, index) => (before.has(text) ? [index] : []));
  const merged: Json[] = [];
  let taken = 0;
  function takeUntil(end: number): void {
    for (const { item, text } of wanted.slice(taken, end)) {
      const sames = before.get(text) ?? [];
      const [only] = sames;
      // Of an item that is live twice nobody knows which one is meant.
      merged.push(only !== undefined && sames.length === 1 ? options.mergeItem(only, item) : item);
    }
    taken = end;
  }
  for (const item of live) {
    const text = textOf(item, options.list);
    const next = shared[0];
    if (!own.has(text)) merged.push(item);
    // Only an item that is live twice comes when none is expected. One item takes its place.
    else if (next === undefined) takeUntil(Math.min(taken + 1, wanted.length));
    else if (wanted[next]?.text === text) {
      takeUntil(next + 1);
      shared.shift();
    }
  }
  takeUntil(wanted.length);
  return merged;
}

function groupItems(items: readonly Json[], list: Schema): ReadonlyMap<string, readonly Json[]> {
  const groups = new Map<string, Json[]>();
  for (const item of items) {
    const text = textOf(item, list);
    const group = groups.get(text) ?? [];
    group.push(item);
    groups.set(text, group);
  }
  return groups;
}

/** Items that may not stand in the list are told apart by nothing. */
function textOf(item: Json, list: Schema): string {
  const found = itemElement(item, list);
  return found.kind === "element" ? found.text : "";
}
