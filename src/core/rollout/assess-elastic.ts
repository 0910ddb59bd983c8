import { textAt } from "../object/json.ts";
import type { Verdict } from "./blocker.ts";
import type { RolloutReading } from "./rollout-reading.ts";
import { failed, OK, waiting } from "./verdict.ts";

/**
 * An Elastic resource is ready when its phase, where it has one, is Ready and its health, where it says one, is green or
 * yellow. Yellow is the normal health of a cluster of one node.
 *
 * @see https://www.elastic.co/docs/reference/cloud-on-k8s/api-docs
 */
export function assessElastic({ object }: RolloutReading): Verdict {
  const phase = textAt(object, "status", "phase") ?? "";
  if (phase === "Invalid" || phase === "Stalled") return failed(`phase ${phase}`);
  if (phase !== "" && phase !== "Ready") return waiting("RollingOut", `phase ${phase}`);
  const health = textAt(object, "status", "health") ?? "";
  return ["", "green", "yellow"].includes(health) ? OK : waiting("NotReady", `health ${health}`);
}
