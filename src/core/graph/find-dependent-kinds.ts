import type { Association } from "./association.ts";
import { resolveCatalogue } from "./association-catalogue.ts";

/** Kinds whose reference fields may make a lockstep edge to an object of the kind `target` (both by kind key), sorted. */
export function findDependentKinds(
  target: string,
  associations: readonly Association[],
): readonly string[] {
  const entries = [...resolveCatalogue(associations).values()].flat();
  const kinds = entries
    .filter((each) => each.target === target && each.gate === "lockstep" && !each.informational)
    .map(({ kind }) => kind);
  return [...new Set(kinds)].toSorted();
}
