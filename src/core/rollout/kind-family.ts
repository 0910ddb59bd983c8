import { type JsonObject, objectAt } from "../object/json.ts";
import { idOf } from "../object/live-object.ts";
import { kindKey, parseKind } from "../object/object-id.ts";

/** The kinds that run pods which a reading can show. */
export type WorkloadFamily =
  | "Deployment"
  | "StatefulSet"
  | "DaemonSet"
  | "ReplicaSet"
  | "Job"
  | "CronJob"
  | "Pod";

const WORKLOADS: ReadonlyMap<string, WorkloadFamily> = new Map([
  ["Deployment.apps", "Deployment"],
  ["StatefulSet.apps", "StatefulSet"],
  ["DaemonSet.apps", "DaemonSet"],
  ["ReplicaSet.apps", "ReplicaSet"],
  ["ReplicationController", "ReplicaSet"],
  ["Job.batch", "Job"],
  ["CronJob.batch", "CronJob"],
  ["Pod", "Pod"],
]);

/**
 * The workload family of an object, or `undefined` for any other kind. Decided by group and kind: a custom resource
 * with a `spec.template` need not mean a pod template by it.
 */
export function workloadFamilyOf(body: JsonObject): WorkloadFamily | undefined {
  return workloadFamilyOfKind(kindKey(idOf(body)));
}

/** The same of `Kind.group`. */
export function workloadFamilyOfKind(kind: string): WorkloadFamily | undefined {
  return WORKLOADS.get(kind);
}

/** What a workload makes pods from (`metadata` and `spec` in it); a Pod is its own. */
export function podShapeOf(body: JsonObject): JsonObject | undefined {
  const family = workloadFamilyOf(body);
  if (family === undefined) return undefined;
  if (family === "Pod") return body;
  if (family === "CronJob") return objectAt(body, "spec", "jobTemplate", "spec", "template");
  return objectAt(body, "spec", "template");
}

/** A resource of Elastic's operator. */
export function isElasticKind(body: JsonObject): boolean {
  return idOf(body).group.endsWith(".k8s.elastic.co");
}

/** The groups that the API server serves itself. Others ending in `.k8s.io` may be custom resources. */
const BUILT_IN_GROUPS: ReadonlySet<string> = new Set([
  "",
  "admissionregistration.k8s.io",
  "apiextensions.k8s.io",
  "apiregistration.k8s.io",
  "apps",
  "authentication.k8s.io",
  "authorization.k8s.io",
  "autoscaling",
  "batch",
  "certificates.k8s.io",
  "coordination.k8s.io",
  "discovery.k8s.io",
  "events.k8s.io",
  "flowcontrol.apiserver.k8s.io",
  "internal.apiserver.k8s.io",
  "networking.k8s.io",
  "node.k8s.io",
  "policy",
  "rbac.authorization.k8s.io",
  "resource.k8s.io",
  "scheduling.k8s.io",
  "storage.k8s.io",
  "storagemigration.k8s.io",
]);

/** Whether objects of the kind may say a version where nobody configured it: workloads, and whatever is not Kubernetes' own. */
export function mayDeclareVersion(kind: string): boolean {
  return WORKLOADS.has(kind) || !BUILT_IN_GROUPS.has(parseKind(kind).group);
}

/** Whether the kind is Kubernetes' own. Many of those have a status subresource and nobody who writes to it. */
export function isBuiltInKind(body: JsonObject): boolean {
  return BUILT_IN_GROUPS.has(idOf(body).group);
}
