import { textAt } from "../object/json.ts";
import { idOf } from "../object/live-object.ts";
import { kindKey } from "../object/object-id.ts";
import type { Verdict } from "./blocker.ts";
import { conditionOf, conditionStatus, conditionText } from "./condition.ts";
import type { RolloutReading } from "./rollout-reading.ts";
import { OK, waiting } from "./verdict.ts";

/**
 * Any kind without a rule of its own: its condition Ready, else Available, must be True when it is there. A Namespace
 * must be active and an APIService available, said or not.
 */
export function assessByConditions({ object }: RolloutReading): Verdict {
  switch (kindKey(idOf(object))) {
    case "Namespace": {
      const phase = textAt(object, "status", "phase");
      return phase === "Active"
        ? OK
        : waiting("NotReady", `phase ${phase ?? "unknown"}, not Active`);
    }
    case "APIService.apiregistration.k8s.io":
      return conditionStatus(object, "Available") === "True"
        ? OK
        : waiting("NotReady", conditionText(object, "Available"));
    default: {
      const type = ["Ready", "Available"].find((each) => conditionOf(object, each) !== undefined);
      if (type === undefined || conditionStatus(object, type) === "True") return OK;
      return waiting("NotReady", conditionText(object, type));
    }
  }
}
