import { answerRequest } from "./answer-request.ts";
import { areSourcesFresh } from "./are-sources-fresh.ts";
import type { Intent } from "./build-intent.ts";
import { carriesWanted } from "./carries-wanted.ts";
import { type DriftDecision, decideDrift, isToRevert, NO_DRIFT } from "./decide-drift.ts";
import { decideFights } from "./decide-fights.ts";
import { decideGates, findOverrides, type GateDecision } from "./decide-gates.ts";
import { decidePreflight, isKnownImmutable, type PreflightDecision } from "./decide-preflight.ts";
import { type Decision, NOTHING_DECIDED } from "./decision.ts";
import type { ObjectCase } from "./describe-case.ts";
import { describePlan } from "./describe-plan.ts";
import { explainImmutable, explainKept } from "./explain-immutable.ts";
import { findStop } from "./find-stop.ts";
import type { IntendedWrite } from "./intended-write.ts";
import type { WriteRefusal } from "./look.ts";
import { mayRecreate } from "./may-recreate.ts";
import type { ObjectPlan } from "./plan.ts";
import { findReverted, isRevertAsked, planRevert, scopeOf } from "./plan-revert.ts";
import { planRelease, planStep } from "./plan-step.ts";
import { probeRecreation } from "./probe-recreation.ts";
import { ask, type World } from "./world.ts";

/**
 * Decides one object: what it would write (Git's change first, else the last applied intent against drift), and what stands
 * against it. A shut gate holds the whole pending change; drift against the last applied intent is still reverted.
 */
export function decideObject(item: ObjectCase, world: World): ObjectPlan {
  if (item.ended !== undefined) return describePlan(item, world, NOTHING_DECIDED);
  const stop = findStop(item, world);
  if (stop !== undefined) return describePlan(item, world, { ...NOTHING_DECIDED, ...stop });
  const drift = item.live === undefined ? NO_DRIFT : decideDrift(item, item.live, world);
  if (item.skipping.skip !== undefined) {
    const skipped = { ...NOTHING_DECIDED, drift, isAsking: drift.isAsking, isSkipped: true };
    return describePlan(item, world, skipped);
  }
  const decision = withRelease(item, decideWrites(item, drift, world), world);
  return describePlan(item, world, answerRequest(item, decision));
}

/** A write takes along what is to be released; without one it is given up by itself. No gate holds that: no value changes. */
function withRelease(item: ObjectCase, decision: Decision, { look }: World): Decision {
  const { live } = item;
  const isReady = live !== undefined && item.owner.kind === "ours" && !isSettled(decision);
  if (!isReady || !item.hasOwnedReleases || isRevertAsked(item)) return decision;
  return { ...decision, step: planRelease(item, live, look) };
}

/** The first of the intended writes that may go, or what stands against them. */
function decideWrites(item: ObjectCase, drift: DriftDecision, world: World): Decision {
  const overrides = item.isPending ? [] : findOverrides(item, world);
  const fight = decideFights(item, drift, world.look);
  const start = { drift, fight, overrides, scope: scopeOf(item), refusal: drift.refusal };
  return intendedWrites(item, { drift, fight }).reduce<Decision>(
    (before, intended) =>
      isSettled(before) ? before : decideWrite({ item, ...intended, before }, world),
    { ...NOTHING_DECIDED, ...start, isAsking: drift.isAsking },
  );
}

/**
 * In the order in which they are tried; a change that may go makes the revert needless. A fight puts off reverts alone: what Git
 * changes is written, and takes back what others hold. Whoever asks for a revert under another mode than `enforce` asks for no
 * change.
 */
function intendedWrites(
  item: ObjectCase,
  { drift, fight }: Pick<Decision, "drift" | "fight">,
): readonly Pick<WriteQuestion, "write" | "drift">[] {
  const { lastApplied, live, mode } = item;
  if (mode.mode === "create-only" && live !== undefined && !isRevertAsked(item)) return [];
  const changes = isChangeWanted(item) ? [{ write: changeOf(item), drift }] : [];
  if (lastApplied.kind !== "known" || fight?.isHeldOff === true) return changes;
  return [...changes, ...writesBack(item, drift, lastApplied.intent)];
}

/** Back to the last applied intent, with what is to be noted about the sources; that is noted alone where nothing differs. */
function writesBack(
  item: ObjectCase,
  drift: DriftDecision,
  intent: Intent,
): readonly Pick<WriteQuestion, "write" | "drift">[] {
  const scope = scopeOf(item);
  const { record } = item.restart;
  const noted = scope === "all" && record !== undefined ? record : intent;
  const isDrifted = item.live === undefined || findReverted(drift, scope).length > 0;
  if (isDrifted) return [planRevert(noted, drift, scope)];
  if (record === undefined || isRevertAsked(item)) return [];
  return [{ write: { kind: "revert", intent: record, why: "record" }, drift }];
}

function changeOf({ restart, wanted }: ObjectCase): IntendedWrite {
  const isForSources = restart.isDue && restart.isAlone;
  return { kind: "change", intent: wanted, ...(isForSources ? { why: "restart" } : {}) };
}

function isChangeWanted(item: ObjectCase): boolean {
  return !carriesWanted(item) && !isRevertAsked(item);
}

/** Nothing more can be decided: a step is planned, or an answer is missing. */
function isSettled(decision: Decision): boolean {
  return decision.isAsking || decision.step !== undefined;
}

interface WriteQuestion {
  readonly item: ObjectCase;
  readonly write: IntendedWrite;
  readonly drift: DriftDecision;
  /** What was decided on the write that was tried before. */
  readonly before: Decision;
}

