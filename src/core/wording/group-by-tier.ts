import type { ObjectStatus } from "../report/status-document.ts";

/** Objects by tier, lowest first. */
export function groupByTier(
  objects: readonly ObjectStatus[],
): readonly (readonly [tier: number, members: readonly ObjectStatus[]])[] {
  const tiers = new Map<number, ObjectStatus[]>();
  for (const object of objects) {
    const members = tiers.get(object.tier);
    if (members === undefined) tiers.set(object.tier, [object]);
    else members.push(object);
  }
  return [...tiers].toSorted(([a], [b]) => a - b);
}
