import { groupBy } from "../graph/group-by.ts";
import { type JsonObject, listAt, textAt } from "../object/json.ts";
import { idOf, isTerminating, resourceVersionOf, uidOf } from "../object/live-object.ts";
import { kindKey, type ObjectKey, type ObjectRef } from "../object/object-id.ts";
import { compareText } from "../ownership/compare-text.ts";
import { explainKeptByMode } from "./explain-kept-by-mode.ts";
import { findKeepReason } from "./find-keep-reason.ts";
import { findKnotFirsts } from "./find-knot-firsts.ts";
import { findLiveDependents } from "./find-live-dependents.ts";
import { findOrphanKnots, type OrphanKnot } from "./find-orphan-knots.ts";
import { findOrphanWaits, type Needs } from "./find-orphan-waits.ts";
import { findPruneBrake } from "./find-prune-brake.ts";
import { findSiblingUse } from "./find-sibling-use.ts";
import { findSkip } from "./find-skip.ts";
import { askOnce, findUnheard } from "./find-unheard.ts";
import { findUnsettled } from "./find-unsettled.ts";
import { DELETE_HASH, type OrphanPlan } from "./orphan-plan.ts";
import type { World } from "./world.ts";

interface Orphan {
  readonly key: ObjectKey;
  readonly ref: ObjectRef;
  readonly object: JsonObject;
  /** Why it stays. */
  readonly keep: string | undefined;
}

interface PruneScene extends Needs {
  /** What hinders every delete. */
  readonly stop: string | undefined;
  readonly brake: string | undefined;
  /** Something of the stack is under way; looked for once, when an orphan is free to go otherwise. */
  readonly unsettled: () => string | undefined;
  /** `findKnotFirsts`, at the first orphan that waits for somebody. */
  readonly firsts: () => ReadonlySet<ObjectKey>;
}

/**
 * Decides what becomes of the members that Git no longer has: deleted, dependents before their targets, unless something
 * protects them. Nothing is deleted while anything that may depend on it is not known.
 */
export function decidePrune(world: World): readonly OrphanPlan[] {
  const orphans = findOrphans(world);
  // Graphs of all that lives are not made for claims that stay for years.
  const scene = once(() => describeScene(orphans, world));
  return orphans.map((orphan) => decideStanding(orphan, world) ?? decideFree(orphan, scene()));
}

function describeScene(orphans: readonly Orphan[], world: World): PruneScene {
  const byKey = new Map(orphans.map((each) => [each.key, each]));
  const dependents = findLiveDependents(world, byKey);
  const going = orphans.filter(({ keep }) => keep === undefined);
  const needs = {
    world,
    orphans: byKey,
    dependents: dependents.of,
    uses: groupBy(findSiblingUse(world, byKey), ({ target }) => target),
    knots: findOrphanKnots(new Map(going.map(({ key, ref }) => [key, ref.id])), dependents.of),
  };
  return {
    ...needs,
    firsts: once(() => {
      const waits = going.map(
        ({ key }) => [key, findOrphanWaits(key, needs)?.waits ?? []] as const,
      );
      return findKnotFirsts(new Map(waits), world.look.siblings);
    }),
    stop: findStop(world) ?? dependents.problem,
    unsettled: once(() => findUnsettled(world, byKey)),
    brake: findBrake(going, world),
  };
}

function once<Value>(find: () => Value): () => Value {
  let found: { readonly value: Value } | undefined;
  return () => {
    found ??= { value: find() };
    return found.value;
  };
}

function findOrphans(world: World): readonly Orphan[] {
  const { look, cases } = world;
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
      const keep = findKeepReason(object, look) ?? explainKeptByMode({ key, ref, object }, world);
      return [{ key, ref, object, keep }];
    });
}

function findBrake(going: readonly Orphan[], { look }: World): string | undefined {
  return findPruneBrake(going.filter(({ object }) => !isTerminating(object)).length, look);
}

/** Where something is not known. */
function findStop({ look }: World): string | undefined {
  const [unlisted] = look.unlisted;
  if (unlisted !== undefined) {
    const [kind, reason] = unlisted;
    return `${kind} cannot be listed (${reason}), so nobody knows what depends on it`;
  }
  const [unparsed] = look.unparsed;
  return unparsed === undefined
    ? undefined
    : `${unparsed} does not parse, so nobody knows what it holds; mend it, or name it in .lockstepignore`;
}

/** What holds an orphan, or lets it go. */
type Hold = Pick<OrphanPlan, "reason"> &
  Partial<Pick<OrphanPlan, "behind" | "confirm" | "lookAgainAtMs" | "waits">>;

