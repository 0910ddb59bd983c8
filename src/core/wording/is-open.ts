import type { DriftStatus } from "../report/status-document.ts";

/** The drift still stands and nobody allowed it. Who merely owns a value beside Git changed nothing. */
export function isOpen(drift: DriftStatus): boolean {
  const isHarmless = drift.class === "coowned" || drift.class === "legacy";
  return !isHarmless && !["reverted", "ignored", "skipped"].includes(drift.action);
}
