import { type JsonObject, textAt } from "../../core/object/json.ts";
import { annotationOf } from "../../core/object/live-object.ts";
import { conditionsOf, findCondition } from "./conditions.ts";
import { isReady, nodeOf, restartsOf } from "./pod-facts.ts";

const PHASE_RANK: ReadonlyMap<string, number> = new Map([
  ["Pending", 0],
  ["Unknown", 1],
  ["Running", 2],
]);

/**
 * Pods in the order in which they are given up: unscheduled, pending and not ready ones first, then cheap ones, then
 * those that are ready for the shortest time, restarted most, created last.
 * @see https://kubernetes.io/docs/concepts/workloads/controllers/replicaset/#scaling-a-replicaset
 */
export function inScaleDownOrder(pods: readonly JsonObject[]): readonly JsonObject[] {
  return pods.toSorted((a, b) => {
    const ranksB = ranksOf(b);
    const found = ranksOf(a)
      .map((rank, index) => rank - (ranksB[index] ?? 0))
      .find((difference) => difference !== 0);
    return found ?? newerFirst(createdAt(a), createdAt(b));
  });
}

/** Lower goes first, the first difference decides. */
function ranksOf(pod: JsonObject): readonly number[] {
  return [
    nodeOf(pod) === "" ? 0 : 1,
    PHASE_RANK.get(textAt(pod, "status", "phase") ?? "") ?? 0,
    isReady(pod) ? 1 : 0,
    Number(annotationOf(pod, "controller.kubernetes.io/pod-deletion-cost") ?? 0) || 0,
    -(Date.parse(readySince(pod)) || 0),
    -restartsOf(pod),
  ];
}

function readySince(pod: JsonObject): string {
  if (!isReady(pod)) return "";
  return textAt(findCondition(conditionsOf(pod), "Ready"), "lastTransitionTime") ?? "";
}

function createdAt(pod: JsonObject): string {
  return textAt(pod, "metadata", "creationTimestamp") ?? "";
}

function newerFirst(a: string, b: string): number {
  if (a === b) return 0;
  return a > b ? -1 : 1;
}
