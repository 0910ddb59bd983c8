import type { Strategy } from "./resource.ts";

/** A strategy that says only what is particular; the rest does nothing. */
export function makeStrategy(parts: Partial<Strategy>): Strategy {
  return {
    setDefaults: (object) => object,
    prepareCreate: (object) => object,
    prepareUpdate: (next) => next,
    validate: () => [],
    validateUpdate: () => [],
    generation: "none",
    ...parts,
  };
}
