import { type JsonObject, listAt, objectAt, textAt } from "../../core/object/json.ts";
import { generationOf, idOf, isTerminating } from "../../core/object/live-object.ts";
import { isOf, NODES, PODS, VOLUME_CLAIMS } from "../kinds/collections.ts";
import type { Change, Place } from "../store/object-store.ts";
import { timeText } from "../time-text.ts";
import { conditionsOf, findCondition, setCondition } from "./conditions.ts";
import { type ClusterView, type Controller, type Decision, SETTLED } from "./controller.ts";
import { findNode } from "./find-node.ts";
import { isFinished, nodeOf } from "./pod-facts.ts";
import { definedOnly, tell, warn, writeStatus } from "./writes.ts";

/**
 * Gives pods their node.
 * @see https://kubernetes.io/docs/concepts/scheduling-eviction/kube-scheduler/
 */
export function scheduler(): Controller {
  return { name: "default-scheduler", userAgent: "kube-scheduler", concerns, decide };
}

/** A change of nodes, claims, or of a pod that makes room, may help every pod that waits. */
function concerns(change: Change, view: ClusterView): readonly Place[] {
  const { place, kind } = change;
  if (isOf(place, PODS) && kind !== "deleted") return isWaiting(change.object) ? [place] : [];
  if (![PODS, NODES, VOLUME_CLAIMS].some((each) => isOf(place, each))) return [];
  return view
    .list(PODS, isOf(place, VOLUME_CLAIMS) ? place.namespace : "")
    .filter(isWaiting)
    .map((pod) => ({ ...PODS, namespace: idOf(pod).namespace, name: idOf(pod).name }));
}

function decide(place: Place, view: ClusterView): Decision {
  const pod = view.get(place);
  if (pod === undefined || !isWaiting(pod)) return SETTLED;
  const found = findNode(pod, view);
  if (found.kind === "node") {
    const text = `Successfully assigned ${place.namespace}/${place.name} to ${found.name}`;
    return { writes: [{ kind: "bind", pod, node: found.name }, tell(pod, "Scheduled", text)] };
  }
  const condition = findCondition(conditionsOf(pod), "PodScheduled");
  if (textAt(condition, "message") === found.message) return SETTLED;
  const next = definedOnly({
    type: "PodScheduled",
    observedGeneration: generationOf(pod),
    status: "False",
    lastProbeTime: null,
    lastTransitionTime: timeText(view.now),
    reason: "Unschedulable",
    message: found.message,
  });
  return {
    writes: [
      ...writeStatus(pod, {
        ...objectAt(pod, "status"),
        conditions: setCondition(conditionsOf(pod), next),
      }),
      warn(pod, "FailedScheduling", found.message),
    ],
  };
}

function isWaiting(pod: JsonObject): boolean {
  return (
    nodeOf(pod) === "" &&
    !isTerminating(pod) &&
    !isFinished(pod) &&
    (textAt(pod, "spec", "schedulerName") ?? "default-scheduler") === "default-scheduler" &&
    listAt(pod, "spec", "schedulingGates").length === 0
  );
}
