import type { ClockPort } from "../../src/ports/clock-port.ts";
import type { LogPort } from "../../src/ports/log-port.ts";

/** The real time, for tests on real servers. */
export const SYSTEM_CLOCK: ClockPort = {
  now: () => Date.now(),
  after: (delayMs, callback) => {
    const timer = setTimeout(callback, delayMs);
    return () => clearTimeout(timer);
  },
  random: () => Math.random(),
};

/** A log that nobody reads. */
export const SILENT_LOG: LogPort = {
  debug: () => {},
  info: () => {},
  warn: () => {},
  error: () => {},
};
