import type { ClockPort } from "../../ports/clock-port.ts";

/** Node fires a timer with a longer delay at once. @see https://nodejs.org/api/timers.html#settimeoutcallback-delay-args */
const DELAY_MAX_MS = 2 ** 31 - 1;

/** The machine's time and timers. */
export function createSystemClock(): ClockPort {
  return { now: () => Date.now(), after, random: () => Math.random() };
}

function after(delayMs: number, callback: () => void): () => void {
  let timer: NodeJS.Timeout | undefined;
  function arm(leftMs: number): void {
    const stepMs = Math.min(Math.max(leftMs, 0), DELAY_MAX_MS);
    timer = setTimeout(() => {
      if (leftMs > stepMs) arm(leftMs - stepMs);
      else callback();
    }, stepMs);
    timer.unref();
  }
  arm(delayMs);
  return () => clearTimeout(timer);
}
