import { onTestFinished } from "vitest";
import { runStack } from "../../src/agent/run-stack.ts";
import type { StackStatus } from "../../src/core/report/status-document.ts";
import type { LeasePort } from "../../src/ports/lease-port.ts";
import type { FakeStack } from "./fake-stack.ts";

export interface Running {
  /** Passes so far. */
  passes(): number;
  /** What each of them came to. */
  readonly statuses: StackStatus[];
  /** Who else was said to hold the stack, `none` when it became ours. */
  readonly holders: string[];
  /** The cron schedule rings. */
  tick(): void;
  stop(): Promise<void>;
}

/** Runs the stack until the test ends. */
export function runFakeStack({ stack, clock }: FakeStack, lease?: LeasePort): Running {
  const ended = new AbortController();
  const statuses: StackStatus[] = [];
  const holders: string[] = [];
  const schedule: (() => void)[] = [];
  const loop = runStack(stack, {
    signal: ended.signal,
    schedule: {
      repeat(_expression, callback) {
        schedule.push(callback);
        return () => {
          schedule.length = 0;
        };
      },
    },
    lease,
    onStatus: (status) => {
      statuses.push(status);
    },
    onHolder: (holder) => {
      holders.push(holder ?? "none");
    },
  });
  async function stop(): Promise<void> {
    ended.abort();
    await clock.pass(0);
    await loop;
  }
  onTestFinished(stop);
  function tick(): void {
    for (const callback of schedule) callback();
  }
  return { passes: () => statuses.length, statuses, holders, tick, stop };
}
