import { noteTransferred } from "../drift/attribute-transferred.ts";
import { noteReverts } from "../drift/note-fights.ts";
import type { Edge } from "../graph/edge.ts";
import type { JsonObject } from "../object/json.ts";
import { uidOf } from "../object/live-object.ts";
import { type ObjectKey, objectKey } from "../object/object-id.ts";
import { noteRestart, paceRules } from "../restart/restart-pace.ts";
import { ownedDigest } from "./decide-drift.ts";
import { type Look, NO_MEMORY, type ObjectMemory, type WriteRefusal } from "./look.ts";
import { DELETE_HASH, type OrphanPlan } from "./orphan-plan.ts";
import type { ObjectPlan, Plan } from "./plan.ts";
import type { StepResult } from "./summarize-pass.ts";

/** First and longest wait before a refused write is tried again, in milliseconds; doubled at each refusal. */
const BACK_OFF = {
  "after-wait": { firstMs: 1_000, longestMs: 60_000 },
  "after-change": { firstMs: 30_000, longestMs: 600_000 },
  never: { firstMs: 600_000, longestMs: 600_000 },
} as const;

/** What a pass remembers for the next one: what it learned by looking, and what became of its writes. */
export function learnOutcomes(
  plan: Plan,
  outcomes: ReadonlyMap<ObjectKey, StepResult & { readonly object?: JsonObject }>,
  look: Look,
): ReadonlyMap<ObjectKey, ObjectMemory> {
  const written = new Set(
    [...outcomes].flatMap(([key, outcome]) => (outcome.kind === "written" ? [key] : [])),
  );
  const unblocked = dependentsOf(look.desired.graph.edges, written);
  const objects = plan.objects.map((each) => {
    const key = objectKey(each.ref.id);
    const memory = learnOutcome(each, outcomes.get(key), look);
    return [key, unblocked.has(key) ? withoutBackOff(memory) : memory] as const;
  });
  const orphans = plan.orphans.flatMap((each) => learnDelete(each, outcomes, look));
  return new Map([...objects, ...orphans]);
}

/** Of an orphan a refused delete is remembered, until its time to be tried again has come, and the mode that Git gave it. */
function learnDelete(
  { ref, step }: OrphanPlan,
  outcomes: ReadonlyMap<ObjectKey, StepResult>,
  look: Look,
): readonly (readonly [ObjectKey, ObjectMemory])[] {
  const key = objectKey(ref.id);
  const before = look.memory.get(key);
  const outcome = outcomes.get(key);
  if (outcome?.kind === "refused") {
    const refused = { intentHash: DELETE_HASH, refusal: outcome.refusal };
    return [[key, { ...withLasting(before), ...backOff({ ref }, refused, look) }]];
  }
  const isWaiting = step === undefined || outcome?.kind === "skipped";
  if (before === undefined) return [];
  return [[key, isWaiting ? before : withLasting(before)]];
}

/** What outlives a delete until the object is gone: its mode, and who fought for it. */
function withLasting(before: ObjectMemory | undefined): ObjectMemory {
  const { ownMode, fights } = before ?? NO_MEMORY;
  return { ...NO_MEMORY, ownMode, fights };
}

function learnOutcome(
  plan: ObjectPlan,
  outcome: (StepResult & { readonly object?: JsonObject }) | undefined,
  look: Look,
): ObjectMemory {
  const lostRaces = countLostRaces(plan, outcome);
  const fights = countReverts(plan, outcome, look);
  const transferred = learnTransferred(plan, outcome);
  const restarts = countRestarts(plan, outcome, look);
  return { ...learnResult(plan, outcome, look), lostRaces, fights, restarts, transferred };
}

/** What Git changes takes contents along: that is no restart for a source's sake. */
function countRestarts(
  { learned, step }: ObjectPlan,
  outcome: StepResult | undefined,
  { rules, nowMs }: Look,
): ObjectMemory["restarts"] {
  if (outcome?.kind !== "written" || step?.why !== "restart") return learned.restarts;
  const at = { rules: paceRules(rules.restarts, rules.fights), nowMs };
  return noteRestart(learned.restarts, step.restartsFor, at);
}

function learnTransferred(
  { learned, drifts }: ObjectPlan,
  outcome: StepResult | undefined,
): ObjectMemory["transferred"] {
  if (outcome?.kind === "written" || outcome?.kind === "deleted") return NO_MEMORY.transferred;
  if (!isHalfDone(outcome)) return learned.transferred;
  const reverted = drifts.filter(({ action }) => action === "reverted");
  return noteTransferred(reverted.map(({ drift }) => drift));
}

