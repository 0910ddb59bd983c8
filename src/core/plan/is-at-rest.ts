import type { BlockerStatus, ObjectStatus, StackStatus } from "../report/status-document.ts";

/** Reasons that no progress of a target ends: somebody has to change something. */
const STUCK_REASONS: ReadonlySet<string> = new Set([
  "VersionUnsatisfiable",
  "OwnedByOther",
  "Cycle",
  "Refused",
  "Stalled",
  "NotServed",
]);

/**
 * Whether nothing of the stack moves any more by itself: every object is Ready, Done, Stalled, Skipped, refused, or held
 * only behind such (design 11, `sync`). A target outside the stack is waited for.
 */
export function isAtRest(status: StackStatus): boolean {
  if (status.drift.some((each) => each.action === "open")) return false;
  const refused = new Set(status.refusals.map((each) => each.id));
  const resting = new Set(
    status.objects.filter((each) => isEnded(each, refused)).map((each) => each.id),
  );
  let hasGrown = true;
  while (hasGrown) {
    const more = status.objects.filter(
      (each) => !resting.has(each.id) && isHeldBehind(each, resting),
    );
    for (const each of more) resting.add(each.id);
    hasGrown = more.length > 0;
  }
  return resting.size === status.objects.length;
}

function isEnded(object: ObjectStatus, refused: ReadonlySet<string>): boolean {
  return ["Ready", "Done", "Stalled", "Skipped"].includes(object.phase) || refused.has(object.id);
}

function isHeldBehind(object: ObjectStatus, resting: ReadonlySet<string>): boolean {
  return object.blockers.length > 0 && object.blockers.some((blocker) => isStuck(blocker, resting));
}

/** One gate that stays shut is enough to stay held, whatever the others do. */
function isStuck(blocker: BlockerStatus, resting: ReadonlySet<string>): boolean {
  return STUCK_REASONS.has(blocker.reason) || resting.has(blocker.to);
}
