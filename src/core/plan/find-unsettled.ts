import { type ObjectId, type ObjectKey, objectKey } from "../object/object-id.ts";
import { isBuiltInKind, workloadFamilyOf } from "../rollout/kind-family.ts";
import type { ObjectPlan } from "./plan.ts";
import { restsAsItIs } from "./rests-as-it-is.ts";
import { isFresh, type World } from "./world.ts";

/**
 * A workload or custom object whose change is not rolled out may still use what Git dropped together with the reference to it:
 * its live object no longer tells, its pods may. The cache may say so; of what this commit changed, only a fresh read denies it. Those
 * are asked for in one round, once the cache knows of nothing any more.
 *
 * @returns what every orphan waits for.
 */
export function findUnsettled(
  world: World,
  orphans: ReadonlyMap<ObjectKey, unknown>,
): string | undefined {
  const waiting = findHeldBehind(world, orphans);
  const running = [...world.decided.values()].filter(
    (plan) => runsSomething(plan.ref.id) && isOurs(plan, world) && !waiting.has(plan),
  );
  const moving = running.find((plan) => !isAtRest(plan, world));
  const [unsettled] = moving === undefined ? findUnread(running, world) : [moving];
  return unsettled === undefined
    ? undefined
    : `waits for ${objectKey(unsettled.ref.id)}: it may still use it until it is rolled out`;
}

/** What is not there, or belongs to somebody else, has no pods of ours; what is made again as an earlier commit had it will have. */
function isOurs({ ref, step }: ObjectPlan, { cases, look }: World): boolean {
  const item = cases.get(objectKey(ref.id));
  if (item === undefined || item.isOwnedByOther) return false;
  return item.live !== undefined || (step !== undefined && step.revision !== look.desired.revision);
}

/** What waits for an orphan to go, by whatever way: each would wait for the other for ever. */
function findHeldBehind(
  world: World,
  orphans: ReadonlyMap<ObjectKey, unknown>,
): ReadonlySet<ObjectPlan> {
  const keys = new Set<ObjectKey>(orphans.keys());
  const held = new Set<ObjectPlan>();
  for (let size = -1; size < held.size; ) {
    size = held.size;
    for (const [key, plan] of world.decided) {
      if (!plan.blockers.some(({ to }) => keys.has(objectKey(to)))) continue;
      keys.add(key);
      held.add(plan);
    }
  }
  return held;
}

function runsSomething({ group, kind }: ObjectId): boolean {
  const body = { apiVersion: `${group}/v1`, kind };
  return workloadFamilyOf(body) !== undefined || !isBuiltInKind(body);
}

function isAtRest(plan: ObjectPlan, world: World): boolean {
  if (isOnlyObserved(plan)) return restsAsItIs(plan.ref.id, world);
  return ["Ready", "Done", "Skipped"].includes(plan.phase) && plan.step === undefined;
}

/** What this commit changed and nobody has read for this decision; asks for all of it. */
function findUnread(resting: readonly ObjectPlan[], world: World): readonly ObjectPlan[] {
  const { revision } = world.look.desired;
  return resting
    .filter(({ appliedRevision, phase }) => appliedRevision === revision && phase === "Ready")
    .filter((plan) => !isOnlyObserved(plan) && !isFresh(world, [plan.ref]));
}

/** Its change never comes: what it uses is what its live object says. */
function isOnlyObserved({ mode, step }: ObjectPlan): boolean {
  return mode.mode === "observe" && step === undefined;
}
