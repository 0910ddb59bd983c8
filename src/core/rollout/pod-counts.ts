import type { ReasonCode, Verdict } from "./blocker.ts";
import { findPodRevisions } from "./pod-revisions.ts";
import type { RolloutReading } from "./rollout-reading.ts";
import { OK, waiting } from "./verdict.ts";

/** Waits while a count of the status is below the wanted one: `2 of 3 pods ready`. An absent count is zero. */
export function assessCount(
  count: { readonly have: number | undefined; readonly want: number; readonly word: string },
  reason: ReasonCode,
): Verdict {
  const have = count.have ?? 0;
  return have >= count.want ? OK : waiting(reason, `${have} of ${count.want} pods ${count.word}`);
}

/**
 * Waits while pods of an older revision are there, terminating ones included, or fewer of the present one than wanted.
 * Counted from the pods of the reading, because a status does not count terminating pods.
 */
export function assessRevisions(reading: RolloutReading, want: number): Verdict {
  const { old, updatedToStay } = findPodRevisions(reading);
  if (old.length === 0 && updatedToStay >= want) return OK;
  const updated = `${Math.min(updatedToStay, want)} of ${want} pods updated`;
  return waiting(
    "RollingOut",
    old.length === 0 ? updated : `${updated}, ${oldPodsText(old.length)}`,
  );
}

function oldPodsText(count: number): string {
  return `${count} old ${count === 1 ? "pod" : "pods"} still there`;
}
