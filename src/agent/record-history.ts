import type { PassRecord, PassStepRecord } from "../core/report/page-document.ts";
import type { PassStep } from "./act-on-plan.ts";
import type { PassOutcome } from "./run-pass.ts";

/** Records that are kept for each stack. */
const RECORDS_MAX = 50;
/** Steps of one pass that are named. */
const STEPS_MAX = 50;

/**
 * The history with one pass more, the youngest first. A pass that wrote nothing and found the stack as it was only
 * counts on the record before it: else an hour of silence would push out what happened.
 */
export function recordHistory(
  history: readonly PassRecord[],
  outcome: PassOutcome,
): readonly PassRecord[] {
  const record = recordOf(outcome);
  const [last, ...earlier] = history;
  if (last !== undefined && outcome.steps.length === 0 && isSame(last, record)) {
    return [{ ...last, quietPasses: last.quietPasses + 1 }, ...earlier];
  }
  return [record, ...history].slice(0, RECORDS_MAX);
}

function recordOf({ status, startedAtMs, durationMs, steps }: PassOutcome): PassRecord {
  const written = steps.filter(({ kind }) => kind === "written");
  const reverted = written.filter(({ why }) => why === "revert").length;
  const answered = written.filter(({ why }) => why === "answer").length;
  return {
    at: new Date(startedAtMs).toISOString(),
    durationMs,
    revision: status.revision,
    inSync: status.inSync,
    steps: steps.slice(0, STEPS_MAX).map(recordStep),
    counts: {
      applied: written.length - reverted - answered,
      reverted,
      refused: steps.filter(({ kind }) => kind === "refused").length,
      held: status.objects.filter(({ blockers }) => blockers.length > 0).length,
    },
    quietPasses: 0,
  };
}

function recordStep({ id, why, kind }: PassStep): PassStepRecord {
  if (kind === "refused") return { id, done: "refused" };
  if (kind === "conflict") return { id, done: "conflicted" };
  return { id, done: DONE[why] };
}

const DONE = {
  create: "created",
  change: "changed",
  revert: "reverted",
  prune: "deleted",
  recreate: "deleted",
  answer: "answered",
  release: "released",
  restart: "restarted",
  record: "noted",
} as const;

/** Nothing that the history tells is other than before. */
function isSame(a: PassRecord, b: PassRecord): boolean {
  return a.revision === b.revision && a.inSync === b.inSync && a.counts.held === b.counts.held;
}
