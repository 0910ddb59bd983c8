import { textAt } from "../object/json.ts";
import type { Verdict } from "./blocker.ts";
import type { RolloutReading } from "./rollout-reading.ts";
import { OK, waiting } from "./verdict.ts";

/**
 * A Namespace takes objects while it is active.
 *
 * @see https://kubernetes.io/docs/concepts/overview/working-with-objects/namespaces/
 */
export function assessNamespace({ object }: RolloutReading): Verdict {
  const phase = textAt(object, "status", "phase");
  return phase === "Active" ? OK : waiting("NotReady", `phase ${phase ?? "unknown"}, not Active`);
}
