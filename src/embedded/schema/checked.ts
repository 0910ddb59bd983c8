import type { Fault } from "../fault.ts";

/** What a check of a value found. */
export interface Checked {
  readonly faults: readonly Fault[];
  /** How many checks were made: of branches that all fail, the server reports the one that got furthest. */
  readonly matches: number;
}

export const NOTHING_CHECKED: Checked = { faults: [], matches: 0 };
