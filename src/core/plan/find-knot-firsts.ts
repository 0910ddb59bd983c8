import { findComponents } from "../graph/find-components.ts";
import type { ObjectKey } from "../object/object-id.ts";
import { compareText } from "../ownership/compare-text.ts";
import type { Sibling } from "./look.ts";

/** By orphan that would go but for these: what it waits for. */
type Waiting = ReadonlyMap<ObjectKey, readonly ObjectKey[]>;

/**
 * Orphans that go although orphans of other stacks depend on them: each of those waits, by whatever way, for this one, and for nobody
 * else. Of such a knot the first in text order goes, then the next: each stack comes to that by itself, from what the others' last
 * passes waited for.
 *
 * @param own All orphans of this stack that nothing keeps.
 */
export function findKnotFirsts(own: Waiting, siblings: readonly Sibling[]): ReadonlySet<ObjectKey> {
  const waiting = new Map([...siblings.flatMap(findWaiting), ...own]);
  const successors = new Map(
    [...waiting].map(([key, on]) => [key, on.filter((each) => waiting.has(each))] as const),
  );
  const knots = findComponents(successors).filter((members) => {
    const within = new Set(members);
    return members.every((key) => waiting.get(key)?.every((each) => within.has(each)) === true);
  });
  const firsts = knots.flatMap((members) => members.toSorted(compareText).slice(0, 1));
  return new Set(firsts.filter((key) => (own.get(key) ?? []).length > 0));
}

/** What Git has there by now does not go, whatever its stack's last pass said. */
function findWaiting({
  keys,
  waiting,
  readings,
}: Sibling): readonly [ObjectKey, readonly ObjectKey[]][] {
  if (keys === undefined) return [];
  return [...waiting].filter(([key]) => !keys.has(key) && readings?.has(key) === true);
}
