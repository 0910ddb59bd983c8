import { findComponents } from "../graph/find-components.ts";
import { findCycles } from "../graph/find-cycles.ts";
import { type ObjectKey, objectKey } from "../object/object-id.ts";
import { compareText } from "../ownership/compare-text.ts";
import { explainDeadlock, type FirmWait } from "../wording/explain-deadlock.ts";
import { findFirmWaits, mayBePassed, type Waits } from "./find-firm-waits.ts";
import type { OrphanPlan } from "./orphan-plan.ts";
import type { World } from "./world.ts";

/** By member, what is to be known: the circle, and how a person ends it. */
export type Deadlocks = ReadonlyMap<ObjectKey, string>;

const NONE: Deadlocks = new Map();

/**
 * Objects each of which waits, by whatever way, for itself, so that no order of writes satisfies all of them. Git refuses a cycle of
 * its edges; this one is closed by what runs: a target that waits for its dependents under rule (L), or an orphan for those who
 * still use it.
 *
 * Never told of a circle in which anything may still move by itself.
 */
export function findDeadlocks(world: World, orphans: readonly OrphanPlan[]): Deadlocks {
  if (world.look.isSuspended === true || world.questions.size > 0) return NONE;
  if (!mayBeClosed(world)) return NONE;
  const waits = keepStuck(findFirmWaits(world, orphans), world);
  const successors = new Map(
    [...waits].map(([key, all]) => [key, all.map(({ target }) => objectKey(target))]),
  );
  const knots = findComponents(successors).filter(({ length }) => length > 1);
  return new Map(knots.flatMap((members) => nameKnot(members, waits)));
}

/** Where nobody waits under rule (L), all waits are edges of Git, and orphans wait for others only. */
function mayBeClosed({ decided }: World): boolean {
  return [...decided.values()].some(({ blockers }) =>
    blockers.some(({ reason }) => reason === "VersionAhead"),
  );
}

/** Those that stay held whatever the others may do: each waits for another of them. Targets come first, so a chain ends in one round. */
function keepStuck(found: Waits, world: World): Waits {
  const stuck = new Map(found);
  for (let size = -1; size !== stuck.size; ) {
    size = stuck.size;
    for (const [key, all] of found) if (!all.some(isFirm)) stuck.delete(key);
  }
  return new Map([...stuck].map(([key, all]) => [key, all.filter(isFirm).toSorted(byTarget)]));

  function isFirm({ reason, target }: FirmWait): boolean {
    const key = objectKey(target);
    return stuck.has(key) && !(reason === "TargetNotApplied" && mayBePassed(key, stuck, world));
  }
}

/** Each member with a circle that it is on, or with the first where it is on none that is named. */
function nameKnot(
  members: readonly ObjectKey[],
  waits: Waits,
): readonly (readonly [ObjectKey, string])[] {
  const keys = members.toSorted(compareText);
  const circles = findCycles(keys, (key) => waits.get(key) ?? []).map((circle) => ({
    keys: new Set(circle.map(({ dependent }) => objectKey(dependent))),
    text: explainDeadlock(circle),
  }));
  return keys.flatMap((key) => {
    const circle = circles.find((each) => each.keys.has(key)) ?? circles[0];
    return circle === undefined ? [] : [[key, circle.text] as const];
  });
}

function byTarget(a: FirmWait, b: FirmWait): number {
  return compareText(objectKey(a.target), objectKey(b.target));
}