function decideWrite(question: WriteQuestion, world: World): Decision {
  const { item, write } = question;
  const isRecreatable = mayRecreate(item, write);
  const waiting = findBackOff(item, write, world);
  if (waiting !== undefined && !(isRecreatable && isWayToRecreation(waiting))) {
    const refusal = question.before.refusal ?? explainImmutable(item, write, waiting);
    return { ...question.before, refusal };
  }
  // Where it can only be made anew, the server is asked again once that may be done.
  const isMadeAnew = isRecreatable && isKnownImmutable(item, write);
  const body = write.intent.expected;
  const gates = decideGates(item, world, { kind: write.kind, body, isMadeAnew });
  const isReleased = isOpen(gates);
  const preflight = decidePreflight({ ...question, isReleased, isRecreatable }, world);
  const refusal = refusalOf(preflight);
  if (isRecreatable && refusal?.code === "immutable") {
    return decideRecreation(question, { preflight, refusal }, world);
  }
  const seen = addFindings(question, gates, preflight);
  return isFree(gates, preflight) ? takeWrite(question, { seen, gates }, world) : seen;
}

/** What was decided before, with what gates and preflight say of this write. */
function addFindings(
  { item, write, before }: WriteQuestion,
  gates: GateDecision,
  preflight: PreflightDecision,
): Decision {
  const refusal = refusalOf(preflight);
  return {
    ...before,
    blockers: before.blockers.length > 0 ? before.blockers : gates.blockers,
    overrides: before.overrides.length > 0 ? before.overrides : gates.overrides,
    preflight: preflight.learned ?? before.preflight,
    isAsking: gates.isAsking || preflight.kind === "asking",
    waitsForLook: gates.waitsForLook,
    refusal: refusal === undefined ? before.refusal : explainImmutable(item, write, refusal),
  };
}

function refusalOf(preflight: PreflightDecision): WriteRefusal | undefined {
  return preflight.kind === "refused" ? preflight.refusal : undefined;
}

/** Whether it may go by all that is known. What is still asked counts as answered well. */
function isFree(gates: GateDecision, preflight: PreflightDecision): boolean {
  return isOpen(gates) && (preflight.kind === "passed" || preflight.kind === "asking");
}

function isOpen({ blockers, waitsForLook }: GateDecision): boolean {
  return blockers.length === 0 && !waitsForLook;
}

/**
 * A create is decided on a GET of this very pass: the cache cannot tell "absent" from "without our label". While anything
 * is asked the step is a sketch that nobody acts on; it counts for the objects that come after, so that a chain of them
 * asks all its questions in one round.
 */
function takeWrite(
  { item, write, drift }: WriteQuestion,
  free: { readonly seen: Decision; readonly gates: GateDecision },
  world: World,
): Decision {
  const isUnseen = item.live === undefined && !world.look.freshlySeen.has(item.key);
  if (isUnseen) ask(world, { ask: "object", ref: item.ref });
  const isUnheard = write.kind === "change" && !areSourcesFresh(item, world);
  return {
    ...free.seen,
    // What the server says of the last applied intent is no news once the next one goes.
    refusal: write.kind === "change" ? undefined : free.seen.refusal,
    isAsking: free.seen.isAsking || isUnseen || isUnheard,
    step: planStep(item, { ...write, drift, after: free.gates.after }, world.look),
  };
}

/**
 * The old one goes first; without it, the new one is a create like any other, so the gates are asked as for one: else it would
 * go and could not come back. That the update is refused says nothing of the create: it goes only once the server would take
 * the new one.
 */
function decideRecreation(
  question: WriteQuestion,
  seen: { readonly preflight: PreflightDecision; readonly refusal: WriteRefusal },
  world: World,
): Decision {
  const { item, write, drift, before } = question;
  const { kind, intent } = write;
  const gates = decideGates(item, world, { kind, body: intent.body, isMadeAnew: true });
  const held = { ...addFindings(question, gates, seen.preflight), refusal: before.refusal };
  if (!isOpen(gates) || isToGoBackFirst(question)) return held;
  const probe = probeRecreation(item, intent, world);
  if (probe === undefined) return { ...held, isAsking: true };
  if (probe.kind === "impossible") return { ...held, refusal: explainKept(seen.refusal, probe) };
  const step = planStep(item, { ...write, drift, after: gates.after }, world.look);
  return { ...held, refusal: undefined, step: { ...step, why: "recreate", transfer: [] } };
}

/** That it cannot be changed is why it is made anew; only when the new one was refused, too, does it wait. */
function isWayToRecreation({ code, keepsOld }: WriteRefusal): boolean {
  return code === "immutable" && keepsOld !== true;
}

/**
 * What others did is never a reason to delete: while the server lets it be taken back, that comes first, and whether Git's change
 * is still refused is seen afterwards.
 */
function isToGoBackFirst({ item, drift }: WriteQuestion): boolean {
  const isForeign = drift.moves.length > 0 && drift.found.some(isToRevert);
  return isForeign && item.lastApplied.kind === "known" && !drift.isUnchangeable;
}

/** A refused write is not tried again before its time, unless the intent changed. */
function findBackOff(
  item: ObjectCase,
  write: IntendedWrite,
  world: World,
): WriteRefusal | undefined {
  const { refused } = item.memory;
  const isWaiting =
    refused?.intentHash === write.intent.hash && world.look.nowMs < refused.retryAtMs;
  return isWaiting ? refused.refusal : undefined;
}
