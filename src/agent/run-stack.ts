import { ClusterError } from "../core/cluster-error.ts";
import { stackObjectName } from "../core/inventory/stack-object-name.ts";
import type { StackStatus } from "../core/report/status-document.ts";
import { explainWatching } from "../core/wording/explain-watching.ts";
import type { LeasePort, LeaseState } from "../ports/lease-port.ts";
import type { SchedulePort } from "../ports/schedule-port.ts";
import { pollOutside } from "./ask-outside.ts";
import { forgetParent, forgetRevision, holdsStack } from "./holds-stack.ts";
import { pause } from "./pause.ts";
import { recordEnd } from "./record-pass.ts";
import { refreshTip } from "./refresh-source.ts";
import { createRevertPace } from "./revert-pace.ts";
import { type PassOutcome, runPass } from "./run-pass.ts";
import type { Stack } from "./stack.ts";

/** Passes that looked again at once without having written, before the next one waits. */
const FUTILE_PASSES_MAX = 5;

/** Between two passes at least, in milliseconds: a burst of events makes one look. */
const PACE_MS = 20;

/** Somebody who writes against us faster than we answer at full speed (`createRevertPace`) is answered once a second. */
const CALM_PACE_MS = 1_000;

/** The longest wait after passes that keep losing races. */
const FUTILE_WAIT_MS_MAX = 10_000;

/** A Lease is renewed so often, in milliseconds; a third of its 15 s. */
export const RENEW_MS = 5_000;

export interface RunOptions {
  readonly signal: AbortSignal;
  readonly schedule: SchedulePort;
  /** Without one the stack is nobody else's: tests, and the first sync of a new cluster. */
  readonly lease: LeasePort | undefined;
  readonly onStatus: (status: StackStatus, outcome: PassOutcome) => void;
  /** Told who else holds the stack, before the first pass that only watches; `undefined`: it is ours now. */
  readonly onHolder?: (holder: string | undefined) => void;
  /** Asked after each pass: the loop ends when it says so. */
  readonly isDone?: (outcome: PassOutcome) => boolean;
}

/**
 * Runs one stack until the signal: triggers say only "look again"; each look is a whole pass. The repository is asked
 * beside the passes, so a new commit stops a running one between its steps.
 */
export async function runStack(stack: Stack, options: RunOptions): Promise<void> {
  const ended = new AbortController();
  function end(): void {
    ended.abort();
    stack.askSource.ring();
    stack.wakeUp.ring();
  }
  options.signal.addEventListener("abort", end, { once: true });
  const stops = [
    stack.setup.ports.source.watch(() => {
      stack.askSource.ring();
    }),
    options.schedule.repeat(stack.setup.config.schedule, () => {
      stack.askSource.ring();
      stack.wakeUp.ring();
    }),
  ];
  try {
    // Whose stack it is has to be known before the first pass: until then nothing may be written.
    const turn = options.lease === undefined ? undefined : openTurn(stack, options.lease, options);
    await turn?.();
    await Promise.all([
      followTip(stack, ended.signal),
      pollOutside(stack, ended.signal),
      turn === undefined ? undefined : keepLease(stack, turn, ended.signal),
      runPasses(stack, options, ended.signal).finally(end),
    ]);
  } finally {
    // Also after a defect of one of them: the others are to write nothing more.
    end();
    options.signal.removeEventListener("abort", end);
    for (const stop of stops) stop();
    if (holdsStack(stack)) await leaveStack(stack, options.lease);
  }
}

/** The last word of a run. A cluster that does not take it is no reason to end badly: the Lease expires by itself. */
async function leaveStack(stack: Stack, lease: LeasePort | undefined): Promise<void> {
  const { log } = stack.setup.ports;
  try {
    await recordEnd(stack);
    await lease?.release(leaseName(stack));
  } catch (error) {
    if (!(error instanceof ClusterError)) throw error;
    log.warn(error.message, { stack: stack.setup.config.name, code: error.code });
  }
}

/** One Lease for each stack. */
export function leaseName(stack: Stack): string {
  return stackObjectName(stack.setup.config.name);
}

async function followTip(stack: Stack, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    // oxlint-disable-next-line no-await-in-loop -- one question to the repository at a time
    const hasMoved = await refreshTip(stack);
    const isFirst = !stack.hasAskedSource;
    stack.hasAskedSource = true;
    const isNews = hasMoved || stack.refusals.has("source") || stack.desired === undefined;
    if (isFirst || isNews) stack.wakeUp.ring();
    // oxlint-disable-next-line no-await-in-loop -- see above
    await stack.askSource.wait();
  }
}

