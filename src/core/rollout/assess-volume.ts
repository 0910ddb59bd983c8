import { textAt } from "../object/json.ts";
import type { Verdict } from "./blocker.ts";
import type { RolloutReading } from "./rollout-reading.ts";
import { failed, OK, waiting } from "./verdict.ts";

/**
 * A PersistentVolume is ready when a claim may take it or has taken it. One that was released keeps the data of a claim
 * that is gone, and nobody can take it.
 *
 * @see https://kubernetes.io/docs/concepts/storage/persistent-volumes/#phase
 */
export function assessVolume({ object }: RolloutReading): Verdict {
  const phase = textAt(object, "status", "phase");
  if (phase === "Available" || phase === "Bound") return OK;
  if (phase !== "Failed") {
    return waiting("NotReady", `phase ${phase ?? "unknown"}, neither Available nor Bound`);
  }
  const message = textAt(object, "status", "message") ?? "no reason given";
  return failed(`phase Failed: ${message}`);
}
