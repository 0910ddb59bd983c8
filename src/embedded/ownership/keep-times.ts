import {
  isJsonEqual,
  isJsonList,
  isJsonObject,
  type Json,
  type JsonObject,
  objectAt,
} from "../../core/object/json.ts";

/**
 * `next` with the managedFields of `live` when only their times differ, so that a write that changes nothing is none. To be
 * called on the whole object, with its defaults and all that admission adds; resourceVersion does not count.
 */
export function keepTimes(live: JsonObject, next: JsonObject): JsonObject {
  const { managedFields: before, ...liveMetadata } = objectAt(live, "metadata") ?? {};
  const { managedFields: after, ...nextMetadata } = objectAt(next, "metadata") ?? {};
  if (before === undefined || !isJsonEqual(timeless(before), timeless(after))) return next;
  const { resourceVersion: _, ...a } = liveMetadata;
  const { resourceVersion: __, ...b } = nextMetadata;
  if (!isJsonEqual({ ...live, metadata: a }, { ...next, metadata: b })) return next;
  return { ...next, metadata: { ...nextMetadata, managedFields: before } };
}

function timeless(managedFields: Json | undefined): Json | undefined {
  if (!isJsonList(managedFields)) return managedFields;
  return managedFields.map((entry) => {
    if (!isJsonObject(entry)) return entry;
    const { time: _, ...rest } = entry;
    return rest;
  });
}
