import { type JsonObject, listAt, numberAt, textAt } from "../../core/object/json.ts";
import {
  idOf,
  isTerminating,
  podTemplateOf,
  resourceVersionOf,
} from "../../core/object/live-object.ts";
import { JOBS, PODS } from "../kinds/collections.ts";
import type { Place } from "../store/object-store.ts";
import { timeOf, timeText } from "../time-text.ts";
import { conditionsOf, findCondition, isTrue, setCondition } from "./conditions.ts";
import { type ClusterView, type Controller, type Decision, SETTLED } from "./controller.ts";
import { deletePod } from "./delete-pod.ts";
import { generatedName } from "./generated-name.ts";
import { countPods, type JobCounts } from "./job-counts.ts";
import { deadlineOf, endingConditions, type JobEnding, jobEnding } from "./job-ending.ts";
import {
  failuresOf,
  isJobFinished,
  isTracked,
  type JobFacts,
  jobFacts,
  phaseOf,
  successesOf,
  TRACKING,
} from "./job-facts.ts";
import { controllerOf, selfOrController } from "./owner-reference.ts";
import { backOffAfter, type Pace } from "./pace.ts";
import { podFromTemplate } from "./pod-from-template.ts";
import type { Write } from "./write.ts";
import { create, mergePatch, remove, tell, warn, writeStatus } from "./writes.ts";

/** So many pods are made or deleted at once. */
const BURST = 50;

/**
 * Runs Jobs to their end.
 * @see https://kubernetes.io/docs/concepts/workloads/controllers/job/
 */
export function jobController(pace: Pace): Controller {
  return {
    name: "job-controller",
    userAgent: "kube-controller-manager",
    concerns: (change) => selfOrController(change, { collection: JOBS, kind: "Job" }),
    decide: (place, view) => {
      const job = view.get(place);
      if (job === undefined || isTerminating(job)) return { writes: releaseOrphans(place, view) };
      if (isJobFinished(job)) return expire(job, view.now);
      return advance(jobFacts(job, view), view, pace);
    },
  };
}

/** Pods of a Job that is gone are kept by nothing any more. */
function releaseOrphans(place: Place, view: ClusterView): readonly Write[] {
  return view
    .list(PODS, place.namespace)
    .filter((pod) => isTracked(pod) && textAt(controllerOf(pod), "kind") === "Job")
    .filter((pod) => textAt(controllerOf(pod), "name") === place.name)
    .map(release);
}

/** A finished Job goes after its time to live. @see https://kubernetes.io/docs/concepts/workloads/controllers/ttlafterfinished/ */
function expire(job: JsonObject, now: number): Decision {
  const seconds = numberAt(job, "spec", "ttlSecondsAfterFinished");
  if (seconds === undefined) return SETTLED;
  const type = isTrue(job, "Complete") ? "Complete" : "Failed";
  const ended = timeOf(textAt(findCondition(conditionsOf(job), type), "lastTransitionTime"));
  const wait = (ended ?? now) + seconds * 1000 - now;
  if (wait > 0) return { writes: [], againMs: wait };
  return { writes: [remove(job, { propagationPolicy: "Foreground" })] };
}

function advance(facts: JobFacts, view: ClusterView, pace: Pace): Decision {
  const counts = countPods(facts);
  const ending = decidedEnding(facts);
  if (ending !== undefined) return { writes: endJob(facts, counts, ending) };
  const { writes, againMs } = facts.isSuspended
    ? { writes: suspend(facts), againMs: undefined }
    : fill(facts, view, pace);
  const conditions = suspension(facts);
  const deadline = deadlineOf(facts);
  const waits = [againMs, deadline === undefined ? undefined : deadline - facts.now].filter(
    (each) => each !== undefined,
  );
  return {
    writes: [
      ...writes,
      ...writeStatus(facts.job, {
        ...counts.status,
        ...(conditions.length === 0 ? {} : { conditions }),
      }),
      ...counts.noted.map(release),
    ],
    ...(waits.length === 0 ? {} : { againMs: Math.max(0, Math.min(...waits)) }),
  };
}

/** What was decided once stays so. */
function decidedEnding(facts: JobFacts): JobEnding | undefined {
  const decided = conditionsOf(facts.job).find((each) =>
    ["SuccessCriteriaMet", "FailureTarget"].includes(textAt(each, "type") ?? ""),
  );
  if (decided === undefined) return jobEnding(facts);
  return {
    isComplete: textAt(decided, "type") === "SuccessCriteriaMet",
    reason: textAt(decided, "reason") ?? "",
    message: textAt(decided, "message") ?? "",
  };
}

