import type { ClockPort } from "../../src/ports/clock-port.ts";

/** The time of a story. Timers ring when the story says so. */
export class SimClock implements ClockPort {
  #nowMs = 1_000_000;
  readonly #timers = new Set<{ readonly dueMs: number; readonly ring: () => void }>();

  now(): number {
    return this.#nowMs;
  }

  pass(byMs: number): void {
    this.#nowMs += byMs;
  }

  after(delayMs: number, ring: () => void): () => void {
    const timer = { dueMs: this.#nowMs + delayMs, ring };
    this.#timers.add(timer);
    return () => void this.#timers.delete(timer);
  }

  random(): number {
    return 0.5;
  }

  ringDue(): void {
    for (const timer of [...this.#timers].filter(({ dueMs }) => dueMs <= this.#nowMs)) {
      this.#timers.delete(timer);
      timer.ring();
    }
  }
}
