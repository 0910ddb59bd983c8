import { ClusterError } from "../core/cluster-error.ts";
import { type ObjectKey, objectKey } from "../core/object/object-id.ts";
import { describeDeclined } from "../core/offer/describe-declined.ts";
import { findAwaited } from "../core/plan/find-awaited.ts";
import { findHolders } from "../core/plan/find-holders.ts";
import { findLeftFights } from "../core/plan/find-left-fights.ts";
import { learnOutcomes } from "../core/plan/learn-outcomes.ts";
import type { Desired } from "../core/plan/look.ts";
import type { Plan, PlannedDrift } from "../core/plan/plan.ts";
import { type PassSummary, type StepResult, summarizePass } from "../core/plan/summarize-pass.ts";
import { describeFights } from "../core/report/describe-fights.ts";
import type { DeclinedStatus, StackStatus } from "../core/report/status-document.ts";
import { explainUnlistable } from "../core/wording/explain-unlistable.ts";
import {
  type Acted,
  actOnPlan,
  countWrites,
  isMoving,
  type Learned,
  listSteps,
  NOT_ACTED,
  type PassStep,
  resultsOf,
} from "./act-on-plan.ts";
import { type DecidedPass, decidePass } from "./decide-pass.ts";
import { endOfSuspension, findSuspension } from "./find-suspension.ts";
import { holdsStack } from "./holds-stack.ts";
import { findStrangers } from "./observe-stack.ts";
import { seedStack } from "./open-stack.ts";
import { recordPass } from "./record-pass.ts";
import { takeRevision } from "./refresh-source.ts";
import type { Stack } from "./stack.ts";
import { findFights, takeFights } from "./take-fights.ts";
import { tellSiblings } from "./tell-siblings.ts";

/** What one pass did. */
export interface PassOutcome {
  readonly status: StackStatus;
  /** Epoch milliseconds. */
  readonly startedAtMs: number;
  readonly durationMs: number;
  /** What became of each step that was begun. */
  readonly steps: readonly PassStep[];
  /** With the real values; empty when nothing was decided. */
  readonly drifts: readonly PlannedDrift[];
  /** Something was written or lost a race: look again at once. */
  readonly looksAgain: boolean;
  readonly hasWritten: boolean;
  /** Everything that was written took something back. */
  readonly hasOnlyReverted: boolean;
  /** Epoch milliseconds at which time alone may change something. */
  readonly lookAgainAtMs: number | undefined;
}

export interface PassOptions {
  /** Look and decide only: nothing is written anywhere. */
  readonly isPreview: boolean;
  /** No other pass follows: what would wait for the next one only to be together with other changes is done now. */
  readonly isOnly?: boolean;
}

/**
 * One pass: look → decide → act → record. What the cluster refuses of the whole becomes the stack's status; a defect is
 * thrown.
 */
export async function runPass(stack: Stack, options: PassOptions): Promise<PassOutcome> {
  const { clock, log, metrics } = stack.setup.ports;
  const startedAtMs = clock.now();
  const stackName = stack.setup.config.name;
  const known = stack.refusals.get("cluster");
  try {
    const outcome = await runWholePass(stack, options);
    const { inSync, problems } = outcome.status;
    const bad = problems.length > 0 ? "problem" : "out-of-sync";
    const durationMs = clock.now() - startedAtMs;
    metrics.passEnded({ stack: stackName, outcome: inSync ? "in-sync" : bad, durationMs });
    return { ...outcome, startedAtMs, durationMs };
  } catch (error) {
    if (!(error instanceof ClusterError)) throw error;
    if (known?.message !== error.message) {
      log.warn(error.message, { stack: stackName, code: error.code });
    }
    stack.refusals.set("cluster", { id: "", code: error.code, message: error.message });
    stack.status = { ...stack.status, inSync: false, refusals: [...stack.refusals.values()] };
    const durationMs = clock.now() - startedAtMs;
    metrics.passEnded({ stack: stackName, outcome: "refusal", durationMs });
    return {
      status: stack.status,
      startedAtMs,
      durationMs,
      ...NOTHING_WRITTEN,
      lookAgainAtMs: clock.now() + RETRY_MS,
    };
  } finally {
    tellSiblings(stack);
  }
}

const NOTHING_WRITTEN = {
  steps: [],
  drifts: [],
  looksAgain: false,
  hasWritten: false,
  hasOnlyReverted: false,
} as const;

type UntimedOutcome = Omit<PassOutcome, "startedAtMs" | "durationMs">;

/** Until the cluster as a whole is asked again. */
const RETRY_MS = 5_000;

async function runWholePass(stack: Stack, options: PassOptions): Promise<UntimedOutcome> {
  await seedStack(stack);
  await takeFights(stack);
  await takeRevision(stack);
  const { desired } = stack;
  if (desired === undefined) return describeNothing(stack, options);
  const decided = await decidePass(stack, desired, options);
  // It answered: what it refused before is over.
  stack.refusals.delete("cluster");
  const isDecided = decided.plan.questions.length === 0;
  const acts = isDecided && !options.isPreview && holdsStack(stack);
  const acted = acts ? await actOnPlan(stack, decided.plan, desired) : NOT_ACTED;
  const results = options.isPreview
    ? new Map<ObjectKey, Learned>()
    : resultsOf(decided.plan, acted);
  learn(stack, decided, { results, desired });
  stack.awaited = findAwaited(decided.plan, decided.look);
  stack.waiting = findWaiting(decided.plan);
  // What was reverted before is no part of what a preview says would be done.
  if (options.isPreview) stack.status = { ...stack.status, drift: [] };
  const previous = stack.status;
  const { isPreview } = options;
  const { status, ...found } = summarize(stack, decided, { results, acted, isPreview });
  stack.status = status;
  if (acts) await recordPass(stack, { plan: decided.plan, previous, ...found });
  const steps = listSteps(acted);
  const hasWritten = steps.some(({ kind }) => kind === "written");
  return {
    status: stack.status,
    steps,
    drifts: driftsOf(decided.plan),
    looksAgain: !isDecided || isMoving(decided.plan, acted),
    hasWritten,
    hasOnlyReverted: hasWritten && steps.every(({ why }) => why === "revert" || why === "answer"),
    lookAgainAtMs: earliest(decided.plan.lookAgainAtMs, retryTimeOf(stack)),
  };
}

