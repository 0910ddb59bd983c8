import type { BenchOptions } from "./bench-bed.ts";
import type { Expense } from "./bench-task.ts";
import type { GateTimes } from "./measure-gates.ts";
import type { MemoryExpenses } from "./measure-memory.ts";
import type { RevertTimes } from "./measure-reverts.ts";
import type { SyncExpenses } from "./measure-syncs.ts";
import { renderTable } from "./render-table.ts";
import { mebibytes, ratio } from "./render-units.ts";

/** What was measured, for people: ratios count, milliseconds are this machine's. */
export function renderSyncs(syncs: SyncExpenses, { objects }: BenchOptions): string {
  function row(what: string, expense: Expense): readonly string[] {
    return [
      what,
      `${expense.wallMs.toFixed(0)} ms`,
      ratio(expense.wallMs, syncs.plain.wallMs),
      `${expense.cpuMs.toFixed(0)} ms`,
      ratio(expense.cpuMs, syncs.plain.cpuMs),
      String(expense.requests),
      (expense.requests / objects).toFixed(2),
    ];
  }
  return renderTable([
    [`${objects} ConfigMaps`, "wall", "ratio", "CPU", "ratio", "requests", "per object"],
    row("plain server-side applies", syncs.plain),
    row(`reading the repository, ${objects} files`, syncs.checkOut),
    row("first sync, preflight: false", syncs.withoutPreflight),
    row("first sync, preflight: true", syncs.withPreflight),
    row("sync after a restart", syncs.restart),
    row("converged pass", syncs.converged),
  ]);
}

export function renderReverts(reverts: RevertTimes, { edits }: BenchOptions): string {
  function row(what: string, timeMs: number): readonly string[] {
    return [what, `${timeMs.toFixed(1)} ms`, ratio(timeMs, reverts.roundTrip)];
  }
  return renderTable([
    [`${edits} foreign edits`, "time", "ratio"],
    row("plain apply, round trip", reverts.roundTrip),
    row("edit to revert, median", reverts.median),
    row("edit to revert, worst", reverts.worst),
  ]);
}

export function renderGates(gates: GateTimes, options: BenchOptions): string {
  const { plainMedian, plainWorst } = gates;
  return renderTable([
    [`${options.gates} rollouts beside ${options.objects} ConfigMaps`, "time", "ratio"],
    gateRow("plain GET, LIST and apply, median", plainMedian, plainMedian),
    gateRow("plain GET, LIST and apply, worst", plainWorst, plainWorst),
    gateRow("rolled out to dependent's apply, median", gates.median, plainMedian),
    gateRow("rolled out to dependent's apply, worst", gates.worst, plainWorst),
  ]);
}

function gateRow(what: string, timeMs: number, baseMs: number): readonly string[] {
  return [what, `${timeMs.toFixed(0)} ms`, ratio(timeMs, baseMs)];
}

export function renderMemory({ one, many }: MemoryExpenses, { objects }: BenchOptions): string {
  const growth = (many.heapBytes - one.heapBytes) / (objects - 1) / 1024;
  return renderTable([
    ["memory, garbage collected", "heap", "RSS"],
    memoryRow("1 managed object", one),
    memoryRow(`${objects} managed objects`, many),
    ["growth per object", `${growth.toFixed(1)} KiB`],
  ]);
}

function memoryRow(what: string, { heapBytes, rssBytes }: Expense): readonly string[] {
  return [what, mebibytes(heapBytes), mebibytes(rssBytes)];
}
