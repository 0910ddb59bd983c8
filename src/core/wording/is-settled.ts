import { awaitsRestart } from "../plan/awaits-restart.ts";
import type { ObjectStatus } from "../report/status-document.ts";

/** The object is where it should be: nothing is to be waited for. */
export function isSettled(object: ObjectStatus): boolean {
  const { phase, blockers } = object;
  const isEnd = phase === "Ready" || phase === "Done" || phase === "Skipped";
  return isEnd && blockers.length === 0 && !awaitsRestart(object);
}
