import type { Expression } from "../expression/expression.ts";

/** What the user's config says of the health of one kind. */
export interface HealthRule {
  /** Must be true. Without it the agent's own rule of the kind decides alone. */
  readonly ready: Expression | undefined;
  /** True: it cannot get better by waiting. */
  readonly failed: Expression | undefined;
}

/** Rules by kind: `Kind.group`. */
export type HealthRules = ReadonlyMap<string, HealthRule>;
