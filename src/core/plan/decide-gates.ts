import type { Edge } from "../graph/edge.ts";
import type { JsonObject } from "../object/json.ts";
import { type ObjectId, type ObjectKey, type ObjectRef, objectKey } from "../object/object-id.ts";
import type { Blocker } from "../rollout/blocker.ts";
import { checkSkew } from "../rollout/check-skew.ts";
import { declaredVersion, type VersionPaths } from "../rollout/declared-version.ts";
import type { EdgeEnd } from "../rollout/edge-end.ts";
import { evaluateGate } from "../rollout/evaluate-gate.ts";
import type { GateOverride } from "../rollout/gate-finding.ts";
import type { ObjectCase } from "./describe-case.ts";
import { findLockstepInto, findParty, isFresh, type World } from "./world.ts";

/** Where versions stand in kinds without a pod template; the defaults of `core/rollout` suffice so far. */
export const VERSION_PATHS: VersionPaths = new Map();

/** What the gates say about one intended write. */
export interface GateDecision {
  readonly blockers: readonly Blocker[];
  readonly overrides: readonly GateOverride[];
  /** Open by what the cache says, but a fresh read was asked for: nothing may be written yet. */
  readonly isAsking: boolean;
  /** A revert that nothing but the order holds: its target is made again in this pass and has to be seen first. */
  readonly waitsForLook: boolean;
  /** Targets with a write in this plan that must succeed first. */
  readonly after: readonly ObjectKey[];
}

/**
 * Looks at every gate of a write: those of its edges for a change, and the skew rule in both directions for any write.
 * The cache may shut a gate; only a fresh read opens one, so an open decision asks for what was not read freshly.
 */
export function decideGates(
  item: ObjectCase,
  world: World,
  write: { readonly kind: "change" | "revert"; readonly body: JsonObject },
): GateDecision {
  const targets = (world.edgesFrom.get(item.key) ?? []).map((edge) =>
    endOf(world, edge, edge.target),
  );
  const dependents = findLockstepInto(world, item.key).map((edge) =>
    endOf(world, edge, edge.dependent),
  );
  const self = findParty(world, item.manifest.id);
  const skew = checkSkew({ ...write, self, targets, dependents }, VERSION_PATHS);
  const gates =
    write.kind === "change" ? targets.map((end) => evaluateGate(end, VERSION_PATHS)) : [];
  const found = [...gates, skew].flatMap((each) => each.blockers);
  const blockers =
    write.kind === "change" ? found : found.filter(({ to }) => !isMadeAgain(to, world));
  const isOpen = found.length === 0;
  return {
    blockers,
    overrides: [...gates, skew].flatMap((each) => each.overrides),
    isAsking:
      isOpen &&
      movesVersion(item, write) &&
      !isFresh(world, refsOf(item, world, [...targets, ...dependents])),
    waitsForLook: found.length > 0 && blockers.length === 0,
    after: targets.flatMap(({ party }) => (party.change === "sent" ? [objectKey(party.id)] : [])),
  };
}

/**
 * Whether the object is gone and comes back now: in this very pass, or in one that follows at once because its own target
 * comes back in this one. What it runs then is not known before it was seen.
 */
function isMadeAgain(id: ObjectId, world: World): boolean {
  const key = objectKey(id);
  const plan = world.decided.get(key);
  if (plan === undefined || world.cases.get(key)?.live !== undefined) return false;
  return plan.waitsForLook || plan.step !== undefined;
}

/**
 * The overrides under which an object stands whose change is applied: they are told for as long as the version stays
 * unknown, not only in the pass that let the change through.
 */
export function findOverrides(item: ObjectCase, world: World): readonly GateOverride[] {
  const targets = (world.edgesFrom.get(item.key) ?? [])
    .map((edge) => endOf(world, edge, edge.target))
    .filter(({ edge }) => edge.unknownVersion === "allow");
  if (targets.length === 0) return [];
  const self = findParty(world, item.manifest.id);
  const write = { kind: "change", body: item.wanted.body, self, targets, dependents: [] } as const;
  const gates = targets.map((end) => evaluateGate(end, VERSION_PATHS));
  return [...gates, checkSkew(write, VERSION_PATHS)].flatMap((each) => each.overrides);
}

/** A revert that leaves the version alone can neither raise a ceil nor lower a floor. */
function movesVersion(
  item: ObjectCase,
  write: { readonly kind: "change" | "revert"; readonly body: JsonObject },
): boolean {
  if (write.kind === "change" || item.live === undefined) return true;
  return declaredVersion(write.body, VERSION_PATHS) !== declaredVersion(item.live, VERSION_PATHS);
}

/** Everything whose reading the decision rests on: the other ends, and the object itself where versions are compared. */
function refsOf(item: ObjectCase, world: World, ends: readonly EdgeEnd[]): readonly ObjectRef[] {
  const others = ends
    .filter(({ party }) => party.change !== "sent")
    .map(({ party }) => refOf(world, party.id));
  const isCompared = ends.some(({ edge }) => edge.gate.kind === "lockstep");
  return isCompared ? [...others, item.ref] : others;
}

function refOf(world: World, id: ObjectId): ObjectRef {
  const item = world.cases.get(objectKey(id));
  if (item !== undefined) return item.ref;
  const apiVersion = world.look.readings.get(objectKey(id))?.object["apiVersion"];
  return { id, apiVersion: typeof apiVersion === "string" ? apiVersion : "v1" };
}

function endOf(world: World, edge: Edge, other: ObjectId): EdgeEnd {
  const isAllowed = world.look.rules.unknownVersion === "allow";
  return {
    edge: isAllowed ? { ...edge, unknownVersion: "allow" } : edge,
    party: findParty(world, other),
  };
}
