import type { ObjectStatus } from "../report/status-document.ts";

/** The object is where it should be: nothing is to be waited for. */
export function isSettled({ phase, blockers }: ObjectStatus): boolean {
  return (phase === "Ready" || phase === "Done" || phase === "Skipped") && blockers.length === 0;
}
