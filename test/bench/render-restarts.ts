import type { BenchOptions } from "./bench-bed.ts";
import type { RestartExpenses } from "./measure-restarts.ts";
import { renderTable } from "./render-table.ts";
import { mebibytes, ratio } from "./render-units.ts";

export function renderRestarts(found: RestartExpenses, options: BenchOptions): string {
  const { plainMedian, plainWorst, secrets } = found;
  return renderTable([
    [
      `${options.restarts} Secrets change, of ${secrets} that ${options.consumers} workloads use`,
      "time",
      "ratio",
    ],
    row("plain apply, median", plainMedian, plainMedian),
    row("plain apply, worst", plainWorst, plainWorst),
    row("Secret to its consumer's new template, median", found.median, plainMedian),
    row("Secret to its consumer's new template, worst", found.worst, plainWorst),
    ["heap with the workloads alone", mebibytes(found.without.heapBytes)],
    ["heap with their Secrets", mebibytes(found.with.heapBytes)],
  ]);
}

function row(what: string, timeMs: number, baseMs: number): readonly string[] {
  return [what, `${timeMs.toFixed(0)} ms`, ratio(timeMs, baseMs)];
}
