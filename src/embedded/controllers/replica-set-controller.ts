import { type JsonObject, numberAt, objectAt, textAt } from "../../core/object/json.ts";
import { idOf, isTerminating, uidOf } from "../../core/object/live-object.ts";
import { REPLICA_SETS, REPLICATION_CONTROLLERS } from "../kinds/collections.ts";
import type { StatusError } from "../status-error.ts";
import type { Place } from "../store/object-store.ts";
import { timeText } from "../time-text.ts";
import { claimObjects } from "./claim-objects.ts";
import { conditionsOf, findCondition, setCondition } from "./conditions.ts";
import { type ClusterView, type Controller, type Decision, SETTLED } from "./controller.ts";
import { generatedName } from "./generated-name.ts";
import { isControlledBy, selfOrController } from "./owner-reference.ts";
import { hasLabels, isActive, isAvailable, isReady, untilAvailable } from "./pod-facts.ts";
import { podFromTemplate } from "./pod-from-template.ts";
import { inScaleDownOrder } from "./scale-down-order.ts";
import type { Write } from "./write.ts";
import { create, orNone, remove, tell, warn, writeStatus } from "./writes.ts";

/** So many pods are made or deleted at once; the next ones follow when these are there. */
const BURST = 50;

/**
 * Keeps the pods of a ReplicaSet at their number.
 * @see https://kubernetes.io/docs/concepts/workloads/controllers/replicaset/
 */
export function replicaSetController(): Controller {
  return {
    name: "replicaset-controller",
    userAgent: "kube-controller-manager",
    concerns: (change) =>
      selfOrController(change, { collection: REPLICA_SETS, kind: "ReplicaSet" }),
    decide: decideReplicas,
    reportRefusal,
  };
}

/** The same for the older kind, whose selector is plain labels. */
export function replicationController(): Controller {
  return {
    ...replicaSetController(),
    name: "replication-controller",
    concerns: (change) =>
      selfOrController(change, {
        collection: REPLICATION_CONTROLLERS,
        kind: "ReplicationController",
      }),
  };
}

function decideReplicas(place: Place, view: ClusterView): Decision {
  const set = view.get(place);
  if (set === undefined) return SETTLED;
  const claims = claimObjects(set, "Pod", view);
  if (claims.length > 0) return { writes: claims };
  const pods = podsOf(set, view);
  const minReadySeconds = numberAt(set, "spec", "minReadySeconds") ?? 0;
  return {
    writes: [
      ...(isTerminating(set) ? [] : scale(set, pods, view)),
      ...writeStatus(set, statusOf(set, pods, view.now)),
    ],
    ...untilAvailable(pods, minReadySeconds, view.now),
  };
}

function podsOf(set: JsonObject, view: ClusterView): readonly JsonObject[] {
  return view
    .ownedBy(uidOf(set))
    .filter((pod) => idOf(pod).kind === "Pod" && isControlledBy(pod, set) && isActive(pod));
}

function scale(set: JsonObject, pods: readonly JsonObject[], view: ClusterView): readonly Write[] {
  const missing = (numberAt(set, "spec", "replicas") ?? 1) - pods.length;
  const template = objectAt(set, "spec", "template") ?? {};
  if (missing > 0) {
    return Array.from({ length: Math.min(missing, BURST) }).flatMap(() => {
      const generateName = `${idOf(set).name}-`;
      const name = generatedName(generateName, view);
      return [
        create(podFromTemplate(set, template, { name, generateName })),
        tell(set, "SuccessfulCreate", `Created pod: ${name}`),
      ];
    });
  }
  return inScaleDownOrder(pods)
    .slice(0, Math.min(-missing, BURST))
    .flatMap((pod) => [
      remove(pod),
      tell(set, "SuccessfulDelete", `Deleted pod: ${idOf(pod).name}`),
    ]);
}

function statusOf(
  set: JsonObject,
  pods: readonly JsonObject[],
  now: number,
): Parameters<typeof writeStatus>[1] {
  const labels = objectAt(set, "spec", "template", "metadata", "labels") ?? {};
  const minReadySeconds = numberAt(set, "spec", "minReadySeconds") ?? 0;
  const hasAll = pods.length >= (numberAt(set, "spec", "replicas") ?? 1);
  const conditions = conditionsOf(set).filter(
    (each) => !hasAll || textAt(each, "type") !== "ReplicaFailure",
  );
  return {
    replicas: pods.length,
    fullyLabeledReplicas: orNone(pods.filter((pod) => hasLabels(pod, labels)).length),
    readyReplicas: orNone(pods.filter(isReady).length),
    availableReplicas: orNone(pods.filter((pod) => isAvailable(pod, minReadySeconds, now)).length),
    observedGeneration: numberAt(set, "metadata", "generation"),
    conditions: conditions.length === 0 ? undefined : conditions,
  };
}

/** A pod that may not be made (quota, a policy) is told in an Event and in the status. */
function reportRefusal(place: Place, view: ClusterView, refusal: StatusError): readonly Write[] {
  const set = view.get(place);
  if (set === undefined || refusal.code === 409) return [];
  const old = conditionsOf(set);
  const condition = {
    type: "ReplicaFailure",
    status: "True",
    lastTransitionTime: timeText(view.now),
    reason: "FailedCreate",
    message: refusal.message,
  };
  const conditions =
    findCondition(old, "ReplicaFailure") === undefined ? setCondition(old, condition) : old;
  return [
    warn(set, "FailedCreate", `Error creating: ${refusal.message}`),
    ...writeStatus(set, { ...statusOf(set, podsOf(set, view), view.now), conditions }),
  ];
}
