import { isJsonEqual, isJsonList, isJsonObject, type Json, valueAt } from "../object/json.ts";
import type { Drift } from "./drift.ts";
import type { SeenEdit } from "./seen-edits.ts";

/**
 * Names who made a drift that ownership alone does not tell, where the one write that did was seen. Not our own writes.
 *
 * Of a removal: right before the write all that Git wants stood there, and right after it nothing; who takes a field away leaves no
 * entry. Of a value that only applies hold: the write put this very value there; who applied it first may have let go of it since.
 */
export function attributeSeen(
  drift: Drift,
  seen: { readonly edits: readonly SeenEdit[]; readonly ownManager: string },
): Drift {
  if (!isOpen(drift)) return drift;
  const found = seen.edits.findLast(({ path }) => path === drift.path);
  if (found?.writer === undefined || !isOf(drift, found)) return drift;
  const { manager, operation, time = "" } = found.writer;
  if (manager === seen.ownManager && operation === "Apply") return drift;
  return { ...drift, manager, operation, at: time, attribution: "recorded", sharedWith: [] };
}

function isOpen({ class: kind, manager, operation, attribution }: Drift): boolean {
  if (kind === "removed") return manager === "";
  const isValue = kind === "changed" || kind === "added";
  return isValue && attribution === "unknown" && operation === "Apply";
}

function isOf(drift: Drift, { before = null, after }: SeenEdit): boolean {
  if (drift.class === "removed") return after === undefined && isHeldBy(drift.desired, before);
  return after !== undefined && isJsonEqual(drift.live, after);
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
