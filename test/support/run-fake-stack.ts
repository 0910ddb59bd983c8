import { onTestFinished } from "vitest";
import { runStack } from "../../src/agent/run-stack.ts";
import type { LeasePort } from "../../src/ports/lease-port.ts";
import type { FakeStack } from "./fake-stack.ts";

export interface Running {
  /** Passes so far. */
  passes(): number;
  /** The cron schedule rings. */
  tick(): void;
  stop(): Promise<void>;
}

/** Runs the stack until the test ends. */
export function runFakeStack({ stack, clock }: FakeStack, lease?: LeasePort): Running {
  const ended = new AbortController();
  let passes = 0;
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
    onStatus: () => {
      passes += 1;
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
  return { passes: () => passes, tick, stop };
}