const NOTHING_FOUND = { drift: [], standing: [], found: [], judged: new Set<ObjectKey>() } as const;

/** Without a decision nobody knows. */
function driftsOf({ objects, questions }: Plan): readonly PlannedDrift[] {
  return questions.length > 0 ? [] : objects.flatMap(({ drifts }) => drifts);
}

/** Without a decision nobody knows. */
function findWaiting({ orphans, questions }: Plan): Stack["waiting"] {
  const waits = orphans.flatMap(({ ref, waits: on }) =>
    on === undefined ? [] : [[objectKey(ref.id), on] as const],
  );
  return new Map(questions.length > 0 ? [] : waits);
}

function learn(
  stack: Stack,
  { plan, look }: DecidedPass,
  pass: { readonly results: ReadonlyMap<ObjectKey, Learned>; readonly desired: Desired },
): void {
  if (plan.questions.length > 0) return;
  stack.memory = learnOutcomes(plan, pass.results, look);
  const written = [...pass.results].filter(([, result]) => result.kind === "written");
  const writtenKeys = new Set(written.map(([key]) => key));
  const strangers = findStrangers(look, pass.desired, stack.setup.rules.applySetId).filter(
    (ref) => !writtenKeys.has(objectKey(ref.id)),
  );
  takeStrangers(stack, [...strangers, ...findHolders(plan, look)]);
}

/** What is followed from the next pass on may have changed meanwhile, and nothing would tell: that pass comes at once. */
function takeStrangers(stack: Stack, strangers: Stack["strangers"]): void {
  const known = new Set(stack.strangers.map(({ id }) => objectKey(id)));
  stack.strangers = strangers;
  if (strangers.some(({ id }) => !known.has(objectKey(id)))) stack.wakeUp.ring();
}

function summarize(
  stack: Stack,
  { plan, look }: DecidedPass,
  pass: {
    readonly results: ReadonlyMap<ObjectKey, StepResult>;
    readonly acted: Acted;
    readonly isPreview: boolean;
  },
): PassSummary {
  // Without a decision there is nothing new to say of the objects.
  if (plan.questions.length > 0) {
    return { status: { ...stack.status, inSync: false }, ...NOTHING_FOUND };
  }
  return summarizePass({
    plan,
    results: pass.results,
    isPreview: pass.isPreview,
    answers: pass.acted.answers,
    previous: stack.status,
    tip: stack.tip,
    problems: stack.problems,
    lints: [...stack.lints, ...explainUnlistable(look.unlistable.keys())],
    leftOut: stack.leftOut,
    suspension: findSuspension(stack),
    refusals: [...stack.refusals.values()],
    pullRequest: stack.offerDesk.pullRequest,
    declined: tellDeclined(stack),
    fights: tellFights(stack, plan),
    cycles: (stack.desired?.graph.cycles ?? []).map((cycle) => cycle.ids.map(objectKey)),
    writes: stack.status.writes + countWrites(pass.acted),
    now: new Date(stack.setup.ports.clock.now()).toISOString(),
  });
}

function tellDeclined({ offerDesk, setup }: Stack): readonly DeclinedStatus[] {
  return describeDeclined(offerDesk.book, {
    offerMs: setup.offerRules.offerMs,
    timeText: (ms) => new Date(ms).toISOString(),
  });
}

function tellFights({ memory, setup }: Stack, plan: Plan): PassSummary["status"]["fights"] {
  return describeFights(findFights(memory), {
    left: findLeftFights(plan),
    rules: setup.rules.fights,
    nowMs: setup.ports.clock.now(),
    timeText: (ms) => new Date(ms).toISOString(),
  });
}

/** Nothing is in force: no good revision was ever seen. */
async function describeNothing(stack: Stack, options: PassOptions): Promise<UntimedOutcome> {
  stack.refusals.delete("cluster");
  stack.status = {
    ...stack.status,
    inSync: false,
    tip: stack.tip,
    problems: stack.problems,
    lints: stack.lints,
    refusals: [...stack.refusals.values()],
  };
  if (!options.isPreview && holdsStack(stack)) {
    await recordPass(stack, {
      plan: undefined,
      previous: stack.status,
      ...NOTHING_FOUND,
    });
  }
  return {
    status: stack.status,
    ...NOTHING_WRITTEN,
    lookAgainAtMs: retryTimeOf(stack),
  };
}

/** When something that was refused is tried again: the repository or cluster as a whole, or the first of the objects. */
function retryTimeOf(stack: Stack): number | undefined {
  const nowMs = stack.setup.ports.clock.now();
  const whole = earliest(
    stack.refusals.size > 0 ? nowMs + RETRY_MS : undefined,
    endOfSuspension(findSuspension(stack)),
  );
  return [...stack.memory.values()]
    .flatMap(({ refused }) => refused?.retryAtMs ?? [])
    .filter((retryAtMs) => retryAtMs > nowMs)
    .reduce((first: number | undefined, each) => earliest(first, each), whole);
}

function earliest(a: number | undefined, b: number | undefined): number | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return Math.min(a, b);
}
