import type { BenchOptions } from "./bench-bed.ts";
import type { ReportTimes } from "./measure-reports.ts";
import { median } from "./median.ts";
import { renderTable } from "./render-table.ts";
import { ratio } from "./render-units.ts";

export function renderReports(times: ReportTimes, { reports }: BenchOptions): string {
  const { commits, plain } = times;
  const plainMedian = median(plain);
  const nativeMedian = median(commits.native);
  return renderTable([
    [`${reports} drifts, reported and offered at Gitea`, "time", "ratio"],
    row("a commit by Gitea's own API, median", plainMedian, plainMedian),
    row("edit to pushed report, median", median(times.reports), plainMedian),
    row("edit to pushed report, worst", Math.max(...times.reports), plainMedian),
    row("edit to the pull request's branch, median", median(times.pulls), plainMedian),
    row("edit to the pull request's branch, worst", Math.max(...times.pulls), plainMedian),
    [`one edit of ${commits.files} files, committed and pushed`, "time", "ratio"],
    row("the git program, median", nativeMedian, nativeMedian),
    row("the pull request's branch made anew, median", median(commits.ours), nativeMedian),
    row("the same, the first time", commits.ours[0] ?? 0, nativeMedian),
  ]);
}

function row(what: string, timeMs: number, baseMs: number): readonly string[] {
  return [what, `${timeMs.toFixed(0)} ms`, ratio(timeMs, baseMs)];
}
