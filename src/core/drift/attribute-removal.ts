import { isJsonEqual, isJsonList, isJsonObject, type Json, valueAt } from "../object/json.ts";
import type { Drift } from "./drift.ts";
import type { SeenRemoval } from "./seen-removals.ts";

/**
 * Names who removed a field, where the one write that did was seen: right before it all that Git wants stood there, and right after
 * it nothing. Ownership says nothing of it, for who takes a field away leaves no entry. Not our own writes.
 */
export function attributeRemoval(
  drift: Drift,
  seen: { readonly removals: readonly SeenRemoval[]; readonly ownManager: string },
): Drift {
  if (drift.class !== "removed" || drift.manager !== "") return drift;
  const found = seen.removals.findLast(({ path }) => path === drift.path);
  const { writer, before = null } = found ?? {};
  if (writer === undefined || !isHeldBy(drift.desired, before)) return drift;
  const { manager, operation, time = "" } = writer;
  if (manager === seen.ownManager && operation === "Apply") return drift;
  return { ...drift, manager, operation, at: time, attribution: "recorded" };
}

/** Every value that is wanted stood there; the server adds defaults beside them. */
function isHeldBy(wanted: Json | undefined, held: Json): boolean {
  if (isJsonObject(wanted)) {
    return Object.keys(wanted).every((key) => {
      const below = valueAt(held, key);
      return below !== undefined && isHeldBy(valueAt(wanted, key), below);
    });
  }
  if (isJsonList(wanted)) {
    const isAsLong = isJsonList(held) && held.length === wanted.length;
    return isAsLong && wanted.every((item, index) => isHeldBy(item, held[index] ?? null));
  }
  return isJsonEqual(wanted, held);
}
