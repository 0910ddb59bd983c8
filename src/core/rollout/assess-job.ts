import { valueAt } from "../object/json.ts";
import type { Verdict } from "./blocker.ts";
import { conditionStatus, conditionText } from "./condition.ts";
import type { RolloutReading } from "./rollout-reading.ts";
import { failed, OK, waiting } from "./verdict.ts";

/**
 * A Job opens gates by completion only: started or suspended is not enough, nor is its success policy met while pods of it
 * still stop. That it fails is certain before they have.
 *
 * @see https://kubernetes.io/docs/concepts/workloads/controllers/job/#terminal-job-conditions
 */
export function assessJob({ object }: RolloutReading): Verdict {
  const end = ["Failed", "FailureTarget"].find((type) => conditionStatus(object, type) === "True");
  if (end !== undefined) return failed(conditionText(object, end));
  if (conditionStatus(object, "Complete") === "True") return OK;
  if (valueAt(object, "spec", "suspend") === true) {
    return waiting("NotReady", "it is suspended (spec.suspend)");
  }
  const isStarted = valueAt(object, "status", "startTime") !== undefined;
  return waiting("NotReady", isStarted ? "it has not completed" : "it has not started");
}
