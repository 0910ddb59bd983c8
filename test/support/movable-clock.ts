import type { ClockPort } from "../../src/ports/clock-port.ts";
import { realClock } from "./real-clock.ts";

/** The machine's clock, and a way to let time pass that nobody waits for. Timers that are set go on as set. */
export interface MovableClock extends ClockPort {
  move(byMs: number): void;
}

export function movableClock(): MovableClock {
  let movedMs = 0;
  return {
    now: () => realClock.now() + movedMs,
    after: (delayMs, callback) => realClock.after(delayMs, callback),
    random: () => realClock.random(),
    move(byMs) {
      movedMs += byMs;
    },
  };
}
