import { parseJsonText } from "../ownership/parse-json-text.ts";
import { queuedDriftsSchema } from "./published-schemas.ts";
import { EMPTY_QUEUE, REPORT_ENTRIES_MAX, type ReportQueue } from "./report-queue.ts";

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

/** The queue that an earlier run left. Other people can write that: what has another form counts as nothing. */
export function readQueue(text: string): ReportQueue {
  if (text === "" || text.length > TEXT_MAX) return EMPTY_QUEUE;
  const { data } = queuedDriftsSchema.safeParse(parseJsonText(text)?.value);
  return data === undefined
    ? EMPTY_QUEUE
    : { ...EMPTY_QUEUE, passed: data.slice(-REPORT_ENTRIES_MAX) };
}
