import type { ObjectKey } from "../object/object-id.ts";
import type { Cycle, Edge } from "./edge.ts";
import { findCycles } from "./find-cycles.ts";
import { spellCycle } from "./spell-cycle.ts";

/**
 * Names the cycles (`findCycles`) of a knot of objects, each edge with its origin.
 *
 * @param members Keys of the knot, sorted.
 * @param edgesOf The gated edges of a member, sorted by target.
 */
export function nameCycles(
  members: readonly ObjectKey[],
  edgesOf: (member: ObjectKey) => readonly Edge[],
): readonly Cycle[] {
  return findCycles(members, edgesOf).map((edges) => ({
    ids: edges.map(({ dependent }) => dependent),
    text: spellCycle(edges, ({ origin }) => origin),
  }));
}
