import type { DriftStatus } from "../core/report/status-document.ts";

/** Equal for a drift that is still the same one, in the same state. */
export function driftIdentity({ id, path, manager, live, at, action }: DriftStatus): string {
  return JSON.stringify([id, path, manager, live, at, action]);
}
