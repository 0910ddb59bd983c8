import { objectKey } from "../object/object-id.ts";
import type { Blocker } from "../rollout/blocker.ts";
import type { ObjectCase } from "./describe-case.ts";
import type { IntendedWrite } from "./intended-write.ts";
import { ask, type World } from "./world.ts";

/**
 * Whether the contents for which a workload restarts were read for this very decision; asks for those that were not. The cache
 * may be behind what another process saw, and would then restart it for a content of the past; and a source that came without its
 * label is known to the pods that are made now, so that its label is no reason to restart them again.
 */
export function areSourcesFresh({ mode, restart }: ObjectCase, world: World): boolean {
  // What is only told may be a moment behind.
  if (mode.mode !== "enforce") return true;
  const asked = [...(restart.isDue ? restart.live : []), ...restart.missing];
  const stale = asked.filter((id) => world.look.sources?.read.get(objectKey(id))?.isFresh !== true);
  for (const id of stale) ask(world, { ask: "source", ref: { id, apiVersion: "v1" } });
  return stale.length === 0;
}

/** The sources that keep a restart waiting: nobody can say what they hold now. What Git changes does not wait for that. */
export function findUnreadSources(
  { restart }: ObjectCase,
  { look }: World,
  { kind }: Pick<IntendedWrite, "kind">,
): readonly Blocker[] {
  if (kind === "revert" || !restart.isDue || !restart.isAlone) return [];
  return restart.live.flatMap((id): Blocker[] => {
    const read = look.sources?.read.get(objectKey(id));
    if (read?.isFresh !== true || read.sighting.kind !== "unreadable") return [];
    const { reason } = read.sighting;
    return [
      {
        to: id,
        gate: "exists",
        origin: `structure:${id.kind}`,
        reason: "Unreadable",
        want: "its content, to restart with it",
        have: reason,
      },
    ];
  });
}
