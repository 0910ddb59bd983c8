import type {
  BlockerStatus,
  DriftStatus,
  ObjectStatus,
  StackStatus,
} from "../report/status-document.ts";
import { awaitsRestart } from "./awaits-restart.ts";

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
 * Whether nothing of the stack moves any more by itself: every object is Ready, Done, Stalled, Skipped, refused, only
 * observed, in a deadlock, or held only behind such. A target outside the stack is waited for.
 */
export function isAtRest(status: StackStatus): boolean {
  if (status.suspended !== undefined) return true;
  if (status.drift.some((each) => each.action === "open" && !isOfRefused(each, status))) {
    return false;
  }
  if (status.orphans.some((each) => each.action === "prune")) return false;
  const refused = new Set(status.refusals.map((each) => each.id));
  const resting = new Set(
    status.objects.filter((each) => isEnded(each, refused)).map((each) => each.id),
  );
  const ready = new Set(status.objects.flatMap(({ id, phase }) => (phase === "Ready" ? [id] : [])));
  let hasGrown = true;
  while (hasGrown) {
    const more = status.objects.filter(
      (each) => !resting.has(each.id) && isHeldBehind(each, { resting, ready }),
    );
    for (const each of more) resting.add(each.id);
    hasGrown = more.length > 0;
  }
  return resting.size === status.objects.length;
}

/** What was never applied goes back to nothing: while its first write is refused, nobody takes anything on it back. */
function isOfRefused({ id }: DriftStatus, { objects, refusals }: StackStatus): boolean {
  const isNew = objects.some((each) => each.id === id && each.appliedRevision === "");
  return isNew && refusals.some((each) => each.id === id);
}

function isEnded(object: ObjectStatus, refused: ReadonlySet<string>): boolean {
  const isStill = ["Ready", "Done", "Stalled", "Skipped"].includes(object.phase);
  const isEnd = (isStill && !isToRestart(object)) || refused.has(object.id);
  return isEnd || isOnlyObserved(object) || isDeadlocked(object);
}

/** Only a person ends that. */
function isDeadlocked({ conditions }: ObjectStatus): boolean {
  return conditions.some(({ type }) => type === "Deadlock");
}

/** Restarts for a source that never stops changing never end: nobody waits for them. */
function isToRestart(object: ObjectStatus): boolean {
  return awaitsRestart(object) && !object.conditions.some(({ type }) => type === "RestartsSlowed");
}

/** What waits for us to do something waits for ever. */
function isOnlyObserved({ mode, phase }: ObjectStatus): boolean {
  return mode === "observe" && (phase === "Pending" || phase === "DelayingChanges");
}

interface Others {
  readonly resting: ReadonlySet<string>;
  readonly ready: ReadonlySet<string>;
}

/** One gate that stays shut is enough to stay held, whatever the others do. */
function isHeldBehind(object: ObjectStatus, others: Others): boolean {
  return object.blockers.some((blocker) => isStuck(object, blocker, others));
}

function isStuck(object: ObjectStatus, blocker: BlockerStatus, others: Others): boolean {
  // The server is about to serve the kind of a CRD that is ready.
  const isComing =
    blocker.reason === "NotServed" && blocker.to !== object.id && others.ready.has(blocker.to);
  if (isComing) return false;
  const isOwn = blocker.reason !== "NotServed" || blocker.to === object.id;
  return (isOwn && STUCK_REASONS.has(blocker.reason)) || others.resting.has(blocker.to);
}
