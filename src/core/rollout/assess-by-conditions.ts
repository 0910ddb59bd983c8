import type { Verdict } from "./blocker.ts";
import { conditionOf, conditionStatus, conditionText } from "./condition.ts";
import type { RolloutReading } from "./rollout-reading.ts";
import { OK, waiting } from "./verdict.ts";

/**
 * Any kind without a rule of its own: its condition Ready, else Available, must be True when it is there. That a
 * custom kind has ever said anything is asked before (`hasNeverWrittenStatus`); Kubernetes' own kinds without conditions
 * are ready by being there.
 */
export function assessByConditions({ object }: RolloutReading): Verdict {
  const type = ["Ready", "Available"].find((each) => conditionOf(object, each) !== undefined);
  if (type === undefined || conditionStatus(object, type) === "True") return OK;
  return waiting("NotReady", conditionText(object, type));
}
