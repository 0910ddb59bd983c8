import { type Json, type JsonObject, listAt, textAt } from "../object/json.ts";
import { idOf } from "../object/live-object.ts";
import type { StallCause } from "./blocker.ts";
import { conditionOf, conditionStatus } from "./condition.ts";
import { workloadFamilyOf } from "./kind-family.ts";
import { findPodRevisions, presentReplicaSet } from "./pod-revisions.ts";
import type { RolloutReading } from "./rollout-reading.ts";

/** Reasons of a waiting container that do not go away by waiting. */
const STUCK_CONTAINER: ReadonlySet<string> = new Set([
  "ImagePullBackOff",
  "ErrImagePull",
  "ErrImageNeverPull",
  "InvalidImageName",
  "ImageInspectError",
  "CreateContainerConfigError",
  "CreateContainerError",
  "CrashLoopBackOff",
]);

/**
 * Why a rollout does not get on: the first pod **of the new revision**, by name, that is stuck or cannot be scheduled;
 * else what keeps its ReplicaSet from making pods (quota, a webhook). Pods of older revisions are not to blame.
 *
 * @see https://kubernetes.io/docs/concepts/workloads/controllers/deployment/#failed-deployment
 */
export function findStallCause(reading: RolloutReading): StallCause | undefined {
  if (workloadFamilyOf(reading.object) === undefined) return undefined;
  const pods = findPodRevisions(reading).updated;
  return (
    firstCause(pods, stuckContainerOf) ??
    firstCause(pods, schedulingFailureOf) ??
    creationFailureOf(presentReplicaSet(reading)) ??
    creationFailureOf(reading.object)
  );
}

/** Whether the cause is worth failing at once, without waiting for the deadline. */
export function isFailFast(cause: StallCause): boolean {
  return STUCK_CONTAINER.has(cause.reason);
}

function firstCause(
  pods: readonly JsonObject[],
  causeOf: (pod: JsonObject) => StallCause | undefined,
): StallCause | undefined {
  return pods.flatMap((pod) => causeOf(pod) ?? [])[0];
}

function stuckContainerOf(pod: JsonObject): StallCause | undefined {
  const statuses = [
    ...listAt(pod, "status", "initContainerStatuses"),
    ...listAt(pod, "status", "containerStatuses"),
  ];
  const stuck = statuses.find((each) => STUCK_CONTAINER.has(waitingReason(each)));
  if (stuck === undefined) return undefined;
  const message = textAt(stuck, "state", "waiting", "message") ?? "";
  const container = textAt(stuck, "name") ?? "";
  return {
    pod: idOf(pod).name,
    reason: waitingReason(stuck),
    message: message === "" ? `container ${container}` : message,
  };
}

function waitingReason(containerStatus: Json): string {
  return textAt(containerStatus, "state", "waiting", "reason") ?? "";
}

function schedulingFailureOf(pod: JsonObject): StallCause | undefined {
  if (conditionStatus(pod, "PodScheduled") !== "False") return undefined;
  const condition = conditionOf(pod, "PodScheduled");
  return {
    pod: idOf(pod).name,
    reason: textAt(condition, "reason") ?? "Unschedulable",
    message: textAt(condition, "message") ?? "",
  };
}

function creationFailureOf(body: JsonObject | undefined): StallCause | undefined {
  if (body === undefined || conditionStatus(body, "ReplicaFailure") !== "True") return undefined;
  const condition = conditionOf(body, "ReplicaFailure");
  return {
    pod: "",
    reason: textAt(condition, "reason") ?? "ReplicaFailure",
    message: textAt(condition, "message") ?? "",
  };
}
