import { ClusterError } from "../core/cluster-error.ts";
import { isAtRest } from "../core/plan/is-at-rest.ts";
import type { StackStatus } from "../core/report/status-document.ts";
import type { LeasePort } from "../ports/lease-port.ts";
import type { SchedulePort } from "../ports/schedule-port.ts";
import { settleOffer } from "./deliver-offer.ts";
import { flushReport } from "./deliver-report.ts";
import { awaitsSibling, hasEnded } from "./has-ended.ts";
import { forgetParent } from "./holds-stack.ts";
import { readStoredStatus } from "./open-stack.ts";
import { refreshTip } from "./refresh-source.ts";
import { runPass } from "./run-pass.ts";
import { leaseName, runStack } from "./run-stack.ts";
import type { Stack } from "./stack.ts";
import { settleCommits } from "./tell-commits.ts";

/** How often a running holder's status is looked at while we wait for it, in milliseconds. */
const HOLDER_POLL_MS = 1_000;

export interface SyncOptions {
  readonly signal: AbortSignal;
  readonly schedule: SchedulePort;
  readonly lease: LeasePort;
  readonly isOnePass: boolean;
  readonly timeoutMs: number;
  /** A person confirmed for this tip what the brake of pruning holds up. */
  readonly hasConfirmed: boolean;
  readonly onStatus: (status: StackStatus) => void;
}

/**
 * Brings one stack in sync once: until nothing moves any more by itself, or the time-out. When an agent holds the stack's
 * Lease it does the work, and its status is waited for.
 *
 * @throws {ClusterError} when the cluster as a whole refuses.
 */
export async function syncStack(stack: Stack, options: SyncOptions): Promise<StackStatus> {
  const answered = await waitForHolder(stack, options);
  if (answered !== undefined) return answered;
  const status = options.isOnePass
    ? await syncOnce(stack, options)
    : await syncToRest(stack, options);
  await flushReport(stack);
  await settleOffer(stack);
  await settleCommits(stack);
  return withOwnRefusals(stack, status);
}

/** Exactly one pass on the branch's present tip. */
async function syncOnce(stack: Stack, options: SyncOptions): Promise<StackStatus> {
  await refreshTip(stack);
  const { status } = await runPass(stack, { isPreview: false, isOnly: true });
  options.onStatus(status);
  await options.lease.release(leaseName(stack));
  return status;
}

async function syncToRest(stack: Stack, options: SyncOptions): Promise<StackStatus> {
  const { clock } = stack.setup.ports;
  const ended = new AbortController();
  function end(): void {
    ended.abort();
  }
  const stopTimer = clock.after(options.timeoutMs, end);
  options.signal.addEventListener("abort", end, { once: true });
  stack.hasAskedSource = false;
  await runStack(stack, {
    signal: ended.signal,
    schedule: options.schedule,
    lease: options.lease,
    onStatus: options.onStatus,
    isDone: ({ status, looksAgain }) =>
      stack.hasAskedSource && !looksAgain && hasEnded(stack, status) && !awaitsSibling(stack),
  });
  stopTimer();
  options.signal.removeEventListener("abort", end);
  return stack.status;
}

/**
 * What the holder of the Lease came to; `undefined` once the Lease is ours, at once or because its holder is gone.
 *
 * @throws {ClusterError} `conflict` when the holder does not come to rest in time.
 */
async function waitForHolder(stack: Stack, options: SyncOptions): Promise<StackStatus | undefined> {
  const { clock } = stack.setup.ports;
  const deadlineMs = clock.now() + options.timeoutMs;
  let holder = "";
  let firstExpiryMs = 0;
  while (holder === "" || (clock.now() < deadlineMs && !options.signal.aborted)) {
    // oxlint-disable-next-line no-await-in-loop -- one look at the Lease at a time
    const state = await options.lease.hold(leaseName(stack));
    if (state.kind === "held") {
      stack.isHolder = true;
      stack.holdsUntilMs = state.renewBeforeMs;
      forgetParent(stack);
      return undefined;
    }
    // oxlint-disable-next-line no-await-in-loop -- once
    if (holder === "") await beginToWait(stack, state.holder);
    if (holder === "") firstExpiryMs = state.expiresAtMs;
    holder = state.holder;
    // oxlint-disable-next-line no-await-in-loop -- one look at the holder's status at a time
    const answer = await askHolder(stack, options, state.expiresAtMs > firstExpiryMs);
    if (answer !== undefined) return answer;
    // oxlint-disable-next-line no-await-in-loop -- see above
    await new Promise<void>((resolve) => {
      clock.after(HOLDER_POLL_MS, resolve);
    });
  }
  throw new ClusterError(
    "conflict",
    `stack ${stack.setup.config.name}: ${holder} holds its Lease and did not bring it to rest in time; look at its log, or stop it`,
  );
}

/** A holder that was killed left a status, too: only one that renewed its Lease since (`isAlive`) still looks after it. */
async function askHolder(
  stack: Stack,
  { onStatus, hasConfirmed }: SyncOptions,
  isAlive: boolean,
): Promise<StackStatus | undefined> {
  const status = await readHoldersStatus(stack);
  onStatus(status);
  if (stack.refusals.has("source")) return withOwnRefusals(stack, status);
  const isUnheard = hasConfirmed && status.orphans.some(({ confirm }) => confirm === stack.tip);
  const isDone = isAlive && status.tip === stack.tip && isAtRest(status) && !isUnheard;
  return isDone ? status : undefined;
}

async function beginToWait(stack: Stack, holder: string): Promise<void> {
  stack.isHolder = false;
  const name = stack.setup.config.name;
  stack.setup.ports.log.info("a running agent holds the stack; waiting for it", {
    stack: name,
    holder,
  });
  await refreshTip(stack);
}

async function readHoldersStatus(stack: Stack): Promise<StackStatus> {
  stack.parent = undefined;
  return (await readStoredStatus(stack)) ?? stack.status;
}

/** What the repository refused us belongs to the answer, whoever wrote the status. */
function withOwnRefusals(stack: Stack, status: StackStatus): StackStatus {
  const own = [...stack.refusals.values()].filter(
    ({ message }) => !status.refusals.some((each) => each.message === message),
  );
  if (own.length === 0) return status;
  return { ...status, inSync: false, refusals: [...status.refusals, ...own] };
}
