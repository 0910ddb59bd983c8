import { objectKey } from "../object/object-id.ts";
import type { ObjectCase } from "./describe-case.ts";
import { ask, type World } from "./world.ts";

/**
 * Whether the contents for which a workload restarts were read for this very decision; asks for those that were not. The cache
 * may be behind what another process saw, and would then restart it for a content of the past.
 */
export function areSourcesFresh({ mode, restart }: ObjectCase, world: World): boolean {
  // What is only told may be a moment behind.
  if (!restart.isDue || mode.mode !== "enforce") return true;
  const stale = restart.live.filter(
    (id) => world.look.sources?.read.get(objectKey(id))?.isFresh !== true,
  );
  for (const id of stale) ask(world, { ask: "source", ref: { id, apiVersion: "v1" } });
  return stale.length === 0;
}
