import { type JsonObject, textAt } from "../../core/object/json.ts";
import { uidOf } from "../../core/object/live-object.ts";
import { timeText } from "../time-text.ts";
import { countReady, countTerminating, isTracked, type JobFacts, phaseOf } from "./job-facts.ts";
import { isFinished } from "./pod-facts.ts";
import { definedOnly, orNone } from "./writes.ts";

/** The part of a Job's status that counts pods, so that each finished pod counts once, whatever happens in between. */
export interface JobCounts {
  readonly status: JsonObject;
  /** Pods that are noted now and need not be kept any more. */
  readonly noted: readonly JsonObject[];
  readonly uncounted: number;
}

/**
 * First the uid of a finished pod is noted, then the pod is let go, then it moves into the counts.
 * @see https://kubernetes.io/docs/concepts/workloads/controllers/job/#job-tracking-with-finalizers
 */
export function countPods(facts: JobFacts): JobCounts {
  const { job, pods, uncounted, now } = facts;
  const kept = new Set(pods.filter(isTracked).map(uidOf));
  const succeeded = sortOut(uncounted.succeeded, kept, finishedUids(facts, "Succeeded"));
  const failed = sortOut(uncounted.failed, kept, finishedUids(facts, "Failed"));
  const noted = new Set([...succeeded.waiting, ...failed.waiting]);
  return {
    status: definedOnly({
      startTime:
        textAt(job, "status", "startTime") ?? (facts.isSuspended ? undefined : timeText(now)),
      active: orNone(facts.active.length),
      ready: countReady(facts),
      terminating: countTerminating(facts),
      succeeded: orNone(facts.succeeded + succeeded.moved),
      failed: orNone(facts.failed + failed.moved),
      uncountedTerminatedPods: definedOnly({
        succeeded: someOrNone(succeeded.waiting),
        failed: someOrNone(failed.waiting),
      }),
      completionTime: textAt(job, "status", "completionTime"),
    }),
    noted: pods.filter((pod) => isTracked(pod) && noted.has(uidOf(pod))),
    uncounted: noted.size,
  };
}

function finishedUids({ pods }: JobFacts, phase: string): readonly string[] {
  return pods
    .filter((pod) => isTracked(pod) && isFinished(pod) && phaseOf(pod) === phase)
    .map(uidOf);
}

function sortOut(
  noted: readonly string[],
  kept: ReadonlySet<string>,
  finished: readonly string[],
): { readonly waiting: readonly string[]; readonly moved: number } {
  const waiting = noted.filter((uid) => kept.has(uid));
  const fresh = finished.filter((uid) => !noted.includes(uid));
  return { waiting: [...waiting, ...fresh], moved: noted.length - waiting.length };
}

function someOrNone(uids: readonly string[]): readonly string[] | undefined {
  return uids.length === 0 ? undefined : uids;
}
