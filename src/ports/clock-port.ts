/** The time and timers; tests hand in one that they move themselves. */
export interface ClockPort {
  /** Epoch milliseconds. */
  now(): number;
  /** Calls back once after the delay, unless the returned function is called before. Never keeps the process alive. */
  after(delayMs: number, callback: () => void): () => void;
  /** A number in [0, 1), for jitter. */
  random(): number;
}
