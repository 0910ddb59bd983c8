import { takeFitting } from "../object/take-fitting.ts";
import { compareDrift, driftIdentity } from "./drift-identity.ts";
import type { DriftReport, ReportEntry } from "./drift-report.ts";
import { compareNewest } from "./drift-time.ts";
import { renderReportItem } from "./render-report-json.ts";
import { REPORT_ENTRIES_MAX, type ReportQueue } from "./report-queue.ts";
import type { DriftStatus } from "./status-document.ts";

/** Of the report for programs: all of it has to be read in one piece, from a forge, too. */
const ENTRIES_BYTES_MAX = 2 * 1024 * 1024;

export interface ChosenEntries {
  /** Sorted by identity. */
  readonly entries: readonly ReportEntry[];
  readonly dropped: number;
  /** Whether they tell something that the previous report does not. */
  readonly hasNews: boolean;
}

/**
 * What a report made now lists: what is there, and once what came and went since the last commit. The report that says
 * "no drift" lists once more what the one before it listed, so that its end can be read there.
 *
 * @param previous The report at the ledger's tip.
 */
export function chooseEntries(
  queue: ReportQueue,
  previous: DriftReport | undefined,
): ChosenEntries {
  // A closed report is history: the same drift again is a new one.
  const listed = byIdentity(previous?.drift === "found" ? previous.entries : []);
  const present = (queue.present ?? []).map((drift) => entryOf(drift, "open"));
  const passed = queue.passed.map((drift) => entryOf(drift, "gone"));
  const seen = byIdentity([...present, ...passed]);
  const vanished = [...listed]
    .filter(([identity, entry]) => entry.state === "open" && !seen.has(identity))
    .map(([, entry]): ReportEntry => ({ ...entry, state: "gone" }));
  const ended = [...vanished, ...passed].filter((entry) => isNews(entry, listed));
  const repeated = present.length === 0 ? [...listed.values()] : [];
  // The most important last: these are kept.
  const all = [...byIdentity([...repeated, ...ended, ...present.toSorted(compareOldest)]).values()];
  const newest = all.slice(-REPORT_ENTRIES_MAX).toReversed();
  const entries = takeFitting(newest, ENTRIES_BYTES_MAX, renderReportItem);
  return {
    entries: entries.toSorted(compareDrift),
    dropped: queue.dropped + all.length - entries.length,
    hasNews: entries.some((entry) => isNews(entry, listed)),
  };
}

function entryOf(drift: DriftStatus, state: "open" | "gone"): ReportEntry {
  return { ...drift, state: drift.action === "reverted" ? "reverted" : state };
}

/** The time alone is no news: the same drift again is told once. */
function isNews(entry: ReportEntry, listed: ReadonlyMap<string, ReportEntry>): boolean {
  const before = listed.get(driftIdentity(entry));
  return before === undefined || before.state !== entry.state || before.action !== entry.action;
}

/** Of entries with the same identity the last one counts. */
function byIdentity(entries: readonly ReportEntry[]): ReadonlyMap<string, ReportEntry> {
  return new Map(entries.map((entry) => [driftIdentity(entry), entry] as const));
}

function compareOldest(a: ReportEntry, b: ReportEntry): number {
  return compareNewest(b, a) || compareDrift(a, b);
}
