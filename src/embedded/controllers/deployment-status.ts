import { type JsonObject, numberAt, objectAt, textAt } from "../../core/object/json.ts";
import { idOf } from "../../core/object/live-object.ts";
import { timeOf, timeText } from "../time-text.ts";
import { conditionsOf, findCondition, keepTransition } from "./conditions.ts";
import type { ReplicaSets } from "./deployment-revisions.ts";
import { countIn, replicasOf, sum } from "./deployment-scaling.ts";
import type { DeploymentSpec } from "./deployment-spec.ts";
import { definedOnly, orNone } from "./writes.ts";

/** A Deployment as its controller looks at it. */
export interface DeploymentFacts {
  readonly deployment: JsonObject;
  readonly spec: DeploymentSpec;
  readonly sets: ReplicaSets;
  readonly now: number;
  /** When the cluster was started: while it did not run nothing could get on, so that time does not count. */
  readonly runsSince: number;
}

type Conditions = readonly JsonObject[];

/**
 * The status of a Deployment: counts of its ReplicaSets, whether enough is available, whether it gets on.
 * @see https://kubernetes.io/docs/concepts/workloads/controllers/deployment/#deployment-status
 */
export function deploymentStatus(facts: DeploymentFacts): JsonObject {
  const counts = countsOf(facts);
  const conditions = [pauseStep, availableStep, progressStep, failureStep].reduce<Conditions>(
    (sofar, step) => step(sofar, facts, counts),
    conditionsOf(facts.deployment),
  );
  return { ...counts, ...(conditions.length === 0 ? {} : { conditions }) };
}

/** Whether the whole Deployment runs the present template and is available. */
export function isComplete({ deployment, spec, sets }: DeploymentFacts): boolean {
  const all = allSets(sets);
  return (
    numberAt(deployment, "status", "observedGeneration") ===
      numberAt(deployment, "metadata", "generation") &&
    countIn(sets.current, "replicas") === spec.replicas &&
    sum(all.map((each) => countIn(each, "replicas"))) === spec.replicas &&
    sum(all.map((each) => countIn(each, "availableReplicas"))) === spec.replicas
  );
}

/** Says that a ReplicaSet was made for the present template; the deadline counts from here. */
export function createdCondition(facts: DeploymentFacts, name: string): Conditions {
  const conditions = conditionsOf(facts.deployment);
  if (facts.spec.deadlineSeconds === undefined) return conditions;
  return putCondition(
    conditions,
    progressing(facts.now, "True", {
      reason: "NewReplicaSetCreated",
      message: `Created new replica set "${name}"`,
    }),
  );
}

/** How long until the rollout is late, if it does not get on; `undefined` when it is done, late or has no deadline. */
export function untilDeadline(facts: DeploymentFacts): number | undefined {
  const { deployment, spec, now } = facts;
  const condition = findCondition(conditionsOf(deployment), "Progressing");
  const reason = textAt(condition, "reason");
  const since = countsFrom(condition, facts);
  if (spec.deadlineSeconds === undefined || since === undefined || spec.isPaused) return undefined;
  if (reason === "NewReplicaSetAvailable" || reason === "ProgressDeadlineExceeded") {
    return undefined;
  }
  return Math.max(0, since + spec.deadlineSeconds * 1000 - now) + 1_000;
}

function countsOf({ deployment, sets }: DeploymentFacts): JsonObject {
  const all = allSets(sets);
  const available = sum(all.map((each) => countIn(each, "availableReplicas")));
  const wanted = sum(all.map(replicasOf));
  return definedOnly({
    observedGeneration: numberAt(deployment, "metadata", "generation"),
    replicas: orNone(sum(all.map((each) => countIn(each, "replicas")))),
    updatedReplicas: orNone(countIn(sets.current, "replicas")),
    readyReplicas: orNone(sum(all.map((each) => countIn(each, "readyReplicas")))),
    availableReplicas: orNone(available),
    unavailableReplicas: orNone(Math.max(0, wanted - available)),
    collisionCount: numberAt(deployment, "status", "collisionCount"),
  });
}

function pauseStep(conditions: Conditions, { spec, now }: DeploymentFacts): Conditions {
  const reason = textAt(findCondition(conditions, "Progressing"), "reason");
  if (spec.deadlineSeconds === undefined || reason === "ProgressDeadlineExceeded") {
    return conditions;
  }
  if (spec.isPaused && reason !== "DeploymentPaused") {
    const text = { reason: "DeploymentPaused", message: "Deployment is paused" };
    return putCondition(conditions, progressing(now, "Unknown", text));
  }
  if (!spec.isPaused && reason === "DeploymentPaused") {
    const text = { reason: "DeploymentResumed", message: "Deployment is resumed" };
    return putCondition(conditions, progressing(now, "Unknown", text));
  }
  return conditions;
}

