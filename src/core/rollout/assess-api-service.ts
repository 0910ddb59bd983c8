import { assessInjection } from "./assess-injection.ts";
import type { Verdict } from "./blocker.ts";
import { conditionStatus, conditionText } from "./condition.ts";
import type { RolloutReading } from "./rollout-reading.ts";
import { firstShut, OK, waiting } from "./verdict.ts";

/**
 * An APIService is ready when the API server reaches what serves it.
 *
 * @see https://kubernetes.io/docs/tasks/extend-kubernetes/configure-aggregation-layer/
 */
export function assessApiService(reading: RolloutReading): Verdict {
  const { object } = reading;
  return firstShut([
    conditionStatus(object, "Available") === "True"
      ? OK
      : waiting("NotReady", conditionText(object, "Available")),
    assessInjection(reading),
  ]);
}
