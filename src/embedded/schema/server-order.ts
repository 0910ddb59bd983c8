import { canonicalText, isJsonObject, type Json, type JsonObject } from "../../core/object/json.ts";
import { PATCH_DIRECTIVE } from "./strip-directives.ts";

/**
 * The order of the live items that `$setElementOrder` is weighed against. The server deletes and appends in the memory of the live
 * list and looks at that memory again afterwards: a new item stands where a deleted one made room at its end. So a container that is
 * renamed goes behind those that stay.
 */
export function serverOrder(
  live: readonly Json[],
  patch: readonly Json[],
  mergeKey: string | undefined,
): readonly Json[] {
  if (mergeKey === undefined) return live;
  const items = patch.filter(isJsonObject);
  const deleted = items.filter((item) => item[PATCH_DIRECTIVE] === "delete");
  const { memory, length } = afterDeletes(live, {
    deleted: deleted.map((item) => keyTextOf(item, mergeKey)),
    mergeKey,
  });
  if (items.some((item) => item[PATCH_DIRECTIVE] === "replace")) return memory;
  return afterAdditions(memory, length, {
    added: items.filter((item) => item[PATCH_DIRECTIVE] === undefined),
    mergeKey,
  });
}

/** Each delete moves what follows by one place and leaves what lies behind the new end as it was, which is the last one of then. */
function afterDeletes(
  live: readonly Json[],
  { deleted, mergeKey }: { readonly deleted: readonly string[]; readonly mergeKey: string },
): { readonly memory: readonly Json[]; readonly length: number } {
  const places = new Map<string, number[]>();
  for (const [index, item] of live.entries()) {
    if (!isJsonObject(item)) continue;
    const text = keyTextOf(item, mergeKey);
    const known = places.get(text);
    if (known === undefined) places.set(text, [index]);
    else known.push(index);
  }
  const gone = new Set<number>();
  const behind: Json[] = [];
  let last = live.length - 1;
  for (const key of deleted) {
    for (const place of places.get(key) ?? []) {
      while (gone.has(last)) last -= 1;
      behind.push(live[last] ?? null);
      gone.add(place);
    }
    places.delete(key);
  }
  const kept = live.filter((_, index) => !gone.has(index));
  return { memory: [...kept, ...behind.toReversed()], length: kept.length };
}

/** New items go behind the end, as far as there is memory. */
function afterAdditions(
  memory: readonly Json[],
  begin: number,
  { added, mergeKey }: { readonly added: readonly JsonObject[]; readonly mergeKey: string },
): readonly Json[] {
  const filled = [...memory];
  const known = new Set(
    memory
      .slice(0, begin)
      .filter(isJsonObject)
      .map((item) => keyTextOf(item, mergeKey)),
  );
  let length = begin;
  for (const item of added) {
    const text = keyTextOf(item, mergeKey);
    if (length >= filled.length) break;
    if (known.has(text)) continue;
    filled[length] = item;
    known.add(text);
    length += 1;
  }
  return filled;
}

/** Items without a key are alike. */
function keyTextOf(item: JsonObject, mergeKey: string): string {
  const key = item[mergeKey];
  return key === undefined ? "" : canonicalText(key);
}
