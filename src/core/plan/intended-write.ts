import type { Intent } from "./build-intent.ts";

/** A write that would be right if nothing stood against it. */
export interface IntendedWrite {
  /** `change`: what Git wants now; `revert`: back to what was last applied. */
  readonly kind: "change" | "revert";
  readonly intent: Intent;
  /** The revert of one manager's changes: the intent leaves out what others changed. */
  readonly isPartial?: boolean;
}
