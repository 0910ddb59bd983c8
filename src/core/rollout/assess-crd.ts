import { textAt } from "../object/json.ts";
import type { Verdict } from "./blocker.ts";
import { conditionOf, conditionStatus, conditionText } from "./condition.ts";
import type { RolloutReading } from "./rollout-reading.ts";
import { failed, OK, waiting } from "./verdict.ts";

/**
 * A CustomResourceDefinition is ready when it is established. Names that others hold are a failure.
 *
 * @see https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/
 */
export function assessCrd({ object }: RolloutReading): Verdict {
  if (conditionStatus(object, "NamesAccepted") === "False") {
    return failed(conditionText(object, "NamesAccepted"));
  }
  const established = conditionStatus(object, "Established");
  if (established === "True") return OK;
  const isInstalling = textAt(conditionOf(object, "Established"), "reason") === "Installing";
  return established === "False" && !isInstalling
    ? failed(conditionText(object, "Established"))
    : waiting("NotReady", "it is not established yet");
}
