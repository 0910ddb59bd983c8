import { numberAt } from "../object/json.ts";
import type { Verdict } from "./blocker.ts";
import { conditionStatus, conditionText } from "./condition.ts";
import { assessCount } from "./pod-counts.ts";
import type { RolloutReading } from "./rollout-reading.ts";
import { statusCount } from "./status-count.ts";
import { firstShut, OK, waiting } from "./verdict.ts";

/**
 * A ReplicaSet (or ReplicationController) is ready when its count of pods is there and available. It never replaces pods
 * after a change of its template: that shows only in their versions.
 *
 * @see https://kubernetes.io/docs/concepts/workloads/controllers/replicaset/
 */
export function assessReplicaSet(reading: RolloutReading): Verdict {
  const { object } = reading;
  const want = numberAt(object, "spec", "replicas") ?? 1;
  return firstShut([
    conditionStatus(object, "ReplicaFailure") === "True"
      ? waiting("NotReady", conditionText(object, "ReplicaFailure"))
      : OK,
    assessCount(
      { have: statusCount(object, "fullyLabeledReplicas"), want, word: "labelled" },
      "RollingOut",
    ),
    assessCount(
      { have: statusCount(object, "availableReplicas"), want, word: "available" },
      "NotReady",
    ),
    assessCount({ have: statusCount(object, "readyReplicas"), want, word: "ready" }, "NotReady"),
    (statusCount(object, "replicas") ?? 0) > want
      ? waiting("RollingOut", `${statusCount(object, "replicas")} pods, ${want} wanted`)
      : OK,
  ]);
}
