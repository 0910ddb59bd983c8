import { type JsonObject, numberAt, textAt } from "../../core/object/json.ts";
import { idOf, isTerminating } from "../../core/object/live-object.ts";
import { STATEFUL_SETS } from "../kinds/collections.ts";
import type { StatusError } from "../status-error.ts";
import type { Place } from "../store/object-store.ts";
import { claimObjects } from "./claim-objects.ts";
import { conditionsOf } from "./conditions.ts";
import { type ClusterView, type Controller, type Decision, SETTLED } from "./controller.ts";
import { selfOrController } from "./owner-reference.ts";
import { isAvailable, isReady, untilAvailable } from "./pod-facts.ts";
import { readHistory, trimHistory } from "./revision-history.ts";
import { podRevision, type StatefulSetFacts, statefulSetFacts } from "./stateful-set-facts.ts";
import { statefulSetSteps } from "./stateful-set-steps.ts";
import type { Write } from "./write.ts";
import { orNone, warn, writeStatus } from "./writes.ts";

const STYLE = { hashLabel: "controller.kubernetes.io/hash" };

/**
 * Keeps the numbered pods of StatefulSets.
 * @see https://kubernetes.io/docs/concepts/workloads/controllers/statefulset/
 */
export function statefulSetController(): Controller {
  return {
    name: "statefulset-controller",
    userAgent: "kube-controller-manager",
    concerns: (change) =>
      selfOrController(change, { collection: STATEFUL_SETS, kind: "StatefulSet" }),
    decide,
    reportRefusal,
  };
}

function decide(place: Place, view: ClusterView): Decision {
  const set = view.get(place);
  if (set === undefined || isTerminating(set)) return SETTLED;
  const claims = claimObjects(set, "Pod", view);
  if (claims.length > 0) return { writes: claims };
  const history = readHistory(set, view, STYLE);
  if (history.present === undefined) return { writes: history.writes };
  const facts = statefulSetFacts(set, history, view);
  const steps = statefulSetSteps(facts, view);
  if (steps.length > 0) return { writes: steps };
  const pods = [...facts.pods.values()];
  const status = statusOf(facts);
  const inUse = new Set([
    facts.updateRevision,
    textAt(status, "currentRevision") ?? "",
    ...pods.map(podRevision),
  ]);
  return {
    writes: [...writeStatus(set, status), ...trimHistory(set, history, inUse)],
    ...untilAvailable(pods, facts.minReadySeconds, view.now),
  };
}

/** @see https://kubernetes.io/docs/reference/kubernetes-api/workload-resources/stateful-set-v1/#StatefulSetStatus */
function statusOf(facts: StatefulSetFacts): JsonObject {
  const { set, replicas, isOnDelete, currentRevision, updateRevision, minReadySeconds } = facts;
  const pods = [...facts.pods.values()];
  const staying = pods.filter((pod) => !isTerminating(pod));
  const updated = staying.filter((pod) => podRevision(pod) === updateRevision).length;
  const current = staying.filter((pod) => podRevision(pod) === currentRevision).length;
  const ready = pods.filter(isReady).length;
  const isComplete = [pods.length, updated, ready].every((count) => count === replicas);
  const isMoved = isComplete && !isOnDelete;
  const conditions = conditionsOf(set);
  const counts = {
    observedGeneration: numberAt(set, "metadata", "generation") ?? 1,
    replicas: pods.length,
    ...some("readyReplicas", ready),
    ...some("currentReplicas", isMoved ? updated : current),
    ...some("updatedReplicas", updated),
    availableReplicas: pods.filter((pod) => isAvailable(pod, minReadySeconds, facts.now)).length,
    currentRevision: isMoved ? updateRevision : currentRevision,
    updateRevision,
    collisionCount: numberAt(set, "status", "collisionCount") ?? 0,
  };
  return conditions.length === 0 ? counts : { ...counts, conditions };
}

function some(key: string, count: number): JsonObject {
  const value = orNone(count);
  return value === undefined ? {} : { [key]: value };
}

function reportRefusal(place: Place, view: ClusterView, refusal: StatusError): readonly Write[] {
  const set = view.get(place);
  if (set === undefined) return [];
  const history = readHistory(set, view, STYLE);
  if (refusal.reason === "AlreadyExists" && history.present === undefined) {
    const collisionCount = (numberAt(set, "status", "collisionCount") ?? 0) + 1;
    return writeStatus(set, { ...statusOf(statefulSetFacts(set, history, view)), collisionCount });
  }
  if (refusal.code === 409) return [];
  const text = `create Pod in StatefulSet ${idOf(set).name} failed error: ${refusal.message}`;
  const status = statusOf(statefulSetFacts(set, history, view));
  return [warn(set, "FailedCreate", text), ...writeStatus(set, status)];
}
