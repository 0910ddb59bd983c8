import type { Blocker } from "../rollout/blocker.ts";
import { lowersFloor, mayBeLower } from "../rollout/check-dependent.ts";
import { declaredVersion } from "../rollout/declared-version.ts";
import type { SkewWrite } from "../rollout/skew-write.ts";
import type { ObjectCase } from "./describe-case.ts";
import { unseenBlocker } from "./unseen-kind.ts";
import { ask, isFresh, type World } from "./world.ts";

/** What the whole cluster says about a write that lowers a version. */
export interface OutsiderDecision {
  readonly blockers: readonly Blocker[];
  readonly isAsking: boolean;
}

const NOBODY: OutsiderDecision = { blockers: [], isAsking: false };

/**
 * Rule (L) for whoever is not known without asking: before a version goes down, and only then, the cluster is asked afresh who depends
 * on the object. Whom that shows counts as any other dependent (`findLockstepInto`); a kind that cannot be seen holds the write.
 */
export function checkOutsiders(
  item: ObjectCase,
  world: World,
  write: Pick<SkewWrite, "kind" | "self" | "body" | "isMadeAnew">,
): OutsiderDecision {
  const paths = world.look.rules.versionPaths;
  if (!mayBeLower(write, paths)) return NOBODY;
  if (!isFresh(world, [item.ref])) return { blockers: [], isAsking: true };
  if (!lowersFloor(write, paths)) return NOBODY;
  const found = world.look.dependents.get(item.key);
  if (found === undefined) {
    ask(world, { ask: "dependents", ref: item.ref });
    return { blockers: [], isAsking: true };
  }
  const want = declaredVersion(write.body, paths) ?? "a version";
  return { blockers: found.unseen.map((each) => unseenBlocker(each, want)), isAsking: false };
}
