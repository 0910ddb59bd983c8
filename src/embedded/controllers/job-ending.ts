import { type JsonObject, numberAt } from "../../core/object/json.ts";
import { timeText } from "../time-text.ts";
import { failuresOf, type JobFacts, successesOf } from "./job-facts.ts";

/** How a Job ends. */
export interface JobEnding {
  readonly isComplete: boolean;
  readonly reason: string;
  readonly message: string;
}

/** Whether a Job is through, and how. @see https://kubernetes.io/docs/concepts/workloads/controllers/job/#job-termination-and-cleanup */
export function jobEnding(facts: JobFacts): JobEnding | undefined {
  if (failuresOf(facts) > facts.backoffLimit) {
    return {
      isComplete: false,
      reason: "BackoffLimitExceeded",
      message: "Job has reached the specified backoff limit",
    };
  }
  const deadline = deadlineOf(facts);
  if (deadline !== undefined && !facts.isSuspended && deadline <= facts.now) {
    return {
      isComplete: false,
      reason: "DeadlineExceeded",
      message: "Job was active longer than specified deadline",
    };
  }
  return isThrough(facts)
    ? {
        isComplete: true,
        reason: "CompletionsReached",
        message: "Reached expected number of succeeded pods",
      }
    : undefined;
}

/** Epoch milliseconds. */
export function deadlineOf({ job, startedAt }: JobFacts): number | undefined {
  const seconds = numberAt(job, "spec", "activeDeadlineSeconds");
  return seconds === undefined || startedAt === undefined ? undefined : startedAt + seconds * 1000;
}

/** What the Job says at its end: first that it is decided, and, when no pod is left, that it is over. */
export function endingConditions(
  { isComplete, reason, message }: JobEnding,
  { now, isOver }: { readonly now: number; readonly isOver: boolean },
): readonly JsonObject[] {
  const decided = isComplete ? "SuccessCriteriaMet" : "FailureTarget";
  const over = isComplete ? "Complete" : "Failed";
  return (isOver ? [decided, over] : [decided]).map((type) => ({
    type,
    status: "True",
    lastProbeTime: timeText(now),
    lastTransitionTime: timeText(now),
    reason,
    message,
  }));
}

function isThrough(facts: JobFacts): boolean {
  const { completions, active } = facts;
  const successes = successesOf(facts);
  if (completions === undefined) return successes > 0 && active.length === 0;
  return successes >= completions;
}
