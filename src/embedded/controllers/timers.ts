/** The clock of the controllers, and the only way in which they wait. */
export interface Timers {
  /** Epoch milliseconds. */
  now(): number;
  /** Calls `run` once, in a later turn, `ms` milliseconds from now at the earliest. @returns the function that calls it off. */
  after(ms: number, run: () => void): () => void;
}
