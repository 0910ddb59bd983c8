import type { Graph } from "../graph/edge.ts";
import { isJsonEqual, type JsonObject } from "../object/json.ts";
import type { RolloutReading } from "../rollout/rollout-reading.ts";
import type { Intent } from "./build-intent.ts";
import { decideObject } from "./decide-object.ts";
import type { ObjectCase } from "./describe-case.ts";
import type { ObjectMemory } from "./look.ts";
import type { ObjectPlan } from "./plan.ts";
import { isSameNote } from "./recall-sources.ts";
import type { World } from "./world.ts";

/** Everything that the decision on an object at rest rests on, besides the live object itself. */
interface Grounds {
  /** Built once for each manifest, commit and rules: the same intent means that none of them changed. */
  readonly wanted: Intent;
  readonly graph: Graph;
  readonly memory: ObjectMemory;
  readonly reading: RolloutReading;
}

/** Plans of live objects at rest that somebody still holds. */
const rested = new WeakMap<JsonObject, { readonly grounds: Grounds; readonly plan: ObjectPlan }>();

/**
 * Decides one object, but an object at rest only once for each of its versions: nearly all objects of a large stack stay
 * as they are while one moves, and each look, several in a pass, decides about all.
 */
export function decideOnce(item: ObjectCase, world: World): ObjectPlan {
  const grounds = findGrounds(item, world);
  if (grounds === undefined) return decideObject(item, world);
  const known = rested.get(grounds.reading.object);
  if (known !== undefined && areSame(known.grounds, grounds)) return known.plan;
  const plan = decideObject(item, world);
  if (isAtRest(plan) && isSameMemory(plan.learned, item.memory)) {
    // The very memory: the next look then finds the same grounds.
    const same = { ...plan, learned: item.memory };
    rested.set(grounds.reading.object, { grounds, plan: same });
    return same;
  }
  return plan;
}

/** `undefined`: the decision rests on more than that. */
function findGrounds(item: ObjectCase, world: World): Grounds | undefined {
  const { desired, readings, isSuspended = false } = world.look;
  const reading = readings.get(item.key);
  const isReadAsSeen = reading !== undefined && reading.object === item.live;
  const hasNews = item.restart.changed.length > 0 || item.restart.record !== undefined;
  if (
    !isReadAsSeen ||
    hasNews ||
    isSuspended ||
    item.lastApplied.kind !== "known" ||
    mayBeOverridden(item, world)
  ) {
    return undefined;
  }
  return { wanted: item.wanted, graph: desired.graph, memory: item.memory, reading };
}

/** An override is told as long as the target says no version: that is the target's state. */
function mayBeOverridden(item: ObjectCase, world: World): boolean {
  const edges = world.edgesFrom.get(item.key) ?? [];
  const isAllowed = world.look.rules.unknownVersion === "allow";
  return edges.some((edge) => isAllowed || edge.unknownVersion === "allow");
}

function areSame(a: Grounds, b: Grounds): boolean {
  return (
    a.wanted === b.wanted &&
    a.graph === b.graph &&
    a.memory === b.memory &&
    areSameReadings(a.reading, b.reading)
  );
}

function areSameReadings(a: RolloutReading, b: RolloutReading): boolean {
  return (
    areSameLists(a.pods, b.pods) &&
    areSameLists(a.replicaSets, b.replicaSets) &&
    a.facts.hasStatusSubresource === b.facts.hasStatusSubresource &&
    a.facts.declaresObservedGeneration === b.facts.declaresObservedGeneration
  );
}

function areSameLists(a: readonly JsonObject[], b: readonly JsonObject[]): boolean {
  return a === b || (a.length === b.length && a.every((each, index) => each === b[index]));
}

/** Applied, verified and rolled out: nothing to tell, nothing to wait for. */
function isAtRest(plan: ObjectPlan): boolean {
  const isSettled = plan.phase === "Ready" || plan.phase === "Done";
  const isQuiet = plan.step === undefined && plan.lookAgainAtMs === undefined;
  const told = [plan.blockers, plan.conditions, plan.drifts, plan.takesOver];
  return (
    isSettled &&
    isQuiet &&
    plan.refusal === undefined &&
    plan.learned.verified !== undefined &&
    told.every((each) => each.length === 0)
  );
}

function endJson(ended: ObjectMemory["ended"]): JsonObject | null {
  return ended === undefined ? null : { ...ended };
}

function isSameMemory(a: ObjectMemory, b: ObjectMemory): boolean {
  const {
    verified,
    uid,
    appliedRevision,
    preflight,
    refused,
    progress,
    ended,
    lostRaces,
    ownMode,
    heardRevert,
    transferred,
    fights,
    restarts,
    sourcesChangedAtMs,
    notedSources,
    ...rest
  } = a;
  // A new part of the memory must be compared, too: then this line does not compile.
  rest satisfies Record<string, never>;
  const equalities = [
    uid === b.uid,
    appliedRevision === b.appliedRevision,
    preflight === b.preflight,
    refused === b.refused,
    progress === b.progress,
    lostRaces === b.lostRaces,
    ownMode === b.ownMode,
    heardRevert === b.heardRevert,
    transferred === b.transferred,
    fights === b.fights,
    restarts === b.restarts,
    sourcesChangedAtMs === b.sourcesChangedAtMs,
    isSameNote(notedSources, b.notedSources),
    isJsonEqual(verified ?? null, b.verified ?? null),
    isJsonEqual(endJson(ended), endJson(b.ended)),
  ];
  return equalities.every((isSame) => isSame);
}