/** Ownership was transferred, and the apply did not come to pass. */
function isHalfDone(outcome: StepResult | undefined): boolean {
  const mayBe = outcome?.kind === "conflict" || outcome?.kind === "refused";
  return mayBe && outcome.isHalfDone === true;
}

/** A transfer without its apply took something from somebody, too: who answers each of them fights. */
function countReverts(
  { learned, takesBack }: ObjectPlan,
  outcome: StepResult | undefined,
  { rules, nowMs }: Look,
): ObjectMemory["fights"] {
  const hasWritten = outcome?.kind === "written" || isHalfDone(outcome);
  if (!hasWritten) return learned.fights;
  return noteReverts(learned.fights, takesBack, { rules: rules.fights, nowMs });
}

function countLostRaces(plan: ObjectPlan, outcome: StepResult | undefined): number {
  const { lostRaces } = plan.learned;
  if (outcome?.kind === "skipped") return lostRaces;
  return plan.isUnsettled || outcome?.kind === "conflict" ? lostRaces + 1 : 0;
}

function learnResult(
  plan: ObjectPlan,
  outcome: (StepResult & { readonly object?: JsonObject }) | undefined,
  look: Look,
): ObjectMemory {
  // What is made anew is no revert of what was, and what refused the change is gone.
  if (outcome?.kind === "deleted") return withLasting(plan.learned);
  const { learned } = plan;
  const after = learnStep(plan, outcome, look);
  // A refused change leaves room for a revert in the same pass: what that one taught is kept, too.
  const preflighted = freshPreflightRefusal(plan, look);
  if (preflighted !== undefined) return { ...after, ...backOff(plan, preflighted, look) };
  const isRefused = outcome?.kind === "refused" && plan.step !== undefined;
  if (!isRefused) return after;
  const { intentHash } = plan.step;
  return { ...learned, ...backOff(plan, { intentHash, refusal: outcome.refusal }, look) };
}

function learnStep(
  { learned, step }: ObjectPlan,
  outcome: (StepResult & { readonly object?: JsonObject }) | undefined,
  look: Look,
): ObjectMemory {
  if (step === undefined || outcome === undefined) return learned;
  if (outcome.kind !== "written" || outcome.object === undefined) return learned;
  // Values are as they were, and what is owned is not: it is verified at the next look.
  if (step.why === "release") return { ...learned, verified: undefined };
  return {
    ...learned,
    verified:
      step.isPartial === true
        ? undefined
        : { intentHash: step.intentHash, ownedDigest: ownedDigest(outcome.object, look) },
    uid: uidOf(outcome.object),
    appliedRevision: step.revision,
    refused: undefined,
    progress: undefined,
    sourcesChangedAtMs: step.restartsFor.length > 0 ? undefined : learned.sourcesChangedAtMs,
  };
}

interface Refused {
  readonly intentHash: string;
  readonly refusal: WriteRefusal;
}

/** A dry run that this very pass asked and the server refused: it waits like a refused write. */
function freshPreflightRefusal(
  { learned, ref, refusal, step }: ObjectPlan,
  look: Look,
): Refused | undefined {
  // There it is the delete for a new one that may have to wait.
  if (step?.why === "recreate") return undefined;
  const { preflight } = learned;
  const isFresh = preflight !== look.memory.get(objectKey(ref.id))?.preflight;
  if (preflight === undefined || !isFresh) return undefined;
  if (typeof preflight.outcome === "string") return undefined;
  const isKept = refusal?.keepsOld === true;
  return { intentHash: preflight.intentHash, refusal: isKept ? refusal : preflight.outcome };
}

function backOff(
  plan: Pick<ObjectPlan, "ref">,
  { intentHash, refusal }: Refused,
  look: Look,
): Pick<ObjectMemory, "refused"> {
  const before = look.memory.get(objectKey(plan.ref.id))?.refused;
  const attempts = before?.intentHash === intentHash ? before.attempts + 1 : 1;
  const { firstMs, longestMs } = BACK_OFF[refusal.retry];
  const waitMs = Math.min(firstMs * 2 ** (attempts - 1), longestMs);
  const retryAtMs = look.nowMs + waitMs;
  return { refused: { intentHash, refusal, attempts, retryAtMs } };
}

/** A refusal may have had its cause in what was written now: it is tried again at once. */
function withoutBackOff(memory: ObjectMemory): ObjectMemory {
  const { refused } = memory;
  return refused === undefined ? memory : { ...memory, refused: { ...refused, retryAtMs: 0 } };
}

function dependentsOf(
  edges: readonly Edge[],
  targets: ReadonlySet<ObjectKey>,
): ReadonlySet<ObjectKey> {
  const reached = edges.filter((edge) => targets.has(objectKey(edge.target)));
  return new Set(reached.map((edge) => objectKey(edge.dependent)));
}
