import { type ObjectKey, objectKey } from "../object/object-id.ts";
import type { Cycle, Edge } from "./edge.ts";
import { findComponents } from "./find-components.ts";
import { nameCycles } from "./name-cycles.ts";

/** Objects each of which waits for itself. */
export interface Knot {
  /** Sorted by key. */
  readonly members: readonly ObjectKey[];
  /** Never empty. */
  readonly cycles: readonly Cycle[];
}

/**
 * Tiers and knots of the gated edges between the objects of a set.
 *
 * @param keys The set, sorted.
 * @param edges Sorted by dependent and target, without references of objects to themselves.
 * @returns Tiers of all keys, in the order of `keys`; the members of a knot share one. Knots sorted by first member.
 */
export function findOrder(
  keys: readonly ObjectKey[],
  edges: readonly Edge[],
): { readonly tiers: ReadonlyMap<ObjectKey, number>; readonly knots: readonly Knot[] } {
  const waits = groupByDependent(keys, edges);
  const successors = new Map(
    [...waits].map(([key, own]) => [key, own.map(({ target }) => objectKey(target))]),
  );
  const tiers = new Map<ObjectKey, number>();
  const knots: Knot[] = [];
  for (const component of findComponents(successors)) {
    const targets = component.flatMap((member) => successors.get(member) ?? []);
    // Members of the component have no tier yet, so only what it waits for counts.
    const tier = targets.reduce((top, target) => Math.max(top, (tiers.get(target) ?? -1) + 1), 0);
    for (const member of component) tiers.set(member, tier);
    if (component.length === 1) continue;
    const members = component.toSorted();
    knots.push({ members, cycles: nameCycles(members, (member) => waits.get(member) ?? []) });
  }
  return {
    tiers: new Map(keys.map((key) => [key, tiers.get(key) ?? 0])),
    knots: knots.toSorted((a, b) => ((a.members[0] ?? "") < (b.members[0] ?? "") ? -1 : 1)),
  };
}

/** The gated edges by dependent; every key has a list. Their targets may be outside the set. */
function groupByDependent(
  keys: readonly ObjectKey[],
  edges: readonly Edge[],
): ReadonlyMap<ObjectKey, readonly Edge[]> {
  const waits = new Map<ObjectKey, Edge[]>(keys.map((key) => [key, []]));
  for (const edge of edges) {
    if (!edge.informational) waits.get(objectKey(edge.dependent))?.push(edge);
  }
  return waits;
}
