import { textAt } from "../object/json.ts";
import type { Verdict } from "./blocker.ts";
import { conditionOf, conditionStatus, conditionText } from "./condition.ts";
import type { RolloutReading } from "./rollout-reading.ts";
import { failed, OK, waiting } from "./verdict.ts";

/** Reasons for which an autoscaler never scales, as its spec is. */
const HOPELESS: ReadonlySet<string | undefined> = new Set([
  "InvalidSelector",
  "InvalidMetricSourceType",
]);

/**
 * An autoscaler is ready when it reaches what it scales. Whether there are metrics just now is no part of it: they come and
 * go with the pods, and there are none at replicas 0.
 *
 * @see https://kubernetes.io/docs/tasks/run-application/horizontal-pod-autoscale-walkthrough/#appendix-horizontal-pod-autoscaler-status-conditions
 */
export function assessAutoscaler({ object }: RolloutReading): Verdict {
  const active = conditionOf(object, "ScalingActive");
  if (textAt(active, "status") === "False" && HOPELESS.has(textAt(active, "reason"))) {
    return failed(conditionText(object, "ScalingActive"));
  }
  return conditionStatus(object, "AbleToScale") === "True"
    ? OK
    : waiting("NotReady", conditionText(object, "AbleToScale"));
}
