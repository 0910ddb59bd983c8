import { type ObjectId, type ObjectKey, objectKey } from "../object/object-id.ts";
import type { ReasonCode } from "../rollout/blocker.ts";
import type { FirmWait } from "../wording/explain-deadlock.ts";
import type { ObjectCase } from "./describe-case.ts";
import type { OrphanPlan } from "./orphan-plan.ts";
import type { ObjectPlan } from "./plan.ts";
import { restsAsItIs } from "./rests-as-it-is.ts";
import { findLockstepInto, type World } from "./world.ts";

/**
 * Reasons that only a write of the other object ends, once that one rests. Any other may end by itself (`RollingOut`), by a person
 * (`OwnedByOther`), or never (`VersionUnsatisfiable`).
 */
const ENDED_BY_WRITE: ReadonlySet<ReasonCode> = new Set([
  "TargetNotApplied",
  "VersionBehind",
  "VersionAhead",
  "VersionOutOfRange",
]);

/** By object. */
export type Waits = ReadonlyMap<ObjectKey, readonly FirmWait[]>;

/**
 * Of each object that is held and of which nothing moves by itself: the waits that end with a write of another such object,
 * and with nothing else that is to be expected.
 */
export function findFirmWaits(world: World, orphans: readonly OrphanPlan[]): Waits {
  const held = [...world.decided].map(([key, plan]) => [key, waitsOf(key, plan, world)] as const);
  const ids = new Map(orphans.map(({ ref }) => [objectKey(ref.id), ref.id] as const));
  const going = orphans.map(
    (orphan) => [objectKey(orphan.ref.id), waitsOfOrphan(orphan, ids, world)] as const,
  );
  return new Map([...held, ...going].filter(([, waits]) => waits.length > 0));
}

function waitsOf(key: ObjectKey, plan: ObjectPlan, world: World): readonly FirmWait[] {
  const item = world.cases.get(key);
  if (item === undefined || !isHeldFirmly(plan) || !isStill(item, world)) return [];
  const { id } = plan.ref;
  const others = plan.blockers.length - 1;
  return plan.blockers
    .filter(({ note, reason }) => note === undefined && ENDED_BY_WRITE.has(reason))
    .map(({ to, gate, origin, reason }) => {
      const isOfTarget = reason === "VersionAhead";
      return { dependent: id, target: to, gate, origin, reason, isOfTarget, others };
    });
}

/** It is held, and no write of it, its change or another one, goes now or is to come. */
function isHeldFirmly(plan: ObjectPlan): boolean {
  const isHeld = plan.phase === "DelayingChanges" && plan.action === "hold";
  const isToRevert = plan.isUnsettled || plan.drifts.some(({ action }) => action !== "ignored");
  return isHeld && !isToRevert;
}

/** Nothing of it is there, or all of it is rolled out: what it runs changes with its next write only. */
function isStill({ key, manifest }: ObjectCase, world: World): boolean {
  const isAbsent = world.look.sightings.get(key)?.kind === "absent";
  return isAbsent || restsAsItIs(manifest.id, world);
}

/** An orphan goes once those are written that Git still has and that only in the cluster say that they need it. */
function waitsOfOrphan(
  { action, lookAgainAtMs, ref, waits = [] }: OrphanPlan,
  ids: ReadonlyMap<ObjectKey, ObjectId>,
  world: World,
): readonly FirmWait[] {
  if (action !== "hold" || lookAgainAtMs !== undefined || !restsAsItIs(ref.id, world)) return [];
  return waits.flatMap((by): readonly FirmWait[] => {
    const target = ids.get(by) ?? world.cases.get(by)?.manifest.id;
    if (target === undefined || isNeededInGit(ref.id, by, world)) return [];
    const wait = { gate: "its deletion", origin: "", reason: undefined, isOfTarget: true };
    return [{ dependent: ref.id, target, ...wait, others: waits.length - 1 }];
  });
}

/** Only another commit ends that. */
function isNeededInGit(id: ObjectId, by: ObjectKey, { edgesFrom }: World): boolean {
  return (edgesFrom.get(by) ?? []).some(({ target }) => objectKey(target) === objectKey(id));
}

/**
 * Whether the gates that wait for a target's own change may let their dependents by: they do once that change itself waits for a
 * dependent under rule (L). That comes about by dependents that move, now or later.
 *
 * @param stuck Objects of which no write is to be expected.
 */
export function mayBePassed(
  key: ObjectKey,
  stuck: ReadonlyMap<ObjectKey, unknown>,
  world: World,
): boolean {
  if (world.cases.get(key)?.live === undefined) return false;
  const dependents = findLockstepInto(world, key).map(({ dependent }) => objectKey(dependent));
  return dependents.some((each) => !stuck.has(each) && mayMove(each, world));
}

function mayMove(key: ObjectKey, { cases, decided }: World): boolean {
  const plan = decided.get(key);
  return plan === undefined || plan.step !== undefined || cases.get(key)?.isPending !== false;
}
