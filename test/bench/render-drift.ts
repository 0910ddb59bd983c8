import type { BenchOptions } from "./bench-bed.ts";
import type { DriftTimes } from "./measure-drift.ts";
import type { LookExpenses } from "./measure-looks.ts";
import { renderTable } from "./render-table.ts";
import { mebibytes, ratio } from "./render-units.ts";

export function renderLooks(looks: LookExpenses, { looked }: BenchOptions): string {
  const { parse, rewritten, untouched, heap } = looks;
  return renderTable([
    [`a look at ${looked} Deployments, five managers each`, "CPU", "ratio", "requests", "heap"],
    [
      "JSON.parse of their list",
      `${parse.cpuMs.toFixed(0)} ms`,
      ratio(parse.cpuMs, parse.cpuMs),
      "",
      mebibytes(heap.parsed),
    ],
    [
      "somebody wrote each of them, and nothing of Git's",
      `${rewritten.cpuMs.toFixed(0)} ms`,
      ratio(rewritten.cpuMs, parse.cpuMs),
      String(rewritten.requests),
      mebibytes(heap.agent),
    ],
    [
      "nobody wrote",
      `${untouched.cpuMs.toFixed(0)} ms`,
      ratio(untouched.cpuMs, parse.cpuMs),
      String(untouched.requests),
      mebibytes(heap.agent),
    ],
  ]);
}

export function renderDrift(times: DriftTimes, { drifts }: BenchOptions): string {
  const { plain, reverts, requests, otherRequests } = times;
  const onObjects = [...requests.values()].reduce((all, each) => all + each, 0);
  const named = [...requests].map(([name, count]) => [`  ${name}`, count.toFixed(2)]);
  return renderTable([
    [`${drifts} foreign edits, 10 each second`, "p50", "p99", "worst"],
    timesRow("plain apply, round trip", plain),
    timesRow("edit to revert", reverts),
    [
      "ratio",
      ratio(reverts.median, plain.median),
      ratio(reverts.p99, plain.p99),
      ratio(reverts.worst, plain.worst),
    ],
    ["requests for each revert (the floor: one GET, one apply)", onObjects.toFixed(2)],
    ...named,
    ["all else that was sent meanwhile, for each revert", otherRequests.toFixed(2)],
  ]);
}

function timesRow(what: string, times: DriftTimes["reverts"]): readonly string[] {
  return [what, ...[times.median, times.p99, times.worst].map((each) => `${each.toFixed(0)} ms`)];
}
