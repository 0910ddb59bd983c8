import { driftIdentity } from "./drift-identity.ts";
import type { DriftStatus } from "./status-document.ts";

/** What was seen since the last commit of a report. Plain data, so that it can be kept over a restart. */
export interface ReportQueue {
  /** What the last look found, ignored differences aside; `undefined` before the first look. */
  readonly present: readonly DriftStatus[] | undefined;
  /** Found since the last commit and no longer there, the newest last; at most `REPORT_ENTRIES_MAX`. */
  readonly passed: readonly DriftStatus[];
  /** How many of `passed` were dropped over that bound. */
  readonly dropped: number;
  /** Differences that a rule ignores, of the last look. */
  readonly ignored: readonly DriftStatus[];
  /** When a look last found drift, epoch milliseconds. */
  readonly lastFoundAtMs: number | undefined;
}

export const EMPTY_QUEUE: ReportQueue = {
  present: undefined,
  passed: [],
  dropped: 0,
  ignored: [],
  lastFoundAtMs: undefined,
};

/** Entries of one report. */
export const REPORT_ENTRIES_MAX = 1000;

/** The queue after a look. What was there and is there no more has passed. */
export function noteLook(
  queue: ReportQueue,
  look: { readonly drifts: readonly DriftStatus[]; readonly nowMs: number },
): ReportQueue {
  const present = new Map(
    look.drifts
      .filter(({ action }) => action !== "ignored")
      .map((drift) => [driftIdentity(drift), drift] as const),
  );
  // A later sight of the same drift takes the place of the earlier one, at the end.
  const passed = new Map<string, DriftStatus>();
  for (const drift of [...queue.passed, ...(queue.present ?? [])]) {
    const identity = driftIdentity(drift);
    passed.delete(identity);
    if (!present.has(identity)) passed.set(identity, drift);
  }
  const kept = [...passed.values()].slice(-REPORT_ENTRIES_MAX);
  return {
    present: [...present.values()],
    passed: kept,
    dropped: queue.dropped + passed.size - kept.length,
    ignored: look.drifts.filter(({ action }) => action === "ignored"),
    lastFoundAtMs: present.size > 0 ? look.nowMs : queue.lastFoundAtMs,
  };
}

/**
 * The queue after a commit.
 *
 * @param committed The queue that the commit was made from. What was seen while it was on its way stays.
 */
export function forgetCommitted(queue: ReportQueue, committed: ReportQueue): ReportQueue {
  // By reference: the same drift seen anew is another sight of it.
  const told = new Set(committed.passed);
  return {
    ...queue,
    passed: queue.passed.filter((drift) => !told.has(drift)),
    dropped: Math.max(0, queue.dropped - committed.dropped),
  };
}
