import type { ClockPort } from "../../src/ports/clock-port.ts";

interface Timer {
  readonly dueMs: number;
  readonly callback: () => void;
}

/** A clock that stands still until a test moves it. */
export class FakeClock implements ClockPort {
  #nowMs = 1_000_000;
  readonly #timers = new Set<Timer>();

  now(): number {
    return this.#nowMs;
  }

  after(delayMs: number, callback: () => void): () => void {
    const timer = { dueMs: this.#nowMs + delayMs, callback };
    this.#timers.add(timer);
    return () => {
      this.#timers.delete(timer);
    };
  }

  random(): number {
    return 0.5;
  }

  /** In how many milliseconds each armed timer rings, the next one first. */
  delays(): readonly number[] {
    return [...this.#timers].map(({ dueMs }) => dueMs - this.#nowMs).toSorted((a, b) => a - b);
  }

  /** Lets that much time pass; whatever a timer starts goes on until it waits for something else. */
  async pass(byMs: number): Promise<void> {
    const endMs = this.#nowMs + byMs;
    await settle();
    for (let next = this.#next(endMs); next !== undefined; next = this.#next(endMs)) {
      this.#timers.delete(next);
      this.#nowMs = Math.max(this.#nowMs, next.dueMs);
      next.callback();
      // oxlint-disable-next-line no-await-in-loop -- timers ring one after the other
      await settle();
    }
    this.#nowMs = endMs;
  }

  #next(endMs: number): Timer | undefined {
    return [...this.#timers]
      .filter(({ dueMs }) => dueMs <= endMs)
      .toSorted((a, b) => a.dueMs - b.dueMs)[0];
  }
}

/** Rounds of the event loop after which nothing that waits for no timer is under way any more. */
const ROUNDS = 10;

/** Lets everything go on that waits for no timer. */
export async function settle(): Promise<void> {
  for (let round = 0; round < ROUNDS; round += 1) {
    // oxlint-disable-next-line no-await-in-loop -- one round after the other
    await new Promise<void>((resolve) => {
      setImmediate(resolve);
    });
  }
}
