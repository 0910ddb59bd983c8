import type { ClockPort } from "../ports/clock-port.ts";

export interface PacedBell {
  ring(): void;
  /** From now on nothing rings. */
  stop(): void;
}

/** Rings at once, and then at most once in `everyMs`: what rings sooner is heard once, when that time is over. */
export function openPacedBell(
  clock: ClockPort,
  { everyMs, ring }: { readonly everyMs: number; readonly ring: () => void },
): PacedBell {
  let stopTimer: (() => void) | undefined;
  let isDue = false;
  function rest(): void {
    stopTimer = clock.after(everyMs, () => {
      stopTimer = undefined;
      if (isDue) start();
    });
  }
  function start(): void {
    isDue = false;
    rest();
    ring();
  }
  return {
    ring() {
      if (stopTimer === undefined) start();
      else isDue = true;
    },
    stop() {
      stopTimer?.();
      // It stays set: nothing starts any more.
      stopTimer = () => undefined;
    },
  };
}
