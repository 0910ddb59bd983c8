import { isJsonEqual, isJsonObject, type Json, type JsonObject } from "../../core/object/json.ts";
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
  const memory = [...live];
  const items = patch.filter(isJsonObject);
  let length = memory.length;
  for (const item of items) {
    if (item[PATCH_DIRECTIVE] === "delete") length = deleteItem(memory, length, { item, mergeKey });
  }
  if (items.some((item) => item[PATCH_DIRECTIVE] === "replace")) return memory;
  for (const item of items) {
    const isKnown = indexOf(memory.slice(0, length), item, mergeKey) >= 0;
    if (item[PATCH_DIRECTIVE] === undefined && !isKnown) {
      if (length < memory.length) memory[length] = item;
      length += 1;
    }
  }
  return memory;
}

/** Moves what follows by one place. @returns the new length; what lies behind it is left as it was. */
function deleteItem(
  memory: Json[],
  length: number,
  { item, mergeKey }: { readonly item: JsonObject; readonly mergeKey: string },
): number {
  const index = indexOf(memory.slice(0, length), item, mergeKey);
  if (index < 0) return length;
  memory.copyWithin(index, index + 1, length);
  return deleteItem(memory, length - 1, { item, mergeKey });
}

function indexOf(list: readonly Json[], item: JsonObject, mergeKey: string): number {
  return list.findIndex(
    (each) => isJsonObject(each) && isJsonEqual(each[mergeKey], item[mergeKey]),
  );
}