function availableStep(
  conditions: Conditions,
  { spec, now }: DeploymentFacts,
  counts: JsonObject,
): Conditions {
  const isEnough =
    (numberAt(counts, "availableReplicas") ?? 0) >= spec.replicas - spec.maxUnavailable;
  return putCondition(conditions, {
    type: "Available",
    status: isEnough ? "True" : "False",
    lastUpdateTime: timeText(now),
    lastTransitionTime: timeText(now),
    reason: isEnough ? "MinimumReplicasAvailable" : "MinimumReplicasUnavailable",
    message: isEnough
      ? "Deployment has minimum availability."
      : "Deployment does not have minimum availability.",
  });
}

function progressStep(
  conditions: Conditions,
  facts: DeploymentFacts,
  counts: JsonObject,
): Conditions {
  const { spec, now, deployment } = facts;
  if (spec.deadlineSeconds === undefined) {
    return conditions.filter((each) => textAt(each, "type") !== "Progressing");
  }
  const current = findCondition(conditions, "Progressing");
  const isSettled =
    numberAt(counts, "replicas") === numberAt(counts, "updatedReplicas") &&
    textAt(current, "reason") === "NewReplicaSetAvailable";
  if (spec.isPaused || isSettled) return conditions;
  if (isDone(spec, counts)) {
    return putCondition(
      conditions,
      progressing(now, "True", {
        reason: "NewReplicaSetAvailable",
        message: `${subject(facts)} has successfully progressed.`,
      }),
    );
  }
  if (hasMoved(counts, deployment)) {
    const text = { reason: "ReplicaSetUpdated", message: `${subject(facts)} is progressing.` };
    const next = keepTransition(current, progressing(now, "True", text));
    return [...conditions.filter((each) => each !== current), next];
  }
  if (!isLate(current, spec.deadlineSeconds, facts)) return conditions;
  return putCondition(
    conditions,
    progressing(now, "False", {
      reason: "ProgressDeadlineExceeded",
      message: `${subject(facts)} has timed out progressing.`,
    }),
  );
}

/** What keeps the present ReplicaSet, or else an older one, from making pods. */
function failureStep(conditions: Conditions, { sets, now }: DeploymentFacts): Conditions {
  const failure = [...(sets.current === undefined ? [] : [sets.current]), ...sets.old]
    .map((each) => findCondition(conditionsOf(each), "ReplicaFailure"))
    .find((each) => each !== undefined);
  if (failure === undefined) {
    return conditions.filter((each) => textAt(each, "type") !== "ReplicaFailure");
  }
  return putCondition(conditions, { ...failure, lastUpdateTime: timeText(now) });
}

/** Replaces a condition, at the end of the list, when its status or reason is new. */
function putCondition(conditions: Conditions, condition: JsonObject): Conditions {
  const old = findCondition(conditions, textAt(condition, "type") ?? "");
  if (old?.["status"] === condition["status"] && old?.["reason"] === condition["reason"]) {
    return conditions;
  }
  return [...conditions.filter((each) => each !== old), keepTransition(old, condition)];
}

function progressing(
  now: number,
  status: string,
  text: { readonly reason: string; readonly message: string },
): JsonObject {
  const time = timeText(now);
  return { type: "Progressing", status, lastUpdateTime: time, lastTransitionTime: time, ...text };
}

function subject({ deployment, sets }: DeploymentFacts): string {
  return sets.current === undefined
    ? `Deployment "${idOf(deployment).name}"`
    : `ReplicaSet "${idOf(sets.current).name}"`;
}

function isDone(spec: DeploymentSpec, counts: JsonObject): boolean {
  return ["replicas", "updatedReplicas", "availableReplicas"].every(
    (key) => (numberAt(counts, key) ?? 0) === spec.replicas,
  );
}

function hasMoved(counts: JsonObject, deployment: JsonObject): boolean {
  const before = objectAt(deployment, "status") ?? {};
  return (
    oldReplicas(counts) < oldReplicas(before) ||
    ["updatedReplicas", "readyReplicas", "availableReplicas"].some(
      (key) => (numberAt(counts, key) ?? 0) > (numberAt(before, key) ?? 0),
    )
  );
}

function oldReplicas(counts: JsonObject): number {
  return (numberAt(counts, "replicas") ?? 0) - (numberAt(counts, "updatedReplicas") ?? 0);
}

function isLate(
  condition: JsonObject | undefined,
  deadlineSeconds: number,
  facts: DeploymentFacts,
): boolean {
  const reason = textAt(condition, "reason");
  if (reason === "NewReplicaSetAvailable") return false;
  const since = countsFrom(condition, facts);
  return since !== undefined && since + deadlineSeconds * 1000 < facts.now;
}

/** From when on the deadline counts. */
function countsFrom(
  condition: JsonObject | undefined,
  { runsSince }: DeploymentFacts,
): number | undefined {
  const movedAt = timeOf(textAt(condition, "lastUpdateTime"));
  return movedAt === undefined ? undefined : Math.max(movedAt, runsSince);
}

function allSets({ current, old }: ReplicaSets): readonly JsonObject[] {
  return current === undefined ? old : [...old, current];
}
