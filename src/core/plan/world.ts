import type { Edge } from "../graph/edge.ts";
import { groupBy } from "../graph/group-by.ts";
import { textAt } from "../object/json.ts";
import { idOf } from "../object/live-object.ts";
import { type ObjectId, type ObjectKey, type ObjectRef, objectKey } from "../object/object-id.ts";
import type { Sighting } from "../object/sighting.ts";
import { type ExternalTarget, externalKey } from "../rollout/external-answer.ts";
import type { Party } from "../rollout/party.ts";
import { describeCase, isLeftToOthers, type ObjectCase } from "./describe-case.ts";
import { findLiveOnlyEdges } from "./find-live-only-edges.ts";
import { findReleaseGrounds } from "./find-release-grounds.ts";
import { isAdmissionKind } from "./is-admission-kind.ts";
import { isBeside } from "./is-beside.ts";
import { isSettledByOthers } from "./is-settled-by-others.ts";
import type { Look } from "./look.ts";
import type { ObjectPlan, Question } from "./plan.ts";
import { isUnseen } from "./unseen-kind.ts";

/**
 * What one decision run works with. Grows while it runs: objects are decided in tier order, and what was decided counts
 * for those that come after.
 */
export interface World {
  readonly look: Look;
  /** A workload's is put together anew when it is decided: what becomes of its sources is known by then. */
  readonly cases: Map<ObjectKey, ObjectCase>;
  /** Git's edges by dependent, informational ones left out. */
  readonly edgesFrom: ReadonlyMap<ObjectKey, readonly Edge[]>;
  /** A webhook or policy of this revision is not applied yet. */
  readonly changesAdmission: boolean;
  /** Git's edges but for informational ones. */
  readonly gated: readonly Edge[];
  /** Made at the first question about dependents (`findLockstepInto`). */
  lockstepInto: ReadonlyMap<ObjectKey, readonly Edge[]> | undefined;
  /** Workloads that roll with a content that they were given; made at the first question (`findRollLimit`). */
  rolling: ReadonlyMap<ObjectKey, "moves" | "stalled"> | undefined;
  readonly decided: Map<ObjectKey, ObjectPlan>;
  /** By their own text, so that nothing is asked twice. */
  readonly questions: Map<string, Question>;
  /** By `externalKey`: what this run looked at outside the cluster. */
  readonly outside: Map<string, ExternalTarget>;
}

export function buildWorld(look: Look): World {
  const grounds = findReleaseGrounds(look);
  const cases = new Map(
    look.desired.manifests.map((each) => {
      const described = describeCase(each, look, grounds);
      return [described.key, described] as const;
    }),
  );
  const gated = look.desired.graph.edges.filter((each) => !each.informational);
  return {
    look,
    cases,
    edgesFrom: groupBy(gated, (each) => objectKey(each.dependent)),
    changesAdmission: [...cases.values()].some(
      (item) => item.isPending && isAdmissionKind(item.manifest.id),
    ),
    gated,
    lockstepInto: undefined,
    rolling: undefined,
    decided: new Map(),
    questions: new Map(),
    outside: new Map(),
  };
}

/** Notes what has to be known first. The same question is asked once. */
export function ask(world: World, question: Question): void {
  world.questions.set(questionKey(question), question);
}

/** One end of an edge as this run knows it by now. */
export function findParty(world: World, id: ObjectId): Party {
  const key = objectKey(id);
  const item = world.cases.get(key);
  const plan = world.decided.get(key);
  const isLeft = item !== undefined && isLeftToOthers(item);
  return {
    id,
    ...findReading(world, key),
    intent: isLeft ? undefined : item?.wanted.expected,
    change: isSettledByOthers(item) ? "none" : findChange(item, plan),
    isRecreated: item?.isRecreated === true,
    isDone: item?.ended === "complete",
    ...(plan === undefined ? UNDECIDED : describeDecided(world, plan)),
    ...(isLeft || isSettledByOthers(item) ? { isDrifted: false } : {}),
  };
}

type Seen = Pick<Party, "sighting" | "reading">;

function findReading(world: World, key: ObjectKey): Seen {
  const ofSibling = findSiblingReading(world.look, key);
  if (ofSibling !== undefined) return { sighting: "present", reading: ofSibling };
  const sighting = world.look.sightings.get(key)?.kind ?? presumedKind(world, key);
  if (sighting !== "present") return { sighting, reading: undefined };
  const reading = world.look.readings.get(key);
  const item = world.cases.get(key);
  // Seen by a GET alone, as what is to be taken over at a first look: how it is has to be read as well.
  if (reading === undefined && item !== undefined) ask(world, { ask: "rollout", ref: item.ref });
  return { sighting: reading === undefined ? "unreadable" : sighting, reading };
}

/** What a list of the whole cluster has just shown is there; how it is has to be read. */
function presumedKind(world: World, key: ObjectKey): "absent" | "unreadable" {
  for (const { objects } of world.look.dependents.values()) {
    const found = objects.find((object) => objectKey(idOf(object)) === key);
    if (found === undefined) continue;
    const ref = { id: idOf(found), apiVersion: textAt(found, "apiVersion") ?? "" };
    ask(world, { ask: "rollout", ref });
    return "unreadable";
  }
  return "absent";
}