function endJob(facts: JobFacts, counts: JobCounts, ending: JobEnding): readonly Write[] {
  const { job, active, now } = facts;
  const isOver =
    active.length === 0 && counts.uncounted === 0 && counts.status["terminating"] === 0;
  const conditions = endingConditions(ending, { now, isOver }).reduce(
    setCondition,
    conditionsOf(job),
  );
  const over = ending.isComplete
    ? tell(job, "Completed", "Job completed")
    : warn(job, ending.reason, ending.message);
  return [
    ...active.slice(0, BURST).flatMap((pod) => deletePod(job, pod)),
    ...writeStatus(job, {
      ...counts.status,
      ...(isOver && ending.isComplete ? { completionTime: timeText(now) } : {}),
      conditions,
    }),
    ...counts.noted.map(release),
    ...(isOver ? [over] : []),
  ];
}

function suspend({ job, active }: JobFacts): readonly Write[] {
  const isNews = !isTrue(job, "Suspended");
  return [
    ...active.slice(0, BURST).flatMap((pod) => deletePod(job, pod)),
    ...(isNews ? [tell(job, "Suspended", "Job suspended")] : []),
  ];
}

function suspension({ job, isSuspended, now }: JobFacts): readonly JsonObject[] {
  const conditions = conditionsOf(job);
  const isKnown = findCondition(conditions, "Suspended") !== undefined;
  if (isTrue(job, "Suspended") === isSuspended && (isKnown || !isSuspended)) return conditions;
  return setCondition(conditions, {
    type: "Suspended",
    status: isSuspended ? "True" : "False",
    lastProbeTime: timeText(now),
    lastTransitionTime: timeText(now),
    reason: isSuspended ? "JobSuspended" : "JobResumed",
    message: isSuspended ? "Job suspended" : "Job resumed",
  });
}

/** Makes the pods that are missing; after a failure only when some time has passed. */
function fill(
  facts: JobFacts,
  view: ClusterView,
  pace: Pace,
): { readonly writes: readonly Write[]; readonly againMs: number | undefined } {
  const { job, active, now } = facts;
  const missing = wantedPods(facts) - active.length;
  if (missing <= 0) {
    const excess = active.slice(0, Math.min(BURST, -missing));
    return { writes: excess.flatMap((pod) => deletePod(job, pod)), againMs: undefined };
  }
  const wait = retryAt(facts, pace) - now;
  if (wait > 0) return { writes: [], againMs: wait };
  const writes = Array.from({ length: Math.min(missing, BURST) }).flatMap(() => {
    const generateName = `${idOf(job).name}-`;
    const name = generatedName(generateName, view);
    const extras = { name, generateName, finalizers: [TRACKING] };
    return [
      create(podFromTemplate(job, podTemplateOf(job) ?? {}, extras)),
      tell(job, "SuccessfulCreate", `Created pod: ${name}`),
    ];
  });
  return { writes, againMs: undefined };
}

function wantedPods(facts: JobFacts): number {
  const { completions, parallelism, active } = facts;
  const successes = successesOf(facts) + facts.pods.filter(isUnnotedSuccess(facts)).length;
  if (completions === undefined) return successes > 0 ? active.length : parallelism;
  return Math.max(0, Math.min(parallelism, completions - successes));
}

function isUnnotedSuccess({ uncounted }: JobFacts): (pod: JsonObject) => boolean {
  return (pod) =>
    isTracked(pod) &&
    phaseOf(pod) === "Succeeded" &&
    !uncounted.succeeded.includes(textAt(pod, "metadata", "uid") ?? "");
}

/** When the next pod may be made after the last one failed. */
function retryAt(facts: JobFacts, pace: Pace): number {
  const failures = facts.pods.filter((pod) => phaseOf(pod) === "Failed");
  if (failures.length === 0) return 0;
  const last = Math.max(...failures.map(finishedAt));
  return last + backOffAfter(Math.max(1, failuresOf(facts)), pace.backOffMs);
}

function finishedAt(pod: JsonObject): number {
  const times = listAt(pod, "status", "containerStatuses").map(
    (each) => timeOf(textAt(each, "state", "terminated", "finishedAt")) ?? 0,
  );
  return Math.max(0, ...times);
}

function release(pod: JsonObject): Write {
  const kept = listAt(pod, "metadata", "finalizers").filter((each) => each !== TRACKING);
  const finalizers = kept.length === 0 ? null : kept;
  return mergePatch(pod, {
    metadata: { resourceVersion: resourceVersionOf(pod), finalizers },
  });
}
