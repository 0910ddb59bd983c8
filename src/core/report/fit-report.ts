import { takeFitting } from "../object/take-fitting.ts";
import type { DriftReport } from "./drift-report.ts";
import { renderReportItem } from "./render-report-json.ts";

/** Of each list beside the entries. */
const ITEMS_MAX = 1000;
/** Of each of these lists, so that all of a report is less than 4 MiB: Gitea's API gives no file over 10 MiB. */
const LIST_BYTES_MAX = 256 * 1024;

/** The report with lists that end where there is no room, and with how much that left out. Its entries were chosen before. */
export function fitReport(report: DriftReport): DriftReport {
  const omitted = new Map<string, number>();
  function fit<Item>(name: string, items: readonly Item[]): readonly Item[] {
    const kept = takeFitting(items.slice(0, ITEMS_MAX), LIST_BYTES_MAX, renderReportItem);
    if (kept.length < items.length) omitted.set(name, items.length - kept.length);
    return kept;
  }
  const { skipped, overrides, orphans, restarts } = report;
  const fitted: DriftReport = {
    ...report,
    ignored: fit("ignored", report.ignored),
    held: fit("held", report.held),
    ...(skipped === undefined ? {} : { skipped: fit("skipped", skipped) }),
    ...(overrides === undefined ? {} : { overrides: fit("overrides", overrides) }),
    fights: fit("fights", report.fights),
    ...(orphans === undefined ? {} : { orphans: fit("orphans", orphans) }),
    ...(restarts === undefined ? {} : { restarts: fit("restarts", restarts) }),
    tiers: fit("tiers", report.tiers),
  };
  return omitted.size === 0 ? fitted : { ...fitted, omitted: Object.fromEntries(omitted) };
}
