import type { DriftReport } from "./drift-report.ts";

/** How many entries are in each state: `3 open, 2 reverted`; empty when there are none. */
export function summarizeReport(report: Pick<DriftReport, "entries">): string {
  return (["open", "reverted", "gone"] as const)
    .map((state) => ({
      state,
      count: report.entries.filter((entry) => entry.state === state).length,
    }))
    .filter(({ count }) => count > 0)
    .map(({ state, count }) => `${count} ${state}`)
    .join(", ");
}
