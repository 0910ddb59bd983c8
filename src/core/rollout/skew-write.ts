import type { JsonObject } from "../object/json.ts";
import type { EdgeEnd } from "./edge-end.ts";
import type { Party } from "./party.ts";

/** An intended write of one object and all that the skew rule must know of it. */
export interface SkewWrite {
  /** `change`: a pending change of Git; `revert`: anything that keeps to the last applied intent (revert, restart, what was deleted). */
  readonly kind: "change" | "revert";
  readonly self: Party;
  /** The body to be written. */
  readonly body: JsonObject;
  /**
   * It is deleted and created by a later pass. Then it comes as something new, whatever it runs now, and for its dependents it
   * may be lower than anything for a while.
   */
  readonly isMadeAnew?: boolean;
  /** The edges that start at the object. Only gated `lockstep` ones count. */
  readonly targets: readonly EdgeEnd[];
  /**
   * The edges that end at the object: those of Git and those of the live objects, orphans and other stacks' objects
   * included. Only gated `lockstep` ones count.
   */
  readonly dependents: readonly EdgeEnd[];
}
