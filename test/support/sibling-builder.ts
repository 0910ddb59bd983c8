import type { Sibling } from "../../src/core/plan/look.ts";

/** The stack `billing` of the same config, which was `invoices` before: not open, with nothing in Git. */
export function billing(of: Partial<Sibling> = {}): Sibling {
  return {
    name: "billing",
    applySetId: "applyset-billing-v1",
    earlierSets: new Set(["applyset-invoices-v1"]),
    keys: new Set(),
    manifests: [],
    associations: [],
    readings: new Map(),
    waiting: new Map(),
    ...of,
  };
}
