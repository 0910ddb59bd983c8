import { parseJsonText } from "../ownership/parse-json-text.ts";
import { driftIdentity } from "./drift-identity.ts";
import { queuedDriftsSchema } from "./published-schemas.ts";
import { REPORT_ENTRIES_MAX, type ReportQueue } from "./report-queue.ts";
import type { DriftStatus } from "./status-document.ts";

/** What the parent keeps of a report that could not be delivered yet, in UTF-16 units; the newest are kept. */
const TEXT_MAX = 100_000;

/**
 * What the ledger has not been told, as the parent keeps it; empty when there is nothing. What is there now is part of it: it may
 * be gone before another process looks.
 */
export function renderQueue({ passed, present = [] }: ReportQueue): string {
  const drifts = [...passed, ...present].toReversed();
  const kept: string[] = [];
  let length = 2;
  for (const drift of drifts) {
    const text = JSON.stringify(drift);
    length += text.length + 1;
    if (length > TEXT_MAX) break;
    kept.push(text);
  }
  return kept.length === 0 ? "" : `[${kept.toReversed().join(",")}]`;
}

/** The queue with what an earlier run left. Other people can write that: what has another form counts as nothing. */
export function resumeQueue(queue: ReportQueue, text: string): ReportQueue {
  if (text === "" || text.length > TEXT_MAX) return queue;
  const parsed = queuedDriftsSchema.safeParse(parseJsonText(text)?.value);
  if (!parsed.success) return queue;
  const known = new Set([...queue.passed, ...(queue.present ?? [])].map(driftIdentity));
  const left: readonly DriftStatus[] = parsed.data.filter(
    (each) => !known.has(driftIdentity(each)),
  );
  return { ...queue, passed: [...left, ...queue.passed].slice(-REPORT_ENTRIES_MAX) };
}
