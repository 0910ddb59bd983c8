import { ClusterError } from "../../src/core/cluster-error.ts";
import type { JsonObject } from "../../src/core/object/json.ts";
import { type ObjectKey, type ObjectRef, objectKey } from "../../src/core/object/object-id.ts";
import { applyObject } from "./server-side-apply.ts";

/** What a POST makes: nothing where the object is there already, or its namespace is not. */
export function createObject(
  cluster: {
    readonly objects: ReadonlyMap<ObjectKey, JsonObject>;
    readonly namespaces: ReadonlySet<string>;
  },
  { ref, body }: { readonly ref: ObjectRef; readonly body: JsonObject },
): JsonObject {
  const key = objectKey(ref.id);
  if (cluster.objects.has(key)) throw new ClusterError("conflict", `${key}: exists already`);
  if (!cluster.namespaces.has(ref.id.namespace)) {
    throw new ClusterError("missing-namespace", `${key}: its namespace is missing`);
  }
  return applyObject(undefined, body);
}
