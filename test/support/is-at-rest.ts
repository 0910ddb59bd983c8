import {
  type Json,
  type JsonObject,
  listAt,
  numberAt,
  textAt,
} from "../../src/core/object/json.ts";
import { admin } from "./real-cluster.ts";

/** Whether nothing that runs in a namespace moves any more by itself: pods that never get ready are at rest, too. */
export async function isAtRest(namespace: string): Promise<boolean> {
  const [pods = [], deployments = [], sets = [], jobs = []] = await Promise.all(
    [
      { apiVersion: "v1", kind: "Pod" },
      { apiVersion: "apps/v1", kind: "Deployment" },
      { apiVersion: "apps/v1", kind: "StatefulSet" },
      { apiVersion: "batch/v1", kind: "Job" },
    ].map(async (kind) => admin().list({ ...kind, namespace })),
  );
  const workloads = [...deployments, ...sets, ...jobs];
  const names = new Set(workloads.map(nameOf));
  const arePodsAtRest = pods.every((pod) => names.has(appOf(pod)) && isPodAtRest(pod));
  return (
    arePodsAtRest &&
    [...deployments, ...sets].every((each) => isRolledOut(each, podsOf(each, pods))) &&
    jobs.every((each) => isJobAtRest(each, podsOf(each, pods)))
  );
}

function podsOf(workload: JsonObject, pods: readonly JsonObject[]): readonly JsonObject[] {
  return pods.filter((pod) => appOf(pod) === nameOf(workload));
}

function isPodAtRest(pod: JsonObject): boolean {
  if (textAt(pod, "metadata", "deletionTimestamp") !== undefined) return false;
  const phase = textAt(pod, "status", "phase") ?? "";
  if (phase === "Succeeded" || phase === "Failed") return true;
  const isOfJob = textAt(pod, "metadata", "ownerReferences", 0, "kind") === "Job";
  return phase === "Running" && (isStuck(pod) || (isReady(pod) && !isOfJob));
}

/** The controller has counted the pods as they are, and wants no others. */
function isRolledOut(workload: JsonObject, pods: readonly JsonObject[]): boolean {
  if (textAt(workload, "metadata", "deletionTimestamp") !== undefined) return true;
  const wanted = numberAt(workload, "spec", "replicas");
  const isCounted =
    numberAt(workload, "status", "observedGeneration") ===
      numberAt(workload, "metadata", "generation") &&
    countAt(workload, "replicas") === pods.length &&
    countAt(workload, "readyReplicas") === pods.filter(isReady).length;
  // A StatefulSet does not replace a pod that never got ready.
  const isReplaced = isSet(workload) || countAt(workload, "updatedReplicas") === wanted;
  if (pods.some(isStuck)) return isCounted && isReplaced;
  const counts = ["replicas", "readyReplicas", "updatedReplicas", "availableReplicas"];
  const isCurrent =
    textAt(workload, "status", "currentRevision") === textAt(workload, "status", "updateRevision");
  return isCounted && isCurrent && counts.every((field) => countAt(workload, field) === wanted);
}

/** Items of a list name no kind. */
function isSet({ spec }: JsonObject): boolean {
  return textAt(spec, "serviceName") !== undefined;
}

function isJobAtRest(job: JsonObject, pods: readonly JsonObject[]): boolean {
  const hasEnded = listAt(job, "status", "conditions").some(
    (each) => ["Complete", "Failed"].includes(textAt(each, "type") ?? "") && isTrue(each),
  );
  return hasEnded || (pods.some(isStuck) && countAt(job, "active") === pods.length);
}

function countAt(workload: JsonObject, field: string): number {
  return numberAt(workload, "status", field) ?? 0;
}

function isReady(pod: JsonObject): boolean {
  return listAt(pod, "status", "conditions").some(
    (each) => textAt(each, "type") === "Ready" && isTrue(each),
  );
}

function isTrue(condition: Json): boolean {
  return textAt(condition, "status") === "True";
}

function isStuck(pod: JsonObject): boolean {
  return textAt(pod, "metadata", "annotations", "test.lockstep.dev/ready") === "never";
}

function appOf(pod: JsonObject): string {
  return textAt(pod, "metadata", "labels", "app") ?? "";
}

function nameOf(object: JsonObject): string {
  return textAt(object, "metadata", "name") ?? "";
}
