import { type Json, type JsonObject, objectAt } from "../../core/object/json.ts";
import { groupKind } from "../refusals.ts";
import type { ObjectCall } from "./object-call.ts";

/** Fields of `metadata` that a write to `status` does not change, for kinds of which it changes any. */
const KEPT_BY_STATUS: ReadonlyMap<string, readonly string[]> = new Map([
  ["Deployment.apps", ["labels"]],
  ["Pod", ["ownerReferences"]],
]);

/** All that a user may write into `metadata`. */
const ALL_METADATA = ["labels", "annotations", "finalizers", "ownerReferences"];

/**
 * The object with what this path does not write as it is live: `status` on the object's own path, all but `status` on the
 * path of its status.
 */
export function resetFields(next: JsonObject, live: JsonObject, call: ObjectCall): JsonObject {
  const { resource, subresource } = call;
  if (subresource === "status") {
    const metadata = statusMetadata(next, live, call);
    return withField({ ...live, metadata }, "status", next["status"]);
  }
  const hasStatus = resource.subresources.some(({ name }) => name === "status");
  return hasStatus ? withField(next, "status", live["status"]) : next;
}

function statusMetadata(next: JsonObject, live: JsonObject, { resource }: ObjectCall): JsonObject {
  const was = objectAt(live, "metadata") ?? {};
  const kept = resource.isCustom ? [] : (KEPT_BY_STATUS.get(groupKind(resource)) ?? []);
  return kept.reduce<JsonObject>(
    (metadata, field) => withField(metadata, field, was[field]),
    objectAt(next, "metadata") ?? {},
  );
}

/** Custom resources: metadata counts for managedFields, but is not stored. */
export function resetStatusMetadata(next: JsonObject, live: JsonObject): JsonObject {
  const was = objectAt(live, "metadata") ?? {};
  const metadata = ALL_METADATA.reduce<JsonObject>(
    (done, field) => withField(done, field, was[field]),
    objectAt(next, "metadata") ?? {},
  );
  return { ...next, metadata };
}

/** A copy with another value of one field; without the field for `undefined`. */
function withField(object: JsonObject, field: string, value: Json | undefined): JsonObject {
  if (value !== undefined) return { ...object, [field]: value };
  const { [field]: _, ...rest } = object;
  return rest;
}
