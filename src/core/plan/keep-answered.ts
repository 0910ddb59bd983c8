import { driftIdentity } from "../report/drift-identity.ts";
import { DRIFTS_KEPT_MAX, type DriftStatus } from "../report/status-document.ts";

/** What was reverted, or stayed although Git dropped it, is told once more in each later status, the newest first. */
export function keepAnswered(
  previous: readonly DriftStatus[],
  current: readonly DriftStatus[],
): readonly DriftStatus[] {
  const present = new Set(current.map(driftIdentity));
  const kept = previous.filter((each) => isPast(each) && !present.has(driftIdentity(each)));
  const reverted = [...current.filter(isPast), ...kept].slice(0, DRIFTS_KEPT_MAX);
  return [...current.filter((each) => !isPast(each)), ...reverted];
}

/** What a step did, or left on purpose: no later look finds it again. */
export function isPast({ action, class: kind }: DriftStatus): boolean {
  return action === "reverted" || (action === "ignored" && kind === "coowned");
}
