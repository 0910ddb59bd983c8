import { textAt } from "../object/json.ts";
import type { Verdict } from "./blocker.ts";
import { conditionOf, conditionText } from "./condition.ts";
import type { RolloutReading } from "./rollout-reading.ts";
import { OK, waiting } from "./verdict.ts";

/**
 * A PodDisruptionBudget is ready when its controller has counted the pods under it (`isObserved` asks that). How many may go just
 * now is the workload's matter.
 *
 * @see https://kubernetes.io/docs/tasks/run-application/configure-pdb/
 */
export function assessDisruptionBudget({ object }: RolloutReading): Verdict {
  const allowed = conditionOf(object, "DisruptionAllowed");
  return textAt(allowed, "reason") === "SyncFailed"
    ? waiting("NotReady", conditionText(object, "DisruptionAllowed"))
    : OK;
}
