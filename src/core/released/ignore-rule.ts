import type { ManagerPattern } from "../ownership/foreign-rules.ts";

/** A rule of the config: what of an object others may set, whatever Git says. */
export interface IgnoreRule {
  /** Kind keys (`Deployment.apps`); empty: every kind. */
  readonly kinds: readonly string[];
  /** Names of objects, `*` for any text; empty: every name. */
  readonly names: readonly string[];
  /** Pattern of `matchesPattern`. */
  readonly path: string;
  /** The rule counts for what this manager owns, while it does; `undefined`: whoever wrote it. */
  readonly manager: ManagerPattern | undefined;
  /** Epoch milliseconds from which on the rule is over; `undefined`: never. */
  readonly untilMs: number | undefined;
}
