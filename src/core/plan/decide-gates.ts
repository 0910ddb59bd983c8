import type { Edge } from "../graph/edge.ts";
import { type ObjectId, type ObjectKey, type ObjectRef, objectKey } from "../object/object-id.ts";
import type { Blocker } from "../rollout/blocker.ts";
import { checkSkew } from "../rollout/check-skew.ts";
import { declaredVersion } from "../rollout/declared-version.ts";
import type { EdgeEnd } from "../rollout/edge-end.ts";
import { evaluateGate } from "../rollout/evaluate-gate.ts";
import type { GateFinding, GateOverride } from "../rollout/gate-finding.ts";
import type { Party } from "../rollout/party.ts";
import type { SkewWrite } from "../rollout/skew-write.ts";
import { findUnreadSources } from "./are-sources-fresh.ts";
import { checkOutsiders } from "./check-outsiders.ts";
import type { ObjectCase } from "./describe-case.ts";
import { explainLeft } from "./explain-left.ts";
import { findExternal, isExternalFresh } from "./find-external.ts";
import { findRollLimit } from "./find-roll-limit.ts";
import { findLockstepInto, findParty, isFresh, type World } from "./world.ts";

/** The write that gates are asked about. */
type GatedWrite = Pick<SkewWrite, "kind" | "body" | "isMadeAnew">;

/** What the gates say about one intended write. */
export interface GateDecision {
  readonly blockers: readonly Blocker[];
  readonly overrides: readonly GateOverride[];
  /** Open by what the cache says, but a fresh read was asked for: nothing may be written yet. */
  readonly isAsking: boolean;
  /**
   * What nothing but the order holds: the target of a revert is made again in this pass and has to be seen first, or a source of
   * a change is written and nobody knows yet what it will hold.
   */
  readonly waitsForLook: boolean;
  /** Targets with a write in this plan that must succeed first. */
  readonly after: readonly ObjectKey[];
}

/**
 * Looks at every gate of a write: those of its edges for a change, and the skew rule in both directions for any write.
 * The cache may shut a gate; only a fresh read opens one, so an open decision asks for what was not read freshly.
 */
export function decideGates(item: ObjectCase, world: World, write: GatedWrite): GateDecision {
  const dependents = findLockstepInto(world, item.key).map((edge) =>
    endOf(world, edge, edge.dependent),
  );
  const self = findParty(world, item.manifest.id);
  const paths = world.look.rules.versionPaths;
  const isChange = write.kind === "change";
  function look(targets: readonly EdgeEnd[]): readonly GateFinding[] {
    const skew = checkSkew({ ...write, self, targets, dependents }, paths);
    if (!isChange) return [skew];
    return [...targets.map((end) => evaluateGate(end, paths)), skew];
  }
  const inside = (world.edgesFrom.get(item.key) ?? []).map((edge) =>
    endOf(world, edge, edge.target),
  );
  const targets = hearOutside(world, inside, look);
  const findings = look(targets);
  const seen = [
    ...findings.flatMap((each) => each.blockers),
    ...findRollLimit(item, world, write),
    ...findUnreadSources(item, world, write),
  ];
  const isStaleNow =
    seen.length === 0 &&
    movesVersion(item, write, world) &&
    isStale(world, { item, targets, dependents });
  // The whole cluster is asked last: hardly any write gets that far.
  const isToAsk = seen.length === 0 && !isStaleNow;
  const outside = isToAsk ? checkOutsiders(item, world, { ...write, self }) : NOT_ASKED;
  const found = [...seen, ...outside.blockers];
  const blockers = isChange ? found : found.filter(({ to }) => !isMadeAgain(to, world));
  return {
    blockers: blockers.map((each) => withNote(each, world)),
    overrides: findings.flatMap((each) => each.overrides),
    isAsking: isStaleNow || outside.isAsking,
    waitsForLook: isMadeFirst(found, blockers) || waitsForSource(item, { isChange }),
    after: targets.flatMap(({ party }) => (party.change === "sent" ? [objectKey(party.id)] : [])),
  };
}

/** What is made anew gets the contents as well as what Git changes; a revert leaves them alone. */
function waitsForSource(
  { live, restart }: ObjectCase,
  { isChange }: { readonly isChange: boolean },
): boolean {
  return (isChange || live === undefined) && restart.waitsForSource;
}

/** Only what comes back in this pass stands against it. */
function isMadeFirst(found: readonly Blocker[], left: readonly Blocker[]): boolean {
  return found.length > 0 && left.length === 0;
}

