import { listAt, textAt } from "../object/json.ts";
import type { Verdict } from "./blocker.ts";
import { conditionStatus, conditionText } from "./condition.ts";
import type { RolloutReading } from "./rollout-reading.ts";
import { OK, waiting } from "./verdict.ts";

/**
 * A Service of type LoadBalancer is ready when the load balancer has an address; other types are at once.
 *
 * @see https://kubernetes.io/docs/concepts/services-networking/service/#loadbalancer
 */
export function assessService({ object }: RolloutReading): Verdict {
  if (textAt(object, "spec", "type") !== "LoadBalancer") return OK;
  if (conditionStatus(object, "LoadBalancerPortsError") === "True") {
    return waiting("NotReady", conditionText(object, "LoadBalancerPortsError"));
  }
  return listAt(object, "status", "loadBalancer", "ingress").length > 0
    ? OK
    : waiting("NotReady", "the load balancer has no address yet");
}
