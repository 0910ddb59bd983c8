import { type ObjectKey, objectKey } from "../object/object-id.ts";
import type { Problem } from "../problem.ts";
import { resolveCatalogue } from "./association-catalogue.ts";
import type { Cycle, Edge, Graph } from "./edge.ts";
import { findEdges } from "./find-edges.ts";
import { findOrder, type Knot } from "./find-order.ts";
import { isFoundByLabels } from "./find-structure-edges.ts";
import { findUnversioned } from "./find-unversioned.ts";
import { findWordFaults } from "./find-word-faults.ts";
import { type GraphInput, indexManifests } from "./graph-input.ts";
import { groupBy } from "./group-by.ts";
import type { ObjectProblem } from "./object-problem.ts";
import type { ObjectSet } from "./object-set.ts";

/**
 * The order of one revision: edges of all sources, tiers, cycles, and the objects that may not be written.
 * Pure, linear in objects and edges, and independent of the order of the manifests.
 */
export function buildGraph(input: GraphInput): Graph {
  const set = indexManifests(input);
  const { edges, problems, lints } = findEdges(set, resolveCatalogue(input.associations));
  const order = orderOf([...set.byKey.keys()], edges);
  const { tiers, knots } = order;
  return {
    edges: order.edges,
    tiers,
    cycles: knots.flatMap(({ cycles }) => cycles),
    unversioned: findUnversioned(set, order.edges, input.versionPaths),
    refused: collectRefused(set, [
      ...problems,
      ...findWordFaults(set),
      ...knots.flatMap((knot) => problemsOf(knot, set)),
    ]),
    lints,
  };
}

/** That labels lead from one object to another is a weak hint of what comes first: it yields to whatever makes a cycle with it. */
function orderOf(
  keys: readonly ObjectKey[],
  edges: readonly Edge[],
): ReturnType<typeof findOrder> & Pick<Graph, "edges"> {
  const order = findOrder(keys, edges);
  if (order.knots.length === 0) return { edges, ...order };
  const knotOf = new Map(
    order.knots.flatMap((knot) => knot.members.map((key) => [key, knot] as const)),
  );
  const kept = edges.filter((edge) => {
    const knot = knotOf.get(objectKey(edge.dependent));
    const isInKnot = knot !== undefined && knot === knotOf.get(objectKey(edge.target));
    return !(isInKnot && isFoundByLabels(edge));
  });
  return kept.length === edges.length
    ? { edges, ...order }
    : { edges: kept, ...findOrder(keys, kept) };
}

/** One problem for each cycle that a member is on, or for the knot's first when it is on none that is named. */
function problemsOf(knot: Knot, set: ObjectSet): readonly ObjectProblem[] {
  const places = knot.cycles.flatMap((cycle) => cycle.ids.map((id) => ({ id, cycle })));
  const placesOf = groupBy(places, ({ id }) => objectKey(id));
  return knot.members.flatMap((key) => {
    const object = set.byKey.get(key);
    const cycles = placesOf.get(key)?.map(({ cycle }) => cycle) ?? knot.cycles.slice(0, 1);
    return object === undefined
      ? []
      : cycles.map((cycle) => ({ object, problem: cycleProblem(object.where, key, cycle) }));
  });
}

function cycleProblem(where: string, key: ObjectKey, cycle: Cycle): Problem {
  return {
    where,
    what: `${key} waits for itself: ${cycle.text}`,
    expected: "one of these references removed, or switched off by lockstep.dev/after: <id>@none",
  };
}

function collectRefused(
  set: ObjectSet,
  found: readonly ObjectProblem[],
): ReadonlyMap<ObjectKey, readonly Problem[]> {
  const byKey = groupBy(found, ({ object }) => objectKey(object.id));
  return new Map(
    [...set.byKey.keys()].flatMap((key) => {
      const problems = byKey.get(key)?.map(({ problem }) => problem);
      return problems === undefined ? [] : [[key, problems] as const];
    }),
  );
}