const NOT_ASKED = { blockers: [], isAsking: false } as const;

/** What nobody changes never opens a gate by itself: that is to be seen where somebody waits for it. */
function withNote(blocker: Blocker, world: World): Blocker {
  const item = world.cases.get(objectKey(blocker.to));
  const note = item === undefined ? undefined : explainLeft(item);
  return note === undefined ? blocker : { ...blocker, note };
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
    .map((edge) => allowing(world, edge))
    .filter((edge) => edge.unknownVersion === "allow")
    .map((edge) => targetEnd(world, edge));
  if (targets.length === 0) return [];
  const self = findParty(world, item.manifest.id);
  const write = {
    kind: "change",
    body: item.wanted.expected,
    self,
    targets,
    dependents: [],
  } as const;
  const paths = world.look.rules.versionPaths;
  const gates = targets.map((end) => evaluateGate(end, paths));
  return [...gates, checkSkew(write, paths)].flatMap((each) => each.overrides);
}

/** A revert that leaves the version alone can neither raise a ceil nor lower a floor. */
function movesVersion(item: ObjectCase, write: GatedWrite, world: World): boolean {
  if (write.kind === "change" || item.live === undefined) return true;
  const paths = world.look.rules.versionPaths;
  return declaredVersion(write.body, paths) !== declaredVersion(item.live, paths);
}

/**
 * Everything whose reading the decision rests on: the other ends, and the object itself where versions are compared. What this
 * pass writes as well is read only where its pods count: they go on running what they ran.
 */
function refsOf(item: ObjectCase, world: World, ends: readonly EdgeEnd[]): readonly ObjectRef[] {
  const others = ends
    .filter(({ edge, party }) => party.change !== "sent" || countsItsPods(edge, party))
    .map(({ party }) => refOf(world, party.id));
  const isCompared = ends.some(({ edge }) => edge.gate.kind === "lockstep");
  return isCompared ? [...others, item.ref] : others;
}

function countsItsPods({ gate }: Edge, { reading }: Party): boolean {
  return reading !== undefined && (gate.kind === "lockstep" || gate.kind === "range");
}

function refOf(world: World, id: ObjectId): ObjectRef {
  const item = world.cases.get(objectKey(id));
  if (item !== undefined) return item.ref;
  const apiVersion = world.look.readings.get(objectKey(id))?.object["apiVersion"];
  return { id, apiVersion: typeof apiVersion === "string" ? apiVersion : "v1" };
}

/** Asks for everything that the decision rests on and that was not read for it. */
function isStale(
  world: World,
  read: {
    readonly item: ObjectCase;
    readonly targets: readonly EdgeEnd[];
    readonly dependents: readonly EdgeEnd[];
  },
): boolean {
  const { item, targets, dependents } = read;
  const isInsideFresh = isFresh(world, refsOf(item, world, [...targets, ...dependents]));
  const heard = targets.filter(({ external }) => external !== undefined);
  const isOutsideFresh = isExternalFresh(
    world,
    heard.map(({ edge }) => edge),
  );
  return !isInsideFresh || !isOutsideFresh;
}

/** The targets, with the answers of those outside the cluster whose silence would hold the write: nobody else is asked. */
function hearOutside(
  world: World,
  targets: readonly EdgeEnd[],
  look: (targets: readonly EdgeEnd[]) => readonly GateFinding[],
): readonly EdgeEnd[] {
  if (targets.every(({ edge }) => edge.external === "")) return targets;
  const silent = look(targets).flatMap((each) => each.blockers);
  const holding = new Set(silent.map(({ to }) => objectKey(to)));
  return targets.map((end) =>
    // With a Secret that is about to change there is nothing to ask yet.
    end.party.change === "none" && holding.has(objectKey(end.edge.target))
      ? { ...end, external: findExternal(world, end.edge) }
      : end,
  );
}

function targetEnd(world: World, edge: Edge): EdgeEnd {
  return { ...endOf(world, edge, edge.target), external: findExternal(world, edge) };
}

function endOf(world: World, edge: Edge, other: ObjectId): EdgeEnd {
  return { edge: allowing(world, edge), party: findParty(world, other) };
}

/** The edge under the stack's own leave for unknown versions. */
function allowing({ look }: World, edge: Edge): Edge {
  return look.rules.unknownVersion === "allow" ? { ...edge, unknownVersion: "allow" } : edge;
}
