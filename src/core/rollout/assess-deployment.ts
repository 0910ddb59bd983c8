import { type JsonObject, numberAt, textAt, valueAt } from "../object/json.ts";
import type { Verdict } from "./blocker.ts";
import { conditionOf, conditionStatus, conditionText } from "./condition.ts";
import { assessCount, assessRevisions } from "./pod-counts.ts";
import type { RolloutReading } from "./rollout-reading.ts";
import { statusCount } from "./status-count.ts";
import { failed, firstShut, OK, waiting } from "./verdict.ts";

/** `spec.progressDeadlineSeconds` that switches the deadline, and with it the condition, off. */
const NO_DEADLINE = 2_147_483_647;

/**
 * A Deployment is rolled out when the controller counts all replicas as updated and available **and** no pod of an older
 * template is there any more, be it terminating. A paused one never is.
 *
 * @see https://kubernetes.io/docs/concepts/workloads/controllers/deployment/#deployment-status
 */
export function assessDeployment(reading: RolloutReading): Verdict {
  const { object } = reading;
  const want = numberAt(object, "spec", "replicas") ?? 1;
  return firstShut([
    assessPause(object),
    assessDeadline(object),
    assessRevisions(reading, want),
    assessCount({ have: statusCount(object, "replicas"), want, word: "created" }, "RollingOut"),
    assessCount(
      { have: statusCount(object, "updatedReplicas"), want, word: "updated" },
      "RollingOut",
    ),
    assessExtra(object, want),
    assessCount(
      { have: statusCount(object, "availableReplicas"), want, word: "available" },
      "NotReady",
    ),
    assessCount({ have: statusCount(object, "readyReplicas"), want, word: "ready" }, "NotReady"),
    assessConditions(object),
  ]);
}

function assessPause(body: JsonObject): Verdict {
  return valueAt(body, "spec", "paused") === true
    ? waiting("RollingOut", "it is paused (spec.paused)")
    : OK;
}

function assessDeadline(body: JsonObject): Verdict {
  return textAt(conditionOf(body, "Progressing"), "reason") === "ProgressDeadlineExceeded"
    ? failed(conditionText(body, "Progressing"))
    : OK;
}

function assessExtra(body: JsonObject, want: number): Verdict {
  const extra = (statusCount(body, "replicas") ?? 0) - want;
  return extra > 0 ? waiting("RollingOut", `${extra} pods more than ${want}`) : OK;
}

function assessConditions(body: JsonObject): Verdict {
  const deadline = numberAt(body, "spec", "progressDeadlineSeconds") ?? NO_DEADLINE;
  const isProgressKnown =
    deadline === NO_DEADLINE ||
    (conditionStatus(body, "Progressing") === "True" &&
      textAt(conditionOf(body, "Progressing"), "reason") === "NewReplicaSetAvailable");
  if (!isProgressKnown) return waiting("RollingOut", conditionText(body, "Progressing"));
  return conditionStatus(body, "Available") === "True"
    ? OK
    : waiting("NotReady", conditionText(body, "Available"));
}