/** An object of another stack, as that stack's last look saw it: until this pass looks itself. */
function findSiblingReading(look: Look, key: ObjectKey): Party["reading"] {
  if (look.sightings.has(key)) return undefined;
  return look.siblings.map(({ readings }) => readings?.get(key)).find((each) => each !== undefined);
}

type Decided = Pick<
  Party,
  "planned" | "isLeaving" | "isHeldBelow" | "isDrifted" | "refusal" | "isRefusedInGit" | "stall"
>;

const UNDECIDED: Decided = { isDrifted: false, refusal: undefined, stall: undefined };

function describeDecided(world: World, plan: ObjectPlan): Decided {
  const stall = plan.cause?.message ?? "it made no progress";
  return {
    planned: isOfSpec(plan) ? plan.step?.expected : undefined,
    isLeaving: isLeaving(plan),
    isHeldBelow: isHeldBelow(world, plan),
    isDrifted: plan.drifts.some(
      ({ action, drift }) => action !== "ignored" && isOfValue(drift.class),
    ),
    refusal: plan.refusal?.message,
    isRefusedInGit: plan.refusal?.code === "refused-component",
    stall: plan.phase === "Stalled" ? stall : undefined,
  };
}

/**
 * Whether everything that is known of these objects was read for this decision; asks for what was not. That an object is
 * not there opens the way down for its target, so it has to be as fresh.
 */
export function isFresh(world: World, refs: readonly ObjectRef[]): boolean {
  const questions = refs.flatMap((ref) => freshQuestion(world, ref) ?? []);
  for (const question of questions) ask(world, question);
  return questions.length === 0;
}

function freshQuestion({ look }: World, ref: ObjectRef): Question | undefined {
  const key = objectKey(ref.id);
  switch (seenKind(look, key)) {
    case "present":
      return look.readings.get(key)?.source === "fresh" ? undefined : { ask: "rollout", ref };
    case "absent":
      return look.freshlySeen.has(key) ? undefined : { ask: "object", ref };
    case "not-served":
    case "unreadable":
    case undefined:
      return undefined;
  }
}

function seenKind(look: Look, key: ObjectKey): Sighting["kind"] | undefined {
  const isSeenThere = findSiblingReading(look, key) !== undefined;
  return isSeenThere ? "present" : look.sightings.get(key)?.kind;
}

/** Its own write waits for a dependent under rule (L). */
function isHeldBelow(world: World, plan: ObjectPlan): boolean {
  if (plan.blockers.length === 0) return false;
  if (plan.blockers.some(isUnseen)) return true;
  const blocking = new Set(plan.blockers.map((each) => objectKey(each.to)));
  return findLockstepInto(world, objectKey(plan.ref.id)).some((edge) =>
    blocking.has(objectKey(edge.dependent)),
  );
}

/** Its step is only the delete: what Git wants of it comes with a later pass, and so does whoever waits for that. */
function isLeaving({ step }: ObjectPlan): boolean {
  return step?.why === "recreate";
}

function findChange(item: ObjectCase | undefined, plan: ObjectPlan | undefined): Party["change"] {
  if (plan !== undefined && isOfSpec(plan) && !isLeaving(plan)) return "sent";
  return item !== undefined && (item.isPending || isToRestart(item)) ? "pending" : "none";
}

/**
 * A source of it changed, or changes in this pass: what its pods run now is not what they will run. One that never stops changing
 * keeps nobody waiting.
 */
function isToRestart({ mode, restart, skipping }: ObjectCase): boolean {
  if (restart.putOffUntilMs !== undefined) return false;
  const isWritten = mode.mode === "enforce" && skipping.skip === undefined;
  return isWritten && restart.changed.length + restart.foreseen.length > 0;
}

/** It has a step that changes the object itself. */
function isOfSpec({ step }: ObjectPlan): boolean {
  return step !== undefined && !isBeside(step);
}

function isOfValue(driftClass: string): boolean {
  return driftClass === "changed" || driftClass === "removed" || driftClass === "missing";
}

/** Lockstep edges that end at an object: Git's and those of live objects, for rule (L). */
export function findLockstepInto(world: World, target: ObjectKey): readonly Edge[] {
  world.lockstepInto ??= groupBy(
    [...world.gated, ...findLiveOnlyEdges(world)].filter((each) => each.gate.kind === "lockstep"),
    (each) => objectKey(each.target),
  );
  return world.lockstepInto.get(target) ?? [];
}

function questionKey(question: Question): string {
  if ("key" in question) return `${question.ask}\n${question.key}`;
  if (question.ask === "external") return `${question.ask}\n${externalKey(question)}`;
  const key = `${question.ask}\n${objectKey(question.ref.id)}`;
  return question.ask === "manifest-at" ? `${key}\n${question.commit}` : key;
}
