import { isJsonEqual, isJsonObject, type Json } from "../../core/object/json.ts";
import { goText } from "./go-text.ts";
import { ItemPlaces, keyOf } from "./item-places.ts";
import { brokenPatch } from "./strategic-refusal.ts";
import { PATCH_DIRECTIVE } from "./strip-directives.ts";

/** How the items of a merged list are told apart. */
export interface ItemIdentity {
  /** `undefined` for texts and numbers, which are their own key. */
  readonly mergeKey: string | undefined;
}

interface Orders extends ItemIdentity {
  /** Items of the patch in their order, or `$setElementOrder`. */
  readonly patchOrder: readonly Json[];
  /** Items that were there before. */
  readonly serverOrder: readonly Json[];
}

/**
 * The order of a merged list: items of the patch follow the patch, all others keep their order, and an item that only the server has
 * stays before an item of the patch where it was before it.
 * @see https://github.com/kubernetes/design-proposals-archive/blob/main/cli/preserve-order-in-strategic-merge-patch.md
 */
export function orderItems(merged: readonly Json[], orders: Orders): readonly Json[] {
  const { mergeKey, patchOrder, serverOrder } = orders;
  const inPatch = new ItemPlaces(patchOrder, mergeKey);
  const onServer = new ItemPlaces(serverOrder, mergeKey);
  const places = merged.map((item) => inPatch.of(item));
  const patchItems = sorted(
    merged.flatMap((item, index) => {
      const place = places[index] ?? -1;
      return place < 0 ? [] : [{ item, place }];
    }),
  );
  const serverItems = sorted(
    merged
      .filter((_, index) => (places[index] ?? -1) < 0)
      .map((item) => ({ item, place: onServer.of(item) })),
  );
  return zip(serverItems, patchItems, onServer);
}

/** @throws {StatusError} when the items of the patch are not in the order that the patch itself asks for. */
export function checkOrder(
  patch: readonly Json[],
  wanted: readonly Json[],
  { mergeKey }: ItemIdentity,
): void {
  if (wanted.length === 0 || patch.length === 0) return;
  const items = patch.filter((item) => directiveOf(item) !== "delete");
  let place = 0;
  for (const each of wanted) {
    while (directiveOf(items[place]) !== undefined) place += 1;
    const item = items[place];
    if (item === undefined) return;
    if (isJsonEqual(keyOf(item, mergeKey), keyOf(each, mergeKey))) place += 1;
  }
  if (place >= items.length) return;
  throw brokenPatch(
    `The order in patch list:\n${goText(patch)}\n doesn't match $setElementOrder list:\n${goText(wanted)}\n`,
  );
}

function directiveOf(item: Json | undefined): Json | undefined {
  return isJsonObject(item) ? item[PATCH_DIRECTIVE] : undefined;
}

interface Placed {
  readonly item: Json;
  /** -1 for none. */
  readonly place: number;
}

function zip(
  serverItems: readonly Placed[],
  patchItems: readonly Placed[],
  onServer: ItemPlaces,
): readonly Json[] {
  const all: Json[] = [];
  let server = 0;
  for (const { item } of patchItems) {
    const place = onServer.of(item);
    for (
      let next = serverItems[server];
      next !== undefined && next.place >= 0 && next.place < place;
      next = serverItems[server]
    ) {
      all.push(next.item);
      server += 1;
    }
    all.push(item);
  }
  return [...all, ...serverItems.slice(server).map(({ item }) => item)];
}

/** Sorts by insertion, and an item without a place goes to the front: the server's way to compare is like that. */
function sorted(items: readonly Placed[]): readonly Placed[] {
  // Where all have a place this comes to the same and takes less long.
  if (items.every(({ place }) => place >= 0)) {
    return items.toSorted((one, other) => one.place - other.place);
  }
  const result: Placed[] = [];
  for (const item of items) {
    let at = result.length;
    while (at > 0 && goesBefore(item, result[at - 1])) at -= 1;
    result.splice(at, 0, item);
  }
  return result;
}

function goesBefore({ place }: Placed, other: Placed | undefined): boolean {
  const before = other?.place ?? -1;
  return place < 0 || before < 0 || place < before;
}
