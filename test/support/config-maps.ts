import { ClusterError } from "../../src/core/cluster-error.ts";
import { type JsonObject, listAt, objectAt, textAt } from "../../src/core/object/json.ts";
import { resourceVersionOf, uidOf } from "../../src/core/object/live-object.ts";
import type { ObjectRef } from "../../src/core/object/object-id.ts";
import type { Following, Selection } from "../../src/ports/cluster-port.ts";

/** All ConfigMaps; tests narrow it by spread. */
export const CONFIG_MAPS: Selection = {
  apiVersion: "v1",
  kind: "ConfigMap",
  namespace: "",
  labelSelector: "",
  name: "",
};

/** A ConfigMap labelled `app: test`. */
export function configMap(
  namespace: string,
  name: string,
  data: JsonObject = { a: "1" },
): JsonObject {
  const metadata = { name, namespace, labels: { app: "test" } };
  return { apiVersion: "v1", kind: "ConfigMap", metadata, data };
}

export function configMapRef(namespace: string, name: string): ObjectRef {
  return { id: { group: "", kind: "ConfigMap", namespace, name }, apiVersion: "v1" };
}

/** The body with uid and resource version of the live object, as every apply to an existing object carries them. */
export function guarded(body: JsonObject, live: JsonObject): JsonObject {
  const metadata = objectAt(body, "metadata");
  return {
    ...body,
    metadata: { ...metadata, uid: uidOf(live), resourceVersion: resourceVersionOf(live) },
  };
}

/** The field managers of an object, in the server's order: `lockstep Apply`. */
export function managersOf(object: JsonObject): readonly string[] {
  return listAt(object, "metadata", "managedFields").map(
    (entry) => `${textAt(entry, "manager")} ${textAt(entry, "operation")}`,
  );
}

/** Sorted names, without the ConfigMap that every namespace has. */
export function namesIn(following: Following): readonly string[] {
  return [...following.state().objects.values()]
    .map((object) => textAt(object, "metadata", "name") ?? "")
    .filter((name) => name !== "kube-root-ca.crt")
    .toSorted();
}

/** The `ClusterError` with which a call is refused. */
export async function refusalOf(call: Promise<unknown>): Promise<ClusterError> {
  try {
    await call;
  } catch (error) {
    if (error instanceof ClusterError) return error;
    throw error;
  }
  throw new Error("the call was not refused");
}
