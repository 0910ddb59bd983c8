import { type JsonObject, listAt, textAt } from "../object/json.ts";
import type { Verdict } from "./blocker.ts";
import { conditionStatus, conditionText } from "./condition.ts";
import type { RolloutReading } from "./rollout-reading.ts";
import { failed, OK, waiting } from "./verdict.ts";

/** @see https://kubernetes.io/docs/tasks/configure-pod-container/resize-container-resources/ */
const RESIZES: readonly string[] = ["PodResizePending", "PodResizeInProgress"];

/**
 * A Pod is ready when it runs and is Ready, or has succeeded. One that failed has failed, unless a Job owns it, which
 * then decides. An unschedulable Pod waits: a node may come.
 *
 * @see https://kubernetes.io/docs/concepts/workloads/pods/pod-lifecycle/
 */
export function assessPod({ object }: RolloutReading): Verdict {
  const phase = textAt(object, "status", "phase");
  switch (phase) {
    case "Succeeded":
      return OK;
    case "Failed":
      return isOfJob({ object })
        ? OK
        : failed(`phase Failed: ${textAt(object, "status", "reason") ?? "no reason given"}`);
    case "Running":
      return assessRunning(object);
    case undefined:
      return waiting("NotObserved", "it has no phase yet");
    default:
      return waiting(
        "NotReady",
        conditionStatus(object, "PodScheduled") === "False"
          ? conditionText(object, "PodScheduled")
          : `phase ${phase}`,
      );
  }
}

/** One that is being resized does not run as its spec says yet. */
function assessRunning(body: JsonObject): Verdict {
  const resize = RESIZES.find((type) => conditionStatus(body, type) === "True");
  if (resize !== undefined) return waiting("RollingOut", conditionText(body, resize));
  return conditionStatus(body, "Ready") === "True"
    ? OK
    : waiting("NotReady", conditionText(body, "Ready"));
}

function isOfJob({ object }: Pick<RolloutReading, "object">): boolean {
  return listAt(object, "metadata", "ownerReferences").some(
    (each) => textAt(each, "kind") === "Job",
  );
}
