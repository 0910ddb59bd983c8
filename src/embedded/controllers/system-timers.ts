import type { Timers } from "./timers.ts";

/** The timers of the machine. They keep no process alive. */
export function systemTimers(): Timers {
  return {
    now: () => Date.now(),
    after: (ms, run) => {
      const timer = setTimeout(run, ms);
      timer.unref();
      return () => clearTimeout(timer);
    },
  };
}
