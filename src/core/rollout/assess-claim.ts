import { textAt } from "../object/json.ts";
import type { Verdict } from "./blocker.ts";
import type { RolloutReading } from "./rollout-reading.ts";
import { OK, waiting } from "./verdict.ts";

/**
 * A PersistentVolumeClaim is ready when it is bound.
 *
 * @see https://kubernetes.io/docs/concepts/storage/persistent-volumes/#binding
 */
export function assessClaim({ object }: RolloutReading): Verdict {
  const phase = textAt(object, "status", "phase");
  return phase === "Bound" ? OK : waiting("NotReady", `phase ${phase ?? "unknown"}, not Bound`);
}
