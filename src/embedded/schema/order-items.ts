import { isJsonEqual, isJsonObject, type Json } from "../../core/object/json.ts";
import { goText } from "./go-text.ts";
import { badType, brokenPatch, noMergeKey } from "./strategic-refusal.ts";
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
  const inPatch = merged.map((item) => indexIn(patchOrder, item, mergeKey) >= 0);
  const patchItems = sorted(
    merged.filter((_, index) => inPatch[index] === true),
    patchOrder,
    mergeKey,
  );
  const serverItems = sorted(
    merged.filter((_, index) => inPatch[index] !== true),
    serverOrder,
    mergeKey,
  );
  return zip(serverItems, patchItems, { mergeKey, serverOrder });
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

/** @throws {StatusError} when an item is no object or has no key. */
export function keyOf(item: Json, mergeKey: string | undefined): Json {
  if (mergeKey === undefined) return item;
  if (!isJsonObject(item)) throw badType("map[string]interface {}", item);
  const key = item[mergeKey];
  if (key === undefined) throw noMergeKey(item, mergeKey);
  return key;
}

function zip(
  serverItems: readonly Json[],
  patchItems: readonly Json[],
  { mergeKey, serverOrder }: Pick<Orders, "mergeKey" | "serverOrder">,
): readonly Json[] {
  const all: Json[] = [];
  let server = 0;
  for (const item of patchItems) {
    const place = indexIn(serverOrder, item, mergeKey);
    while (server < serverItems.length && isBefore(serverItems[server], place)) {
      all.push(...serverItems.slice(server, server + 1));
      server += 1;
    }
    all.push(item);
  }
  return [...all, ...serverItems.slice(server)];

  function isBefore(item: Json | undefined, place: number): boolean {
    const own = item === undefined ? -1 : indexIn(serverOrder, item, mergeKey);
    return own >= 0 && own < place;
  }
}

/** Sorts by insertion, and an item without a place goes to the front: the server's way to compare is like that. */
function sorted(
  items: readonly Json[],
  order: readonly Json[],
  mergeKey: string | undefined,
): readonly Json[] {
  const result: Json[] = [];
  for (const item of items) {
    const own = indexIn(order, item, mergeKey);
    let at = result.length;
    while (at > 0 && goesBefore(own, result[at - 1])) at -= 1;
    result.splice(at, 0, item);
  }
  return result;

  function goesBefore(own: number, other: Json | undefined): boolean {
    const place = other === undefined ? -1 : indexIn(order, other, mergeKey);
    return own < 0 || place < 0 || own < place;
  }
}

function indexIn(list: readonly Json[], item: Json, mergeKey: string | undefined): number {
  const key = keyOf(item, mergeKey);
  return list.findIndex((each) => isJsonEqual(keyOf(each, mergeKey), key));
}
