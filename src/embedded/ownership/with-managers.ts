import { type JsonObject, objectAt } from "../../core/object/json.ts";
import type { Managers } from "./manager.ts";
import { writeManagers } from "./write-managers.ts";

/** The object with these owners and no others. */
export function withManagers(object: JsonObject, managers: Managers): JsonObject {
  const before = objectAt(object, "metadata");
  const { managedFields: _, ...metadata } = before ?? {};
  if (managers.size > 0) {
    const managedFields = writeManagers([...managers.values()]);
    return { ...object, metadata: { ...metadata, managedFields } };
  }
  return before === undefined || !Object.hasOwn(before, "managedFields")
    ? object
    : { ...object, metadata };
}
