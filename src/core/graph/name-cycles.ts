import { type ObjectKey, objectKey } from "../object/object-id.ts";
import type { Cycle, Edge } from "./edge.ts";

/** Cycles that are named for one knot of objects; the rest of a larger knot is refused with the first of them. */
const CYCLES_MAX = 10;
/** Objects that a cycle's text spells out. */
const SPELLED_MAX = 12;

/**
 * Names cycles in a set of objects each of which waits for itself by some way. Each cycle is a shortest one through its
 * object; together they cover all members, up to `CYCLES_MAX`. A cycle begins with its first object in text order.
 *
 * @param members Keys of the knot, sorted.
 * @param edgesOf The gated edges of a member, sorted by target.
 */
export function nameCycles(
  members: readonly ObjectKey[],
  edgesOf: (member: ObjectKey) => readonly Edge[],
): readonly Cycle[] {
  const within = new Set(members);
  const covered = new Set<ObjectKey>();
  const cycles: Cycle[] = [];
  for (const member of members) {
    if (covered.has(member) || cycles.length === CYCLES_MAX) continue;
    const edges = shortestCycle(member, (key) =>
      edgesOf(key).filter(({ target }) => within.has(objectKey(target))),
    );
    for (const { dependent } of edges) covered.add(objectKey(dependent));
    cycles.push(cycleOf(edges));
  }
  return cycles;
}

/** The edges of a shortest way from `start` back to it, breadth first. */
function shortestCycle(
  start: ObjectKey,
  edgesOf: (member: ObjectKey) => readonly Edge[],
): readonly Edge[] {
  const arrivals = new Map<ObjectKey, Edge>();
  const queue = [start];
  // The queue grows while it is walked; each member enters it once.
  for (const here of queue) {
    for (const edge of edgesOf(here)) {
      const target = objectKey(edge.target);
      if (arrivals.has(target)) continue;
      arrivals.set(target, edge);
      if (target === start) return pathBack(start, arrivals);
      queue.push(target);
    }
  }
  return [];
}

function pathBack(start: ObjectKey, arrivals: ReadonlyMap<ObjectKey, Edge>): readonly Edge[] {
  const backwards: Edge[] = [];
  let edge = arrivals.get(start);
  while (edge !== undefined) {
    backwards.push(edge);
    const from = objectKey(edge.dependent);
    edge = from === start ? undefined : arrivals.get(from);
  }
  return backwards.toReversed();
}

function cycleOf(edges: readonly Edge[]): Cycle {
  const keys = edges.map(({ dependent }) => objectKey(dependent));
  const first = keys.reduce((best, key, index) => (key < (keys[best] ?? key) ? index : best), 0);
  const turned = [...edges.slice(first), ...edges.slice(0, first)];
  return { ids: turned.map(({ dependent }) => dependent), text: textOf(turned) };
}

function textOf(edges: readonly Edge[]): string {
  const hops = edges.map(({ target, origin }) => ` → ${objectKey(target)} (${origin})`);
  const start = edges.slice(0, 1).map(({ dependent }) => objectKey(dependent));
  if (hops.length <= SPELLED_MAX) return [...start, ...hops].join("");
  const left = ` → … ${hops.length - SPELLED_MAX} more …`;
  return [...start, ...hops.slice(0, SPELLED_MAX - 1), left, ...hops.slice(-1)].join("");
}
