import { ClusterError } from "../core/cluster-error.ts";
import { stackObjectName } from "../core/inventory/stack-object-name.ts";
import type { StackStatus } from "../core/report/status-document.ts";
import { readParentStatus } from "./leaving-parents.ts";
import type { LeavingStack } from "./leaving-stack.ts";
import { pause } from "./pause.ts";
import { readStatus } from "./read-status.ts";
import { RENEW_MS } from "./run-stack.ts";

/** How often a running holder's status is looked at, in milliseconds. */
const POLL_MS = 500;

export interface TurnOptions {
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
  /** Whether a running agent leaves alone what is to be let go, by what it last wrote. */
  readonly isLeftBy: (status: StackStatus) => boolean;
}

/** The right to let something go. */
export interface Turn {
  /** Asked before each write: keeps the Lease ours where it is. @throws {ClusterError} when somebody else has it by now. */
  readonly keep: () => Promise<void>;
  readonly end: () => Promise<void>;
}

/**
 * Waits until nobody would take again what is let go: the Lease is ours, or its holder says that it leaves that alone.
 *
 * @throws {ClusterError} `conflict` when a running agent does not do so in time.
 */
export async function takeTurn(stack: LeavingStack, options: TurnOptions): Promise<Turn> {
  const { clock, lease } = stack.ports;
  const name = stackObjectName(stack.name);
  const deadlineMs = clock.now() + options.timeoutMs;
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- one look at the Lease at a time
    const state = await lease.hold(name);
    if (state.kind === "held") return holdTurn(stack, name);
    // oxlint-disable-next-line no-await-in-loop -- one look at the holder's status at a time
    const status = readStatus(await readParentStatus(stack));
    if (status !== undefined && options.isLeftBy(status)) return FREE;
    if (clock.now() >= deadlineMs || options.signal.aborted) {
      throw new ClusterError(
        "conflict",
        `stack ${stack.name}: ${state.holder} still syncs it and would take it again; nothing was let go`,
      );
    }
    // oxlint-disable-next-line no-await-in-loop -- see above
    await pause(clock, POLL_MS, options.signal);
  }
}

/** The holder does not write it. */
const FREE: Turn = {
  async keep() {
    await Promise.resolve();
  },
  async end() {
    await Promise.resolve();
  },
};

function holdTurn({ ports, name: stack }: LeavingStack, name: string): Turn {
  const { clock, lease } = ports;
  let renewAtMs = clock.now() + RENEW_MS;
  return {
    async keep() {
      if (clock.now() < renewAtMs) return;
      const state = await lease.hold(name);
      if (state.kind === "taken") {
        throw new ClusterError(
          "conflict",
          `stack ${stack}: ${state.holder} took its Lease meanwhile`,
        );
      }
      renewAtMs = clock.now() + RENEW_MS;
    },
    end: async () => lease.release(name),
  };
}
