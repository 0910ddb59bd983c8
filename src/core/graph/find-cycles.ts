import { type ObjectId, type ObjectKey, objectKey } from "../object/object-id.ts";

/** Cycles that are named for one knot of objects. */
const CYCLES_MAX = 10;

/** "The dependent waits for the target." */
export interface Link {
  readonly dependent: ObjectId;
  readonly target: ObjectId;
}

/**
 * Cycles in a set of objects each of which waits for itself by some way. Each cycle is a shortest one through its
 * object; together they cover all members, up to `CYCLES_MAX`. A cycle begins with its first object in text order.
 *
 * @param members Keys of the knot, sorted.
 * @param linksOf The links of a member, sorted by target.
 */
export function findCycles<L extends Link>(
  members: readonly ObjectKey[],
  linksOf: (member: ObjectKey) => readonly L[],
): readonly (readonly L[])[] {
  const within = new Set(members);
  const covered = new Set<ObjectKey>();
  const cycles: (readonly L[])[] = [];
  for (const member of members) {
    if (covered.has(member) || cycles.length === CYCLES_MAX) continue;
    const links = shortestCycle(member, (key) =>
      linksOf(key).filter(({ target }) => within.has(objectKey(target))),
    );
    for (const { dependent } of links) covered.add(objectKey(dependent));
    cycles.push(turned(links));
  }
  return cycles;
}

/** The links of a shortest way from `start` back to it, breadth first. */
function shortestCycle<L extends Link>(
  start: ObjectKey,
  linksOf: (member: ObjectKey) => readonly L[],
): readonly L[] {
  const arrivals = new Map<ObjectKey, L>();
  const queue = [start];
  // The queue grows while it is walked; each member enters it once.
  for (const here of queue) {
    for (const link of linksOf(here)) {
      const target = objectKey(link.target);
      if (arrivals.has(target)) continue;
      arrivals.set(target, link);
      if (target === start) return pathBack(start, arrivals);
      queue.push(target);
    }
  }
  return [];
}

function pathBack<L extends Link>(
  start: ObjectKey,
  arrivals: ReadonlyMap<ObjectKey, L>,
): readonly L[] {
  const backwards: L[] = [];
  let link = arrivals.get(start);
  while (link !== undefined) {
    backwards.push(link);
    const from = objectKey(link.dependent);
    link = from === start ? undefined : arrivals.get(from);
  }
  return backwards.toReversed();
}

function turned<L extends Link>(links: readonly L[]): readonly L[] {
  const keys = links.map(({ dependent }) => objectKey(dependent));
  const first = keys.reduce((best, key, index) => (key < (keys[best] ?? key) ? index : best), 0);
  return [...links.slice(first), ...links.slice(0, first)];
}
