import { PRUNE_TRAILER } from "../inventory/confirms-prune.ts";
import { countText } from "../wording/count-text.ts";
import type { Look } from "./look.ts";

/**
 * Why so many objects are not deleted at once without a person's word: an empty source, or more than the limit. A wrong
 * path, a renamed folder or a generator that gave half of its output look just like a wish to delete.
 *
 * @param count How many orphans would go.
 */
export function findPruneBrake(count: number, look: Look): string | undefined {
  const { desired, members, rules } = look;
  if (count === 0 || look.confirmedPrune === desired.revision) return undefined;
  const what = findCause(count, {
    isEmpty: desired.manifests.length === 0,
    of: members.size,
    ...rules.prune,
  });
  return what === undefined
    ? undefined
    : `${what}: nothing is deleted until a commit ends with "${PRUNE_TRAILER}: ${rules.name}", or somebody runs: lockstep sync --stack ${rules.name} --confirm-prune ${desired.revision.slice(0, 10)}`;
}

function findCause(
  count: number,
  limit: {
    readonly isEmpty: boolean;
    readonly of: number;
    readonly objectsMax: number;
    readonly percentMax: number;
  },
): string | undefined {
  if (limit.isEmpty) return "Git has no object any more";
  const isMany = count > limit.objectsMax && count * 100 > limit.percentMax * limit.of;
  return isMany ? `Git dropped ${countText(count, "object")} of ${limit.of} at once` : undefined;
}
