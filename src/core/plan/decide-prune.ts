import { type JsonObject, listAt, textAt } from "../object/json.ts";
import { idOf, isTerminating, resourceVersionOf, uidOf } from "../object/live-object.ts";
import { type ObjectId, type ObjectKey, type ObjectRef, objectKey } from "../object/object-id.ts";
import { compareText } from "../ownership/compare-text.ts";
import { isBuiltInKind, workloadFamilyOf } from "../rollout/kind-family.ts";
import { findKeepReason } from "./find-keep-reason.ts";
import { findLiveDependents, type LiveDependent } from "./find-live-dependents.ts";
import { findPruneBrake } from "./find-prune-brake.ts";
import { DELETE_HASH, type OrphanPlan } from "./orphan-plan.ts";
import type { ObjectPlan } from "./plan.ts";
import { isFresh, type World } from "./world.ts";

interface Orphan {
  readonly key: ObjectKey;
  readonly ref: ObjectRef;
  readonly object: JsonObject;
  /** Why it stays. */
  readonly keep: string | undefined;
}

interface PruneScene {
  readonly world: World;
  readonly orphans: ReadonlyMap<ObjectKey, Orphan>;
  readonly dependents: ReadonlyMap<ObjectKey, readonly LiveDependent[]>;
  /** What hinders every delete. */
  readonly stop: string | undefined;
  readonly brake: string | undefined;
  /** Something of the stack is under way; looked for once, when an orphan is free to go otherwise. */
  readonly unsettled: () => string | undefined;
}

/**
 * Decides what becomes of the members that Git no longer has: deleted, dependents before their targets, unless something
 * protects them. Nothing is deleted while anything that may depend on it is not known.
 */
export function decidePrune(world: World): readonly OrphanPlan[] {
  const orphans = findOrphans(world);
  if (orphans.length === 0) return [];
  const byKey = new Map(orphans.map((each) => [each.key, each]));
  const dependents = findLiveDependents(world, byKey);
  const scene: PruneScene = {
    world,
    orphans: byKey,
    dependents: dependents.of,
    stop: findStop(world) ?? dependents.problem,
    unsettled: once(() => findUnsettled(scene)),
    brake: findBrake(orphans, world),
  };
  return orphans.map((orphan) => decideOrphan(orphan, scene));
}

function once<Value>(find: () => Value): () => Value {
  let found: { readonly value: Value } | undefined;
  return () => {
    found ??= { value: find() };
    return found.value;
  };
}

function findOrphans({ look, cases }: World): readonly Orphan[] {
  const wanted = new Set([...cases.values()].flatMap(({ live }) => (live ? [uidOf(live)] : [])));
  return [...look.members]
    .filter((key) => !cases.has(key))
    .toSorted(compareText)
    .flatMap((key) => {
      const sighting = look.sightings.get(key);
      if (sighting?.kind !== "present") return [];
      const { object } = sighting;
      // The same object, served by another group as well.
      if (wanted.has(uidOf(object))) return [];
      const ref = { id: idOf(object), apiVersion: textAt(object, "apiVersion") ?? "" };
      return [{ key, ref, object, keep: findKeepReason(object, look) }];
    });
}

/**
 * A workload or custom object whose change is not rolled out may still use what Git dropped together with the reference to it:
 * its live object no longer tells, its pods may. All fresh reads are asked for in one round.
 */
function findUnsettled({ world, orphans }: PruneScene): string | undefined {
  const waiting = findHeldBehind(world, orphans);
  const running = [...world.decided.values()].filter(
    (plan) => runsSomething(plan.ref.id) && isOurs(plan, world) && !waiting.has(plan),
  );
  const [unsettled] = running.filter((plan) => !isSettled(plan, world));
  return unsettled === undefined
    ? undefined
    : `waits for ${objectKey(unsettled.ref.id)}: it may still use it until it is rolled out`;
}

