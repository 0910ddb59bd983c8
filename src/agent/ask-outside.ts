import pLimit from "p-limit";
import { ClusterError } from "../core/cluster-error.ts";
import { resourceVersionOf } from "../core/object/live-object.ts";
import type { Plan, Question } from "../core/plan/plan.ts";
import {
  type ExternalReading,
  type ExternalTarget,
  externalKey,
} from "../core/rollout/external-answer.ts";
import { pause } from "./pause.ts";
import type { Stack } from "./stack.ts";

/** Of one stack. */
const TARGETS_MAX = 100;
/** Asked at the same time. */
const CONCURRENCY = 16;
/** An answer so young, in milliseconds, opens a gate without being asked for again. */
const FRESH_MS = 5_000;
/** Between two looks at what is due, in milliseconds, at least. */
const PACE_MS = 100;

/** What a target outside the cluster answered last. */
export interface OutsideAnswer extends Omit<ExternalReading, "source"> {
  readonly target: ExternalTarget;
  /** Epoch milliseconds. */
  readonly askedAtMs: number;
}

/** What is known of the targets outside the cluster, without asking. */
export function readOutside(stack: Stack): ReadonlyMap<string, ExternalReading> {
  const nowMs = stack.setup.ports.clock.now();
  const freshMs = Math.min(FRESH_MS, stack.setup.config.external.pollMs);
  return new Map(
    [...stack.outside].map(([key, { answer, secretVersion, askedAtMs }]) => {
      const isFresh = nowMs - askedAtMs < freshMs;
      return [key, { answer, secretVersion, source: isFresh ? "fresh" : "cache" }];
    }),
  );
}

/** Asks what the questions are about, and keeps the answers. */
export async function answerOutside(
  stack: Stack,
  questions: readonly Question[],
): Promise<ReadonlyMap<string, ExternalReading>> {
  const targets = questions.flatMap((each) =>
    each.ask === "external" ? [{ ref: each.ref, kind: each.kind }] : [],
  );
  const answers = await askAll(stack, targets, undefined);
  return new Map(
    answers.map(({ target, answer, secretVersion }) => [
      externalKey(target),
      { answer, secretVersion, source: "fresh" },
    ]),
  );
}

/** Only what the decision rests on is asked again from now on. */
export function forgetOutside(stack: Stack, { outside, questions }: Plan): void {
  if (questions.length > 0) return;
  const wanted = new Set(outside.map(externalKey));
  for (const key of stack.outside.keys()) if (!wanted.has(key)) stack.outside.delete(key);
}

/**
 * Asks each target on which a decision rests again when its time has come, beside the passes, and rings when one answers
 * otherwise than before: nothing in the cluster says so.
 */
export async function pollOutside(stack: Stack, signal: AbortSignal): Promise<void> {
  const { external } = stack.setup.config;
  // Nobody may be asked, so nothing is ever heard.
  if (external.allow.length === 0) return;
  while (!signal.aborted) {
    // oxlint-disable-next-line no-await-in-loop -- the pace of the questions
    await pause(stack.setup.ports.clock, waitMsOf(stack), signal);
    // oxlint-disable-next-line no-await-in-loop -- one round of questions at a time
    if (!signal.aborted && (await askDue(stack, signal))) stack.wakeUp.ring();
  }
}

/** Until the first is due; what comes in meanwhile is due later than that. */
function waitMsOf(stack: Stack): number {
  const { pollMs } = stack.setup.config.external;
  const nowMs = stack.setup.ports.clock.now();
  const waits = [...stack.outside.values()].map(({ askedAtMs }) => askedAtMs + pollMs - nowMs);
  return Math.max(PACE_MS, Math.min(pollMs, ...waits));
}

/** @returns whether one answered otherwise than before. */
async function askDue(stack: Stack, signal: AbortSignal): Promise<boolean> {
  const { pollMs } = stack.setup.config.external;
  const nowMs = stack.setup.ports.clock.now();
  const due = [...stack.outside.values()].filter(({ askedAtMs }) => nowMs - askedAtMs >= pollMs);
  const answers = await askAll(
    stack,
    due.map(({ target }) => target),
    signal,
  );
  if (signal.aborted) return false;
  return answers.some((each, index) => {
    const before = due[index]?.answer;
    return JSON.stringify(each.answer) !== JSON.stringify(before);
  });
}

/** In the order of the targets. */
async function askAll(
  stack: Stack,
  targets: readonly ExternalTarget[],
  signal: AbortSignal | undefined,
): Promise<readonly OutsideAnswer[]> {
  const limit = pLimit(CONCURRENCY);
  return await Promise.all(
    targets.map(async (target) => limit(async () => askOne(stack, target, signal))),
  );
}

async function askOne(
  stack: Stack,
  target: ExternalTarget,
  signal: AbortSignal | undefined,
): Promise<OutsideAnswer> {
  const key = externalKey(target);
  const askedAtMs = stack.setup.ports.clock.now();
  if (!stack.outside.has(key) && stack.outside.size >= TARGETS_MAX) {
    const answer = { kind: "unreachable", fault: "too-many" } as const;
    return { target, askedAtMs, answer, secretVersion: "" };
  }
  // It counts against the limit from now on. What was answered before stays what it is, and as old as it is.
  if (!stack.outside.has(key)) stack.outside.set(key, { ...UNPOLLED, target, askedAtMs });
  const known = { target, askedAtMs, ...(await askWithSecret(stack, target, signal)) };
  stack.outside.set(key, known);
  return known;
}

const UNPOLLED = { answer: { kind: "unpolled" }, secretVersion: "" } as const;

/** The Secret is read for each question, so that a change of it counts at once. */
async function askWithSecret(
  stack: Stack,
  { ref, kind }: ExternalTarget,
  signal: AbortSignal | undefined,
): Promise<Omit<ExternalReading, "source">> {
  const { config, ports } = stack.setup;
  try {
    const sighting = await ports.cluster.read(ref);
    if (sighting.kind !== "present") return UNPOLLED;
    const { object } = sighting;
    const { allow } = config.external;
    const answer = await ports.external.ask({ kind, secret: object, allow, signal });
    return { answer, secretVersion: resourceVersionOf(object) };
  } catch (error) {
    // The cluster's own outage is told where the Secret is looked at.
    if (!(error instanceof ClusterError)) throw error;
    return UNPOLLED;
  }
}
