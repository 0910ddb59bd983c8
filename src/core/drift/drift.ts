import type { Json } from "../object/json.ts";
import type { ObjectId } from "../object/object-id.ts";

export type DriftClass = "changed" | "added" | "removed" | "missing" | "coowned" | "legacy";

/** What was done about a drift. */
export type DriftAction =
  | "reverted"
  | "observed"
  | "ignored"
  | "skipped"
  | "contested"
  | "failed"
  | "open";

/** Modes that look for drift and let it be. */
export type LeavingMode = "observe" | "create-only";

/**
 * One difference between the cluster and the last applied intent. Values are the REAL ones:
 * only `core/report` turns them into redacted text, and only redacted text leaves the agent.
 */
export interface Drift {
  readonly id: ObjectId;
  readonly class: DriftClass;
  /**
   * A JSON pointer (RFC 6901) in which an item of a keyed list is `[name=web]` and of a set list `[="value"]`, so that
   * it names the same place after other items moved. Empty for `missing`.
   */
  readonly path: string;
  /** What Git says; `undefined` when Git does not set the path. */
  readonly desired: Json | undefined;
  /** What the cluster has; `undefined` when it has nothing there. */
  readonly live: Json | undefined;
  /** The field manager that owns the path; empty when nobody does (`unknown`). */
  readonly manager: string;
  readonly operation: "Apply" | "Update" | "";
  /** RFC 3339; empty when unknown. */
  readonly at: string;
  readonly attribution: "recorded" | "shared" | "unknown";
  /** Other managers that own the same path (`shared`). */
  readonly sharedWith: readonly string[];
  /** Of what is let be: the rule that says so. */
  readonly rule?: string;
}
