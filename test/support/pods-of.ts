import { type JsonObject, textAt } from "../../src/core/object/json.ts";
import { admin } from "./real-cluster.ts";

/** The pods with the label `app` of one value, as they are now. */
export async function podsOf(namespace: string, app: string): Promise<readonly JsonObject[]> {
  return admin().list({ apiVersion: "v1", kind: "Pod", namespace }, `app=${app}`);
}

export function nameOf(object: JsonObject): string {
  return textAt(object, "metadata", "name") ?? "";
}

export function imageOf(pod: JsonObject): string {
  return textAt(pod, "spec", "containers", 0, "image") ?? "";
}

/** The kubelet says that a pod, which runs already, is ready. */
export async function makeReady(namespace: string, pod: JsonObject): Promise<void> {
  const conditions = ["Initialized", "ContainersReady", "Ready"].map((type) => ({
    type,
    status: "True",
    lastTransitionTime: new Date().toISOString(),
  }));
  await admin().patch(
    { apiVersion: "v1", kind: "Pod", namespace, name: nameOf(pod) },
    { strategic: { status: { conditions } } },
    { as: "kubelet", subresource: "status" },
  );
}
