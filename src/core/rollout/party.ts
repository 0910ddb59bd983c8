import type { JsonObject } from "../object/json.ts";
import type { ObjectId } from "../object/object-id.ts";
import type { RolloutReading } from "./rollout-reading.ts";

/** One end of an edge, as a pass knows it when it decides. */
export interface Party {
  readonly id: ObjectId;
  readonly sighting: "present" | "absent" | "unreadable" | "not-served";
  /** Present exactly when `sighting` is `present`. */
  readonly reading: RolloutReading | undefined;
  /**
   * The intent that Git wants for it. `undefined` for an object that this stack does not manage: then its live spec
   * is all that there is to want.
   */
  readonly intent: JsonObject | undefined;
  /**
   * Our own change to it: `none`: the live object carries Git's intent; `pending`: Git differs from the last applied
   * intent and nothing was sent; `sent`: applied earlier in this very pass, so no reading is younger than the write.
   */
  readonly change: "none" | "pending" | "sent";
  /**
   * The intent of a write that this very pass has already decided for it. Its version counts beside those that run: for
   * the floor of a target as well as for the ceil of a dependent.
   */
  readonly planned?: JsonObject | undefined;
  /** This very pass deletes it, to make it anew in a later one. */
  readonly isLeaving?: boolean | undefined;
  /** A Job that completed at Git's intent and is gone: it need not be there any more. */
  readonly isDone?: boolean | undefined;
  /** The uid is another one than when we last applied it: recreated by somebody. */
  readonly isRecreated: boolean;
  /** Live values at paths of our intent differ from it (foreign change not reverted yet). */
  readonly isDrifted: boolean;
  /**
   * Its own write waits for some dependent under rule (L). Then nobody's change waits for that write under (R): where
   * only a lowest version is reported, that would dead-lock over three objects.
   */
  readonly isHeldBelow?: boolean | undefined;
  /** Its write was refused, or its component is refused: the sentence that says so. */
  readonly refusal: string | undefined;
  /** What is refused is its component, for what Git says of it, and not a write by the server. */
  readonly isRefusedInGit?: boolean | undefined;
  /** It made no progress within the deadline or failed for good: the sentence that says so. */
  readonly stall: string | undefined;
}
