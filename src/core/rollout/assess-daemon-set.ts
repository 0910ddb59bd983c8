import type { Verdict } from "./blocker.ts";
import { assessCount, assessRevisions } from "./pod-counts.ts";
import type { RolloutReading } from "./rollout-reading.ts";
import { statusCount } from "./status-count.ts";
import { firstShut, waiting } from "./verdict.ts";
import { withStrategy } from "./with-strategy.ts";

/**
 * A DaemonSet is rolled out when every node that wants a pod has an available one of the present revision and no older
 * one is left.
 *
 * @see https://kubernetes.io/docs/tasks/manage-daemon/update-daemon-set/
 */
export function assessDaemonSet(reading: RolloutReading): Verdict {
  const { object } = reading;
  const want = statusCount(object, "desiredNumberScheduled");
  if (want === undefined) return waiting("NotObserved", "its status counts no nodes");
  return firstShut([
    assessCount(
      { have: statusCount(object, "currentNumberScheduled"), want, word: "created" },
      "RollingOut",
    ),
    withStrategy(object, assessRevisions(reading, want)),
    withStrategy(
      object,
      assessCount(
        { have: statusCount(object, "updatedNumberScheduled"), want, word: "updated" },
        "RollingOut",
      ),
    ),
    assessCount(
      { have: statusCount(object, "numberAvailable"), want, word: "available" },
      "NotReady",
    ),
    assessCount({ have: statusCount(object, "numberReady"), want, word: "ready" }, "NotReady"),
  ]);
}
