import { isJsonEqual, isJsonList, isJsonObject, type Json } from "../object/json.ts";

/** Items of a list that are compared with each other. */
const ITEMS_MAX = 200;

/**
 * The order of Git's items that a live list has, by their indexes in Git, when the two differ in nothing else: of each item the
 * cluster may have more members (defaults). `undefined` when they differ otherwise.
 */
export function findOrder(git: Json, live: Json): readonly number[] | undefined {
  if (!isJsonList(git) || !isJsonList(live)) return undefined;
  if (git.length !== live.length || git.length > ITEMS_MAX) return undefined;
  const left = new Set(git.keys());
  const order = live.map((item) => {
    const index =
      [...left].find((each) => isJsonEqual(git[each], item)) ??
      [...left].find((each) => isWithin(git[each] ?? null, item)) ??
      -1;
    left.delete(index);
    return index;
  });
  const isOther = order.some((from, to) => from !== to);
  return isOther && !order.includes(-1) ? order : undefined;
}

/** All that the first says the second says too. */
function isWithin(part: Json, whole: Json): boolean {
  if (isJsonObject(part) && isJsonObject(whole)) {
    return Object.entries(part).every(
      ([key, value]) => Object.hasOwn(whole, key) && isWithin(value, whole[key] ?? null),
    );
  }
  if (isJsonList(part) && isJsonList(whole)) {
    return (
      part.length === whole.length &&
      part.every((item, index) => isWithin(item, whole[index] ?? null))
    );
  }
  return isJsonEqual(part, whole);
}
