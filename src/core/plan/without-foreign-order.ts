import { CONTROL_KEYS } from "../control-keys.ts";
import { type JsonObject, objectAt } from "../object/json.ts";
import { annotationOf } from "../object/live-object.ts";
import type { FieldPath } from "../ownership/field-path.ts";
import { hasPath } from "../ownership/field-set.ts";
import { isOwnEntry } from "../ownership/is-own-entry.ts";
import { readManagerEntries } from "../ownership/read-manager-entries.ts";

const ORDER_PATH: FieldPath = ["metadata", "annotations", CONTROL_KEYS.after].map((name) => ({
  kind: "field",
  name,
}));

/**
 * A live object as it counts for the order of deletes. `lockstep.dev/after` is read from Git only: what our own Apply entry owns of
 * it was there once; what somebody else wrote is never drift, so it would hold its target for ever.
 */
export function withoutForeignOrder(
  live: JsonObject,
  of: { readonly manager: string; readonly renamedFrom: readonly string[] },
): JsonObject {
  if (annotationOf(live, CONTROL_KEYS.after) === undefined || isOrderOurs(live, of)) return live;
  const metadata = objectAt(live, "metadata") ?? {};
  const { [CONTROL_KEYS.after]: _, ...annotations } = objectAt(metadata, "annotations") ?? {};
  return { ...live, metadata: { ...metadata, annotations } };
}

function isOrderOurs(
  live: JsonObject,
  { manager, renamedFrom }: { readonly manager: string; readonly renamedFrom: readonly string[] },
): boolean {
  const names = [manager, ...renamedFrom];
  return readManagerEntries(live).entries.some(
    (entry) => names.some((name) => isOwnEntry(entry, name)) && hasPath(entry.fields, ORDER_PATH),
  );
}
