import type { ClockPort } from "../../src/ports/clock-port.ts";

/** The machine's clock, for tests against real parts. */
export const realClock: ClockPort = {
  now: () => Date.now(),
  after(delayMs, callback) {
    const timer = setTimeout(callback, delayMs);
    return () => clearTimeout(timer);
  },
  random: () => Math.random(),
};
