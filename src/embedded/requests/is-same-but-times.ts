import {
  isJsonEqual,
  isJsonObject,
  type Json,
  type JsonObject,
  listAt,
  objectAt,
} from "../../core/object/json.ts";

/** Whether two objects are equal but for the times of their managedFields, which alone are no reason to write. */
export function isSameButTimes(a: JsonObject, b: JsonObject): boolean {
  const { metadata: aMetadata, ...aRest } = a;
  const { metadata: bMetadata, ...bRest } = b;
  if (!isJsonEqual(aRest, bRest)) return false;
  const { managedFields: _a, ...aOwn } = objectAt(a, "metadata") ?? {};
  const { managedFields: _b, ...bOwn } = objectAt(b, "metadata") ?? {};
  return isJsonEqual(aOwn, bOwn) && isJsonEqual(entriesOf(aMetadata), entriesOf(bMetadata));
}

function entriesOf(metadata: Json | undefined): readonly Json[] {
  return listAt(metadata, "managedFields").map((entry) => {
    if (!isJsonObject(entry)) return entry;
    const { time: _, ...rest } = entry;
    return rest;
  });
}
