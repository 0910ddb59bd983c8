import { isSelected } from "../graph/label-index.ts";
import { type Json, type JsonObject, listAt, objectAt, textAt, valueAt } from "../object/json.ts";
import { idOf, labelOf, uidOf } from "../object/live-object.ts";
import { isElasticKind, workloadFamilyOf } from "./kind-family.ts";
import type { RolloutReading } from "./rollout-reading.ts";

/**
 * The pods of a workload that may still run: selected by it and owned by its uid, a Deployment's through its
 * ReplicaSets. Pods in phase Succeeded or Failed do not count, terminating ones do: they go on serving until they are gone.
 * Sorted by name. Pods of Elastic kinds are found by the operator's name label, because two owners stand between.
 */
export function ownPods(reading: RolloutReading): readonly JsonObject[] {
  return ownedPods(reading)
    .filter((pod) => !isFinished(pod))
    .toSorted((a, b) => (idOf(a).name < idOf(b).name ? -1 : 1));
}

/** The ReplicaSets that a Deployment owns by its uid. */
export function ownReplicaSets(reading: RolloutReading): readonly JsonObject[] {
  return reading.replicaSets.filter((each) => controllerUidOf(each) === uidOf(reading.object));
}

/** The uid of the controller that owns an object; empty when there is none. */
export function controllerUidOf(body: JsonObject): string {
  return textAt(controllerOf(body), "uid") ?? "";
}

function ownedPods(reading: RolloutReading): readonly JsonObject[] {
  switch (workloadFamilyOf(reading.object)) {
    case "Pod":
      return [reading.object];
    case "CronJob":
      return reading.pods.filter((pod) => isOfCronJob(pod, reading.object));
    case "Deployment":
      return selectedPods(reading).filter((pod) => isOwnedThroughReplicaSet(pod, reading));
    case "StatefulSet":
    case "DaemonSet":
    case "ReplicaSet":
    case "Job":
      return selectedPods(reading).filter((pod) => controllerUidOf(pod) === uidOf(reading.object));
    case undefined:
      return reading.pods.filter((pod) => isPodOfCustomKind(pod, reading.object));
  }
}

/** A workload without a selector selects nothing. */
function selectedPods(reading: RolloutReading): readonly JsonObject[] {
  const selector = objectAt(reading.object, "spec", "selector");
  if (selector === undefined) return [];
  return reading.pods.filter((pod) => isSelected(objectAt(pod, "metadata", "labels"), selector));
}

function isPodOfCustomKind(pod: JsonObject, body: JsonObject): boolean {
  if (!isElasticKind(body)) return controllerUidOf(pod) === uidOf(body);
  const { group, name } = idOf(body);
  return [`${group}/name`, `${group}/cluster-name`].some((key) => labelOf(pod, key) === name);
}

/**
 * With a short revision history a ReplicaSet is removed while its last pods still terminate. Such a pod names an owner
 * that is not there any more; by its owner's name it can only be a pod of this Deployment, and it counts.
 */
function isOwnedThroughReplicaSet(pod: JsonObject, reading: RolloutReading): boolean {
  const owner = controllerOf(pod);
  const uid = textAt(owner, "uid");
  const replicaSet = reading.replicaSets.find((each) => uidOf(each) === uid);
  if (replicaSet !== undefined) return controllerUidOf(replicaSet) === uidOf(reading.object);
  const name = textAt(owner, "name") ?? "";
  return (
    textAt(owner, "kind") === "ReplicaSet" &&
    name.slice(0, name.lastIndexOf("-")) === idOf(reading.object).name
  );
}

/**
 * Of a Job that the status lists as active, or that is named as the controller names them: the status is written after the Job
 * was made, and forgets one whose pods still terminate.
 *
 * @see https://kubernetes.io/docs/concepts/workloads/controllers/cron-jobs/#job-name for the name and the minutes after it
 */
function isOfCronJob(pod: JsonObject, cronJob: JsonObject): boolean {
  const owner = controllerOf(pod);
  if (textAt(owner, "kind") !== "Job") return false;
  const [uid, name = ""] = [textAt(owner, "uid"), textAt(owner, "name")];
  const isActive = listAt(cronJob, "status", "active").some((each) => textAt(each, "uid") === uid);
  const ownName = idOf(cronJob).name;
  return isActive || (name.startsWith(`${ownName}-`) && MINUTES.test(name.slice(ownName.length)));
}

/** Since 1970, as the controller appends them. */
const MINUTES = /^-\d{8,}$/;

function controllerOf(body: JsonObject): Json | undefined {
  return listAt(body, "metadata", "ownerReferences").find(
    (each) => valueAt(each, "controller") === true,
  );
}

function isFinished(pod: JsonObject): boolean {
  const phase = textAt(pod, "status", "phase");
  return phase === "Succeeded" || phase === "Failed";
}
