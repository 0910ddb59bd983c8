import { bodyToTry } from "./body-to-try.ts";
import type { DriftDecision } from "./decide-drift.ts";
import type { ObjectCase } from "./describe-case.ts";
import type { IntendedWrite } from "./intended-write.ts";
import { isAdmissionKind } from "./is-admission-kind.ts";
import { type DryRunAnswer, type ObjectMemory, preflightKey, type WriteRefusal } from "./look.ts";
import { planStep } from "./plan-step.ts";
import { withoutLetBe } from "./without-let-be.ts";
import { ask, findParty, type World } from "./world.ts";

/** What the dry run of a change says. `later`: it cannot be asked before something else was written. */
export type PreflightDecision = {
  readonly learned: ObjectMemory["preflight"];
} & (
  | { readonly kind: "passed" | "asking" | "later" }
  | { readonly kind: "refused"; readonly refusal: WriteRefusal }
);

/** Edges to what makes an object possible at all. */
const FOUNDATIONS: ReadonlySet<string> = new Set([
  "structure:Namespace",
  "structure:CustomResourceDefinition",
]);

export interface PreflightQuestion {
  readonly item: ObjectCase;
  readonly write: IntendedWrite;
  readonly drift: DriftDecision;
  /** No gate stands against the write any more. */
  readonly isReleased: boolean;
  /** Where the server does not let it be changed, it is deleted and made anew. */
  readonly isRecreatable: boolean;
}

/**
 * Preflight: every object whose intent changed is dry-run before the first write of a revision, one that
 * rests on something of the same revision when it is released. What may be made anew is always asked about when it is released:
 * a delete rests on nothing that was heard before.
 */
export function decidePreflight(question: PreflightQuestion, world: World): PreflightDecision {
  const { item, write } = question;
  if (question.isRecreatable && question.isReleased) return askPreflight(question, world);
  if (write.kind === "revert" || !world.look.rules.isPreflighted) return UNASKED.passed;
  const known = passedBefore(item, write);
  if (known !== undefined) return { kind: "passed", learned: known };
  if (question.isRecreatable && isKnownImmutable(item, write)) return UNASKED.later;
  return decideFirst(question, world);
}

const UNASKED = {
  passed: { kind: "passed", learned: undefined },
  later: { kind: "later", learned: undefined },
} as const;

function decideFirst(question: PreflightQuestion, world: World): PreflightDecision {
  const { item, isReleased } = question;
  const isFoundedNow = isFounded(item, world);
  // Its Namespace is created just before it in this very plan: its own apply is the first thing that can be asked.
  if (isReleased && !isFoundedNow) return UNASKED.passed;
  const isLater = !isFoundedNow || (!isReleased && isAdmissionChanging(item, world));
  return isLater ? UNASKED.later : askPreflight(question, world);
}

function askPreflight(question: PreflightQuestion, world: World): PreflightDecision {
  const { item, write, drift } = question;
  const key = preflightKey(item.key, write.intent.hash);
  const answer = world.look.dryRuns.get(key);
  if (answer === undefined) {
    const intent = { ...write.intent, ...withoutLetBe(write.intent, item, drift) };
    ask(world, { ask: "dry-run", ref: item.ref, key, body: bodyToTry(item, intent) });
    return { kind: "asking", learned: undefined };
  }
  const outcome = outcomeOf(answer, () => hasTransfer(question, world));
  const learned = { intentHash: write.intent.hash, outcome };
  return typeof outcome === "string"
    ? { kind: "passed", learned }
    : { kind: "refused", refusal: outcome, learned };
}

/**
 * A webhook that does not answer dry runs must not hold the stack, and a refusal says nothing while foreign fields that
 * are about to be taken away may be its cause, or a map that only a co-owner keeps, without contents. What cannot be changed is
 * no fault of theirs.
 */
function outcomeOf(
  answer: DryRunAnswer,
  hasMoves: () => boolean,
): "passed" | "unverified" | WriteRefusal {
  if (answer.kind === "accepted") return "passed";
  const { code } = answer.refusal;
  const isInconclusive = code === "webhook-failed" || (code !== "immutable" && hasMoves());
  return isInconclusive ? "unverified" : answer.refusal;
}

function hasTransfer({ item, write, drift }: PreflightQuestion, { look }: World): boolean {
  return (
    drift.moves.length > 0 ||
    planStep(item, { ...write, drift, after: [] }, look).transfer.length > 0
  );
}

/** Once passed it is not asked again for this intent. */
function passedBefore(item: ObjectCase, write: IntendedWrite): ObjectMemory["preflight"] {
  const known = item.memory.preflight;
  const isPassed = known?.intentHash === write.intent.hash && typeof known.outcome === "string";
  return isPassed ? known : undefined;
}

/** The server does not let it be changed: as long as it is held that is no news. */
export function isKnownImmutable(item: ObjectCase, write: IntendedWrite): boolean {
  const known = item.memory.preflight;
  const outcome = known?.intentHash === write.intent.hash ? known.outcome : undefined;
  return typeof outcome === "object" && outcome.code === "immutable";
}

/** Whether everything that admission of the object rests on is as Git wants it. */
function isFounded(item: ObjectCase, world: World): boolean {
  const foundations = (world.edgesFrom.get(item.key) ?? []).filter(({ origin }) =>
    FOUNDATIONS.has(origin),
  );
  return foundations.every(({ target }) => {
    const party = findParty(world, target);
    return party.sighting === "present" && party.change === "none";
  });
}

function isAdmissionChanging(item: ObjectCase, world: World): boolean {
  return !isAdmissionKind(item.manifest.id) && world.changesAdmission;
}
