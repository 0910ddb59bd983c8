import { type JsonObject, objectAt } from "../../core/object/json.ts";
import type { Manager } from "./field-manager.ts";
import { writeManagers } from "./write-managers.ts";

/** The object with these owners and no others. */
export function withManagers(object: JsonObject, managers: readonly Manager[]): JsonObject {
  const before = objectAt(object, "metadata");
  const { managedFields: _, ...metadata } = before ?? {};
  if (managers.length > 0) {
    const managedFields = writeManagers(managers);
    return { ...object, metadata: { ...metadata, managedFields } };
  }
  return before === undefined || !Object.hasOwn(before, "managedFields")
    ? object
    : { ...object, metadata };
}
