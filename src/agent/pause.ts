import type { ClockPort } from "../ports/clock-port.ts";

/** Waits so long, or until the signal. */
export async function pause(clock: ClockPort, delayMs: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  await new Promise<void>((resolve) => {
    function end(): void {
      stop();
      signal.removeEventListener("abort", end);
      resolve();
    }
    const stop = clock.after(delayMs, end);
    signal.addEventListener("abort", end, { once: true });
  });
}
