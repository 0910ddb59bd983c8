import { findComponents } from "../graph/find-components.ts";
import { groupBy } from "../graph/group-by.ts";
import { makeEdge } from "../graph/make-edge.ts";
import { nameCycles } from "../graph/name-cycles.ts";
import type { ObjectId, ObjectKey } from "../object/object-id.ts";
import { objectKey } from "../object/object-id.ts";
import { compareText } from "../ownership/compare-text.ts";
import type { LiveDependent } from "./find-live-dependents.ts";

/** Orphans each of which depends on all others by some way: none can go first, so they go together. */
export interface OrphanKnot {
  /** Sorted. */
  readonly keys: readonly ObjectKey[];
  /** A cycle in it: `A → B (origin) → A (origin)`. */
  readonly text: string;
}

/**
 * The knots of the orphans that are to go, by member. Git refuses a cycle; two commits, of which the second drops what the first
 * had, may leave one all the same, and so may two tools that wrote the same object.
 *
 * @param going The orphans that nothing keeps, by key.
 */
export function findOrphanKnots(
  going: ReadonlyMap<ObjectKey, ObjectId>,
  dependents: ReadonlyMap<ObjectKey, readonly LiveDependent[]>,
): ReadonlyMap<ObjectKey, OrphanKnot> {
  const edges = [...going].flatMap(([key, target]) =>
    (dependents.get(key) ?? [])
      .filter(({ id }) => going.has(objectKey(id)))
      .map(({ id, origin }) =>
        makeEdge({ dependent: id, target, gate: { kind: "exists" }, origin }),
      ),
  );
  const edgesFrom = groupBy(
    edges.toSorted((a, b) => compareText(objectKey(a.target), objectKey(b.target))),
    ({ dependent }) => objectKey(dependent),
  );
  const successors = new Map(
    [...going.keys()].map((key) => {
      const targets = (edgesFrom.get(key) ?? []).map(({ target }) => objectKey(target));
      return [key, targets] as const;
    }),
  );
  const knots = findComponents(successors).filter(({ length }) => length > 1);
  return new Map(
    knots.flatMap((members) => {
      const keys = members.toSorted(compareText);
      const [cycle] = nameCycles(keys, (key) => edgesFrom.get(key) ?? []);
      return keys.map((key) => [key, { keys, text: cycle?.text ?? "" }] as const);
    }),
  );
}
