import { isOrderKey } from "../graph/find-user-edges.ts";
import { type JsonObject, objectAt } from "../object/json.ts";
import { hasPath } from "../ownership/field-set.ts";
import { isOwnEntry } from "../ownership/is-own-entry.ts";
import { readManagerEntries } from "../ownership/read-manager-entries.ts";

/**
 * A live object as it counts for the order of deletes. Annotations of the order are read from Git only: what our own Apply entry owns
 * of them was there once. What somebody else wrote would hold its target for ever, or every delete where it cannot be read: of what
 * Git dropped nobody takes it back.
 */
export function withoutForeignOrder(
  live: JsonObject,
  of: { readonly manager: string; readonly renamedFrom: readonly string[] },
): JsonObject {
  const metadata = objectAt(live, "metadata") ?? {};
  const annotations = objectAt(metadata, "annotations") ?? {};
  const orders = Object.keys(annotations).filter(isOrderKey);
  if (orders.length === 0) return live;
  const foreign = new Set(findForeign(live, orders, [of.manager, ...of.renamedFrom]));
  if (foreign.size === 0) return live;
  const kept = Object.entries(annotations).filter(([key]) => !foreign.has(key));
  return { ...live, metadata: { ...metadata, annotations: Object.fromEntries(kept) } };
}

function findForeign(
  live: JsonObject,
  keys: readonly string[],
  names: readonly string[],
): readonly string[] {
  const own = readManagerEntries(live).entries.filter((entry) =>
    names.some((name) => isOwnEntry(entry, name)),
  );
  return keys.filter((key) => {
    const path = ["metadata", "annotations", key].map((name) => ({ kind: "field", name }) as const);
    return !own.some(({ fields }) => hasPath(fields, path));
  });
}