/** What goes already, or stays whatever happens; `undefined`: it is free to go, if nobody needs it. */
function decideStanding(orphan: Orphan, world: World): OrphanPlan | undefined {
  const { ref, object, keep } = orphan;
  const plan = { ref, behind: [], step: undefined, ...rememberOrphan(orphan, world) };
  if (isTerminating(object)) return { ...plan, action: "prune", reason: goingText(object) };
  return keep === undefined ? undefined : { ...plan, action: "keep", reason: keep };
}

function decideFree(orphan: Orphan, scene: PruneScene): OrphanPlan {
  const { key, ref, object } = orphan;
  const plan = { ref, behind: [], ...rememberOrphan(orphan, scene.world) };
  const hold = findHold(orphan, scene);
  if (hold !== undefined) return { ...plan, action: "hold", step: undefined, ...hold };
  const knot = scene.knots.get(key);
  return {
    ...plan,
    action: "prune",
    reason: ["Git no longer has it", ...explainKnots(orphan, scene)].join("; "),
    step: {
      ref,
      uid: uidOf(object),
      resourceVersion: resourceVersionOf(object),
      after: knot === undefined ? [] : findBefore(key, knot, scene),
    },
  };
}

function explainKnots({ key }: Orphan, scene: PruneScene): readonly string[] {
  const knot = scene.knots.get(key);
  const needing = findOrphanWaits(key, scene)?.waits ?? [];
  return [
    ...(knot === undefined ? [] : [`it goes together with the others of ${knot.text}`]),
    ...(needing.length === 0 ? [] : [`it goes before ${needing.join(", ")}, which wait for it`]),
  ];
}

/** In a knot one goes after the other, in text order. */
function findBefore(key: ObjectKey, { keys }: OrphanKnot, scene: PruneScene): readonly ObjectKey[] {
  return keys.slice(0, keys.indexOf(key)).filter((each) => {
    const object = scene.orphans.get(each)?.object;
    return object !== undefined && !isTerminating(object);
  });
}

function findHold({ key, ref }: Orphan, scene: PruneScene): Hold | undefined {
  const { stop, brake, unsettled, world } = scene;
  if (stop !== undefined) return { reason: stop };
  if (brake !== undefined) {
    askOnce(ref, world);
    return { reason: brake, confirm: world.look.desired.revision };
  }
  const waits = findOrphanWaits(key, scene);
  if (waits !== undefined && !scene.firsts().has(key)) return waits;
  const reason = findUnlistable(key, scene) ?? findBackOff(key, scene) ?? unsettled();
  return reason === undefined ? findUnheard(ref, world) : { reason };
}

/** What was known of a kind before its lists were refused is good for holding alone: it, and those that go together with it. */
function findUnlistable(key: ObjectKey, scene: PruneScene): string | undefined {
  for (const each of membersOf(key, scene)) {
    const kind = kindOf(each, scene);
    const reason = scene.world.look.unlistable.get(kind);
    if (reason !== undefined) return `${kind} may not be listed (${reason})`;
  }
  return undefined;
}

function kindOf(key: ObjectKey, { orphans }: PruneScene): string {
  const orphan = orphans.get(key);
  return orphan === undefined ? "" : kindKey(orphan.ref.id);
}

/** It and those that go together with it. */
function membersOf(key: ObjectKey, { knots }: PruneScene): readonly ObjectKey[] {
  return knots.get(key)?.keys ?? [key];
}

function rememberOrphan(
  { key, object }: Orphan,
  { look }: World,
): Pick<OrphanPlan, "lookAgainAtMs" | "ownMode"> {
  const ownMode = look.memory.get(key)?.ownMode;
  return {
    ...(ownMode === undefined ? {} : { ownMode }),
    lookAgainAtMs: findSkip(object, look.rules, look.nowMs).skip?.endsAtMs,
  };
}

function goingText(object: JsonObject): string {
  const finalizers = listAt(object, "metadata", "finalizers").map(String).join(", ");
  return finalizers === ""
    ? "it is being deleted"
    : `it is being deleted and waits for: ${finalizers}`;
}

/** A refused delete is not tried again before its time, nor are those that go together with it. */
function findBackOff(key: ObjectKey, scene: PruneScene): string | undefined {
  const { memory, nowMs } = scene.world.look;
  for (const each of membersOf(key, scene)) {
    const refused = memory.get(each)?.refused;
    const isDelete = refused?.intentHash === DELETE_HASH;
    if (isDelete && nowMs < refused.retryAtMs) return refused.refusal.message;
  }
  return undefined;
}
