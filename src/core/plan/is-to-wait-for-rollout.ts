import { restsByStrategy } from "../rollout/rests-by-strategy.ts";
import { phaseOfRollout } from "./choose-phase.ts";
import type { ObjectCase } from "./describe-case.ts";
import type { World } from "./world.ts";

/**
 * Whether the config lets the rollout of a workload end before its pods restart for a source's sake. One that stands still is not
 * waited for: the new content may be what it needs; nor is one that rests until a person acts.
 */
export function isToWaitForRollout(item: ObjectCase, world: World): boolean {
  const { readings, rules } = world.look;
  const reading = readings.get(item.key);
  if (rules.restarts.duringRollout !== "wait" || reading === undefined) return false;
  if (item.live === undefined || restsByStrategy(item.live)) return false;
  return phaseOfRollout(item, reading, world).phase === "ApplyingChanges";
}
