import type { DriftStatus } from "../core/report/status-document.ts";

/** Equal for a drift that is still the same one, in the same state: what was told of it needs not be told again. */
export function driftState(drift: DriftStatus): string {
  const { id, path, manager, live, at, seenAt, action } = drift;
  return JSON.stringify([id, path, manager, live, at, seenAt, action]);
}
