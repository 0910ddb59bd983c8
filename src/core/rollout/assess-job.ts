import { valueAt } from "../object/json.ts";
import type { Verdict } from "./blocker.ts";
import { conditionStatus, conditionText } from "./condition.ts";
import type { RolloutReading } from "./rollout-reading.ts";
import { failed, OK, waiting } from "./verdict.ts";

/**
 * A Job opens gates by completion only: started or suspended is not enough.
 *
 * @see https://kubernetes.io/docs/concepts/workloads/controllers/job/#terminal-job-conditions
 */
export function assessJob({ object }: RolloutReading): Verdict {
  if (conditionStatus(object, "Failed") === "True") return failed(conditionText(object, "Failed"));
  if (conditionStatus(object, "Complete") === "True") return OK;
  if (valueAt(object, "spec", "suspend") === true) {
    return waiting("NotReady", "it is suspended (spec.suspend)");
  }
  const isStarted = valueAt(object, "status", "startTime") !== undefined;
  return waiting("NotReady", isStarted ? "it has not completed" : "it has not started");
}
