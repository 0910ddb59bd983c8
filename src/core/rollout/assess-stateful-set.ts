import { numberAt, textAt } from "../object/json.ts";
import type { Verdict } from "./blocker.ts";
import { assessCount, assessRevisions } from "./pod-counts.ts";
import type { RolloutReading } from "./rollout-reading.ts";
import { statusCount } from "./status-count.ts";
import { firstShut, OK, waiting } from "./verdict.ts";
import { withStrategy } from "./with-strategy.ts";

/**
 * A StatefulSet is rolled out when every pod is of the update revision and available. A partition or the strategy
 * OnDelete leaves pods of the older revision in place: that is a mixed set, and it is said so.
 *
 * @see https://kubernetes.io/docs/concepts/workloads/controllers/statefulset/#update-strategies
 */
export function assessStatefulSet(reading: RolloutReading): Verdict {
  const { object } = reading;
  const want = numberAt(object, "spec", "replicas") ?? 1;
  return firstShut([
    textAt(object, "status", "updateRevision") === undefined
      ? waiting("NotObserved", "its status names no update revision")
      : OK,
    withStrategy(object, assessRevisions(reading, want)),
    assessCount({ have: statusCount(object, "replicas"), want, word: "created" }, "RollingOut"),
    withStrategy(
      object,
      assessCount(
        { have: statusCount(object, "updatedReplicas"), want, word: "updated" },
        "RollingOut",
      ),
    ),
    (statusCount(object, "replicas") ?? 0) > want
      ? waiting("RollingOut", `${statusCount(object, "replicas")} pods, ${want} wanted`)
      : OK,
    assessCount({ have: statusCount(object, "readyReplicas"), want, word: "ready" }, "NotReady"),
    assessCount(
      { have: statusCount(object, "availableReplicas"), want, word: "available" },
      "NotReady",
    ),
  ]);
}
