import type { World } from "../kinds/resource.ts";
import { notFound } from "../refusals.ts";
import { StatusError } from "../status-error.ts";
import type { ObjectsTarget } from "./target.ts";

const CONNECTIONS = ["attach", "exec", "portforward", "proxy"];

/** Whether a request wants to reach into a pod. */
export function isConnection({ resource, subresource }: ObjectsTarget): boolean {
  return resource.group === "" && resource.plural === "pods" && CONNECTIONS.includes(subresource);
}

/** Why it cannot: there is no such pod, or nothing runs in it. */
export function refuseConnection(target: ObjectsTarget, { store }: World): StatusError {
  const { resource, namespace, name, subresource } = target;
  const pod = store.get({ group: "", plural: "pods", namespace, name });
  if (pod === undefined) return notFound(resource, name);
  return new StatusError(405, {
    reason: "MethodNotAllowed",
    message: `the embedded cluster runs no containers: ${subresource} is not possible`,
    details: { name, kind: "pods" },
  });
}
