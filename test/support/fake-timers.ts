import type { Timers } from "../../src/embedded/controllers/timers.ts";

/** Timers whose time passes only when a test says so. */
export interface FakeTimers extends Timers {
  /** Runs what is due within the next `ms`, in order. */
  pass(ms: number): void;
}

interface Waiting {
  readonly id: number;
  readonly at: number;
  readonly run: () => void;
}

const RUNS_MAX = 100_000;

/** Starts at the beginning of 2026. */
export function fakeTimers(): FakeTimers {
  let now = Date.UTC(2026, 0, 1);
  let count = 0;
  let waiting: readonly Waiting[] = [];

  function takeDue(end: number): Waiting | undefined {
    const [next] = waiting.toSorted((a, b) => a.at - b.at || a.id - b.id);
    if (next === undefined || next.at > end) return undefined;
    waiting = waiting.filter((each) => each !== next);
    return next;
  }

  return {
    now: () => now,
    after: (ms, run) => {
      count += 1;
      const entry = { id: count, at: now + ms, run };
      waiting = [...waiting, entry];
      return () => {
        waiting = waiting.filter((each) => each !== entry);
      };
    },
    pass: (ms) => {
      const end = now + ms;
      for (let runs = 0; runs < RUNS_MAX; runs += 1) {
        const next = takeDue(end);
        if (next === undefined) {
          now = end;
          return;
        }
        now = Math.max(now, next.at);
        next.run();
      }
      throw new Error(
        `more than ${RUNS_MAX} timers ran within ${ms} ms: something turns in circles`,
      );
    },
  };
}
