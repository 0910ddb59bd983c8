import type { Intent } from "./build-intent.ts";

/** A write that would be right if nothing stood against it. */
export interface IntendedWrite {
  /** `change`: what Git wants now; `revert`: back to what was last applied. */
  readonly kind: "change" | "revert";
  readonly intent: Intent;
  /** Nothing of Git is changed or taken back: a source changed (`restart`), or is noted (`record`). */
  readonly why?: "restart" | "record";
  /** The revert of one manager's changes: the intent leaves out what others changed. */
  readonly isPartial?: boolean;
}
