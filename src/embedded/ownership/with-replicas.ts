import { type Json, type JsonObject, objectAt } from "../../core/object/json.ts";
import type { TrackedResource } from "./tracked-resource.ts";

/** The object with another number of replicas, where its kind has it. */
export function withReplicas(
  object: JsonObject,
  { scale }: Pick<TrackedResource, "scale">,
  replicas: Json,
): JsonObject {
  return withValue(object, scale?.specReplicas ?? [], replicas);
}

function withValue(object: JsonObject, path: readonly string[], value: Json): JsonObject {
  const [field, ...rest] = path;
  if (field === undefined) return object;
  if (rest.length === 0) return { ...object, [field]: value };
  return { ...object, [field]: withValue(objectAt(object, field) ?? {}, rest, value) };
}
