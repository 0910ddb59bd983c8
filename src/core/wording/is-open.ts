import type { DriftStatus } from "../report/status-document.ts";

/** The drift still stands and nobody allowed it, as `create-only` does. Who merely owns a value beside Git changed nothing. */
export function isOpen(drift: DriftStatus): boolean {
  const isHarmless = drift.class === "coowned" || drift.class === "legacy";
  const isAllowed = drift.action === "observed" && drift.mode === "create-only";
  return !isHarmless && !isAllowed && !["reverted", "ignored", "skipped"].includes(drift.action);
}
