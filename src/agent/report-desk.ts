import type { DriftReport } from "../core/report/drift-report.ts";
import { EMPTY_QUEUE, type ReportQueue } from "../core/report/report-queue.ts";

/** What is known of a stack's report between passes. */
export interface ReportDesk {
  queue: ReportQueue;
  /** The report at the ledger's tip; `unread` before it was read. */
  previous:
    | { readonly kind: "unread" }
    | { readonly kind: "read"; readonly report: DriftReport | undefined };
  /** The files as they are at the ledger's tip, by path; empty before they were read. */
  files: ReadonlyMap<string, string>;
  lastCommitAtMs: number | undefined;
  /** A delivery is under way: what comes meanwhile waits in the queue. */
  delivery: Promise<void> | undefined;
  hasNews: boolean;
  /** The queue holds what the ledger has not been told: another process is to find it. */
  hasUntold: boolean;
  /** The run ends: what there is to say does not wait for its time. */
  isEnding: boolean;
  /** Epoch milliseconds before which a repository that refused is not asked again, whatever the passes find. */
  retryAtMs: number;
  stopTimer: () => void;
}

export function openReportDesk(): ReportDesk {
  return {
    queue: EMPTY_QUEUE,
    previous: { kind: "unread" },
    files: new Map(),
    lastCommitAtMs: undefined,
    delivery: undefined,
    hasNews: false,
    hasUntold: false,
    isEnding: false,
    retryAtMs: 0,
    stopTimer: () => undefined,
  };
}
