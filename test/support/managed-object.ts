import { type JsonObject, objectAt } from "../../src/core/object/json.ts";
import type { ManagerEntry } from "../../src/core/ownership/manager-entry.ts";
import { readManagerEntries } from "../../src/core/ownership/read-manager-entries.ts";

/** One raw entry of `managedFields` as kube-apiserver 1.34 writes it. */
export function rawEntry(who: string, fieldsV1: JsonObject, more: JsonObject = {}): JsonObject {
  const [manager = "", operation = "Update"] = who.split("/");
  return {
    manager,
    operation,
    apiVersion: "v1",
    time: "2026-01-01T00:00:00Z",
    fieldsType: "FieldsV1",
    fieldsV1,
    ...more,
  };
}

/** The body with these entries and a resourceVersion. */
export function managed(body: JsonObject, entries: readonly JsonObject[]): JsonObject {
  const metadata = objectAt(body, "metadata") ?? {};
  return { ...body, metadata: { ...metadata, resourceVersion: "7", managedFields: entries } };
}

/** The entry of a manager, `name/Operation`. */
export function entryOf(live: JsonObject, who: string): ManagerEntry {
  const found = readManagerEntries(live).entries.find(
    (entry) => `${entry.manager}/${entry.operation}` === who,
  );
  if (found === undefined) throw new Error(`no entry of ${who}`);
  return found;
}
