import {
  type JsonObject,
  listAt,
  numberAt,
  textAt,
  textsAt,
  valueAt,
} from "../../core/object/json.ts";
import { idOf, isTerminating, uidOf } from "../../core/object/live-object.ts";
import { timeOf } from "../time-text.ts";
import { isTrue } from "./conditions.ts";
import type { ClusterView } from "./controller.ts";
import { isControlledBy } from "./owner-reference.ts";
import { isActive, isReady, restartsOf } from "./pod-facts.ts";

/** Keeps a finished pod until its Job has counted it. */
export const TRACKING = "batch.kubernetes.io/job-tracking";

/** A Job as its controller looks at it. */
export interface JobFacts {
  readonly job: JsonObject;
  readonly pods: readonly JsonObject[];
  readonly active: readonly JsonObject[];
  /** `undefined`: any pod that succeeds ends the Job. */
  readonly completions: number | undefined;
  readonly parallelism: number;
  readonly backoffLimit: number;
  readonly isSuspended: boolean;
  readonly succeeded: number;
  readonly failed: number;
  /** Finished pods whose uid was noted, but which are not in the counts yet. */
  readonly uncounted: { readonly succeeded: readonly string[]; readonly failed: readonly string[] };
  readonly startedAt: number | undefined;
  readonly now: number;
}

export function jobFacts(job: JsonObject, view: ClusterView): JobFacts {
  const pods = view
    .ownedBy(uidOf(job))
    .filter((each) => idOf(each).kind === "Pod" && isControlledBy(each, job));
  return {
    job,
    pods,
    active: pods.filter(isActive),
    completions: numberAt(job, "spec", "completions"),
    parallelism: numberAt(job, "spec", "parallelism") ?? 1,
    backoffLimit: numberAt(job, "spec", "backoffLimit") ?? 6,
    isSuspended: valueAt(job, "spec", "suspend") === true,
    succeeded: numberAt(job, "status", "succeeded") ?? 0,
    failed: numberAt(job, "status", "failed") ?? 0,
    uncounted: { succeeded: uncountedOf(job, "succeeded"), failed: uncountedOf(job, "failed") },
    startedAt: timeOf(textAt(job, "status", "startTime")),
    now: view.now,
  };
}

function uncountedOf(job: JsonObject, field: string): readonly string[] {
  return textsAt(job, "status", "uncountedTerminatedPods", field);
}

export function isJobFinished(job: JsonObject): boolean {
  return isTrue(job, "Complete") || isTrue(job, "Failed");
}

export function isTracked(pod: JsonObject): boolean {
  return listAt(pod, "metadata", "finalizers").includes(TRACKING);
}

/** How many pods of the Job are being deleted and not over yet. */
export function countTerminating({ pods }: JobFacts): number {
  return pods.filter((pod) => isTerminating(pod) && !["Succeeded", "Failed"].includes(phaseOf(pod)))
    .length;
}

export function countReady({ active }: JobFacts): number {
  return active.filter(isReady).length;
}

/** Failures that count against the limit: failed pods, and restarts of those that are restarted in place. */
export function failuresOf({ failed, uncounted, active }: JobFacts): number {
  const restarts = active.map(restartsOf).reduce((sum, each) => sum + each, 0);
  return failed + uncounted.failed.length + restarts;
}

export function successesOf({ succeeded, uncounted }: JobFacts): number {
  return succeeded + uncounted.succeeded.length;
}

export function phaseOf(pod: JsonObject): string {
  return textAt(pod, "status", "phase") ?? "";
}
