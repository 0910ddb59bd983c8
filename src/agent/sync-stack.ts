import { ClusterError } from "../core/cluster-error.ts";
import { isAtRest } from "../core/plan/is-at-rest.ts";
import type { StackStatus } from "../core/report/status-document.ts";
import type { LeasePort } from "../ports/lease-port.ts";
import type { SchedulePort } from "../ports/schedule-port.ts";
import { settleReport } from "./deliver-report.ts";
import { readStoredStatus } from "./open-stack.ts";
import { refreshTip } from "./refresh-source.ts";
import { runPass } from "./run-pass.ts";
import { leaseName, runStack } from "./run-stack.ts";
import type { Stack } from "./stack.ts";

/** How often a running holder's status is looked at while we wait for it, in milliseconds. */
const HOLDER_POLL_MS = 1_000;

export interface SyncOptions {
  readonly signal: AbortSignal;
  readonly schedule: SchedulePort;
  readonly lease: LeasePort;
  readonly isOnePass: boolean;
  readonly timeoutMs: number;
  readonly onStatus: (status: StackStatus) => void;
}

/**
 * Brings one stack in sync once: until nothing moves any more by itself, or the time-out. When an agent holds the stack's
 * Lease it does the work, and its status is waited for.
 *
 * @throws {ClusterError} when the cluster as a whole refuses.
 */
export async function syncStack(stack: Stack, options: SyncOptions): Promise<StackStatus> {
  const state = await options.lease.hold(leaseName(stack));
  if (state.kind === "taken") {
    stack.isHolder = false;
    return waitForHolder(stack, { ...options, holder: state.holder });
  }
  stack.holdsUntilMs = state.renewBeforeMs;
  const status = options.isOnePass
    ? await syncOnce(stack, options)
    : await syncToRest(stack, options);
  await settleReport(stack);
  return withLedger(stack, status);
}

/** Exactly one pass on the branch's present tip. */
async function syncOnce(stack: Stack, options: SyncOptions): Promise<StackStatus> {
  await refreshTip(stack);
  const { status } = await runPass(stack, { isPreview: false });
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
      stack.hasAskedSource && !looksAgain && hasEnded(stack, status),
  });
  stopTimer();
  options.signal.removeEventListener("abort", end);
  return stack.status;
}

/** At rest at the tip, or stopped by something that no waiting ends. */
function hasEnded(stack: Stack, status: StackStatus): boolean {
  if (stack.refusals.has("cluster") || stack.refusals.has("source")) return true;
  if (status.problems.length > 0 && stack.desired === undefined) return true;
  const isCurrent = status.revision === stack.tip || stack.refusedTip === stack.tip;
  return isCurrent && isAtRest(status);
}

async function waitForHolder(
  stack: Stack,
  options: SyncOptions & { readonly holder: string },
): Promise<StackStatus> {
  const { clock, log } = stack.setup.ports;
  const deadlineMs = clock.now() + options.timeoutMs;
  log.info("a running agent holds the stack; waiting for it", {
    stack: stack.setup.config.name,
    holder: options.holder,
  });
  await refreshTip(stack);
  while (clock.now() < deadlineMs && !options.signal.aborted) {
    stack.parent = undefined;
    // oxlint-disable-next-line no-await-in-loop -- one look at the holder's status at a time
    const status = (await readStoredStatus(stack)) ?? stack.status;
    options.onStatus(status);
    if (status.tip === stack.tip && isAtRest(status)) return status;
    // oxlint-disable-next-line no-await-in-loop -- see above
    await new Promise<void>((resolve) => {
      clock.after(HOLDER_POLL_MS, resolve);
    });
  }
  throw new ClusterError(
    "conflict",
    `stack ${stack.setup.config.name}: ${options.holder} holds its Lease and did not bring it to rest in time; look at its log, or stop it`,
  );
}

function withLedger(stack: Stack, status: StackStatus): StackStatus {
  const ledger = stack.refusals.get("ledger");
  if (ledger === undefined || status.refusals.some((each) => each.message === ledger.message)) {
    return status;
  }
  return { ...status, inSync: false, refusals: [...status.refusals, ledger] };
}