/** What is not there, or belongs to somebody else, has no pods of ours. */
function isOurs({ ref }: ObjectPlan, { cases }: World): boolean {
  const item = cases.get(objectKey(ref.id));
  return item?.live !== undefined && !item.isOwnedByOther;
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

/** The cache may deny it; of what this commit changed, only a fresh read affirms it. */
function isSettled(plan: ObjectPlan, world: World): boolean {
  const isAtRest = ["Ready", "Done", "Skipped"].includes(plan.phase) && plan.step === undefined;
  const isNew = plan.appliedRevision === world.look.desired.revision && plan.phase === "Ready";
  return isAtRest && (!isNew || isFresh(world, [plan.ref]));
}

function findBrake(orphans: readonly Orphan[], { look }: World): string | undefined {
  const going = orphans.filter(({ keep, object }) => keep === undefined && !isTerminating(object));
  return findPruneBrake(going.length, look);
}

/** Where something is not known. */
function findStop({ look }: World): string | undefined {
  const [unlisted] = look.unlisted;
  if (unlisted !== undefined) {
    const [kind, reason] = unlisted;
    return `${kind} cannot be listed (${reason}), so nobody knows what depends on it`;
  }
  const [unparsed] = look.unparsed;
  if (unparsed !== undefined) {
    return `${unparsed} does not parse, so nobody knows what it holds; mend it, or name it in .lockstepignore`;
  }
  const stranger = look.siblings.find(({ keys }) => keys === undefined);
  return stranger === undefined
    ? undefined
    : `nobody knows yet whether it moves to the stack ${stranger.name}, which is not looked at`;
}

function decideOrphan(orphan: Orphan, scene: PruneScene): OrphanPlan {
  const { ref, object, keep } = orphan;
  const plan = { ref, step: undefined };
  if (isTerminating(object)) return { ...plan, action: "prune", reason: goingText(object) };
  if (keep !== undefined) return { ...plan, action: "keep", reason: keep };
  const { stop, brake, unsettled, world } = scene;
  if (stop === undefined && brake !== undefined) {
    return { ...plan, action: "hold", reason: brake, confirm: world.look.desired.revision };
  }
  const wait = stop ?? findWait(orphan, scene) ?? findBackOff(orphan, scene) ?? unsettled();
  if (wait !== undefined) return { ...plan, action: "hold", reason: wait };
  const step = { ref, uid: uidOf(object), resourceVersion: resourceVersionOf(object) };
  return { ref, action: "prune", reason: "Git no longer has it", step };
}

function goingText(object: JsonObject): string {
  const finalizers = listAt(object, "metadata", "finalizers").map(String).join(", ");
  return finalizers === ""
    ? "it is being deleted"
    : `it is being deleted and waits for: ${finalizers}`;
}

/** Objects that are named in one reason. */
const WAITS_MAX = 5;

/** What has to happen first: dependents go before their targets, and who stays has to live without it. */
function findWait({ key }: Orphan, scene: PruneScene): string | undefined {
  const waits = (scene.dependents.get(key) ?? []).flatMap((each) => waitFor(each, scene) ?? []);
  const all = [...new Set(waits)].toSorted(compareText);
  if (all.length === 0) return undefined;
  const more = all.length > WAITS_MAX ? [`and for ${all.length - WAITS_MAX} more`] : [];
  return [...all.slice(0, WAITS_MAX), ...more].join("; ");
}

function waitFor({ id, isInGit, origin }: LiveDependent, scene: PruneScene): string | undefined {
  const key = objectKey(id);
  const other = scene.orphans.get(key);
  if (other !== undefined) {
    return other.keep === undefined
      ? `waits for ${key}: it goes first`
      : `waits for ${key}: it stays and depends on it (${origin})`;
  }
  if (isInGit) return `waits for ${key}: Git says that it depends on it (${origin})`;
  return scene.world.cases.has(key)
    ? `waits for ${key}: it still depends on it (${origin})`
    : undefined;
}

/** A refused delete is not tried again before its time. */
function findBackOff({ key }: Orphan, { world }: PruneScene): string | undefined {
  const refused = world.look.memory.get(key)?.refused;
  const isDelete = refused?.intentHash === DELETE_HASH;
  return isDelete && world.look.nowMs < refused.retryAtMs ? refused.refusal.message : undefined;
}