async function keepLease(
  stack: Stack,
  turn: () => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    // oxlint-disable-next-line no-await-in-loop -- the pace of renewals
    await pause(stack.setup.ports.clock, RENEW_MS, signal);
    // oxlint-disable-next-line no-await-in-loop -- one renewal at a time
    if (!signal.aborted) await turn();
  }
}

/** Takes or renews the Lease at each call, and tells when another holder is seen. */
function openTurn(
  stack: Stack,
  lease: LeasePort,
  { onHolder }: Pick<RunOptions, "onHolder">,
): () => Promise<void> {
  let holder: string | undefined;
  stack.isHolder = false;
  return async () => {
    const wasHolder = stack.isHolder;
    const state = await holdOnce(stack, lease);
    if (stack.isHolder && !wasHolder) takeOver(stack);
    const seen = state?.kind === "taken" ? state.holder : undefined;
    // What the cluster did not answer is no news of who holds it.
    if (state === undefined || seen === holder) return;
    holder = seen;
    tellHolder(stack, holder);
    onHolder?.(holder);
  };
}

/** What this process knows may be older than what the one before applied. */
function takeOver(stack: Stack): void {
  forgetRevision(stack);
  stack.askSource.ring();
}

function tellHolder(stack: Stack, holder: string | undefined): void {
  const { config, ports } = stack.setup;
  if (holder === undefined) {
    ports.log.info("the stack's Lease is free: this agent takes over", { stack: config.name });
    return;
  }
  ports.log.info(explainWatching(), { stack: config.name, holder });
}

/** A Lease that cannot be renewed is lost when it expires: from then on nothing is written. `undefined`: no answer. */
async function holdOnce(stack: Stack, lease: LeasePort): Promise<LeaseState | undefined> {
  const { clock } = stack.setup.ports;
  const wasHolder = stack.isHolder;
  const state = await askLease(stack, lease);
  if (state === undefined) stack.isHolder = wasHolder && clock.now() < stack.holdsUntilMs;
  else stack.isHolder = state.kind === "held";
  if (state?.kind === "held") stack.holdsUntilMs = state.renewBeforeMs;
  if (stack.isHolder === wasHolder) return state;
  forgetParent(stack);
  stack.wakeUp.ring();
  return state;
}

async function askLease(stack: Stack, lease: LeasePort): Promise<LeaseState | undefined> {
  const { log } = stack.setup.ports;
  try {
    return await lease.hold(leaseName(stack));
  } catch (error) {
    if (!(error instanceof ClusterError)) throw error;
    log.warn(error.message, { stack: stack.setup.config.name, code: error.code });
    return undefined;
  }
}

async function runPasses(stack: Stack, options: RunOptions, signal: AbortSignal): Promise<void> {
  let futile = 0;
  const reverts = createRevertPace();
  let stopTimer = stopNothing;
  while (!signal.aborted) {
    // oxlint-disable-next-line no-await-in-loop -- a pass begins when the one before has ended and something rang
    await stack.wakeUp.wait();
    stopTimer();
    if (signal.aborted) break;
    // An older revision must not be applied while the tip is being asked for; the answer rings.
    if (!stack.hasAskedSource) continue;
    // oxlint-disable-next-line no-await-in-loop -- see above
    const outcome = await runPass(stack, { isPreview: false });
    options.onStatus(outcome.status, outcome);
    if (options.isDone?.(outcome) === true) break;
    futile = outcome.looksAgain && !outcome.hasWritten ? futile + 1 : 0;
    stopTimer = armTimer(stack, outcome, futile);
    reverts.note(outcome, stack.setup.ports.clock.now());
    // Also what an opponent's own writes ring for is not answered faster than that.
    const isCalm = reverts.isSpent() || futile > FUTILE_PASSES_MAX;
    const paceMs = isCalm ? CALM_PACE_MS : PACE_MS;
    // oxlint-disable-next-line no-await-in-loop -- see above
    await pause(stack.setup.ports.clock, paceMs, signal);
  }
  stopTimer();
}

/** Rings at the time when time alone may change something; at once after a write. */
function armTimer(stack: Stack, outcome: PassOutcome, futile: number): () => void {
  const { clock } = stack.setup.ports;
  function ring(): void {
    stack.wakeUp.ring();
  }
  if (outcome.looksAgain) {
    const over = Math.max(0, futile - FUTILE_PASSES_MAX);
    return clock.after(Math.min(over * 1_000, FUTILE_WAIT_MS_MAX), ring);
  }
  if (outcome.lookAgainAtMs === undefined) return stopNothing;
  return clock.after(Math.max(0, outcome.lookAgainAtMs - clock.now()), ring);
}

function stopNothing(): void {
  // No timer is armed.
}
