import { type JsonObject, listAt, objectAt, textAt } from "../../core/object/json.ts";
import { isTerminating } from "../../core/object/live-object.ts";
import { isOf, SERVICES } from "../kinds/collections.ts";
import { timeOf } from "../time-text.ts";
import { type ClusterView, type Controller, type Decision, SETTLED } from "./controller.ts";
import type { Pace } from "./pace.ts";
import { tell, writeStatus } from "./writes.ts";

/**
 * Gives Services of type LoadBalancer an address (of the range for documentation: nothing answers there), and takes it from
 * those that are of another type now.
 * @see https://kubernetes.io/docs/concepts/services-networking/service/#loadbalancer
 */
export function serviceController(pace: Pace): Controller {
  return {
    name: "service-controller",
    userAgent: "kube-controller-manager",
    concerns: ({ place }) => (isOf(place, SERVICES) ? [place] : []),
    decide: (place, view) => {
      const service = view.get(place);
      return service === undefined || isTerminating(service)
        ? SETTLED
        : decide(service, view, pace);
    },
  };
}

function decide(service: JsonObject, view: ClusterView, pace: Pace): Decision {
  const hasAddress = addressesOf(service).length > 0;
  const status = objectAt(service, "status") ?? {};
  if (textAt(service, "spec", "type") !== "LoadBalancer") {
    return hasAddress ? { writes: writeStatus(service, { ...status, loadBalancer: {} }) } : SETTLED;
  }
  if (hasAddress) return SETTLED;
  const created = timeOf(textAt(service, "metadata", "creationTimestamp")) ?? view.now;
  const wait = created + pace.provisionMs - view.now;
  if (wait > 0) {
    return {
      writes: [tell(service, "EnsuringLoadBalancer", "Ensuring load balancer")],
      againMs: wait,
    };
  }
  const ingress = [{ ip: freeAddress(view), ipMode: "VIP" }];
  return {
    writes: [
      ...writeStatus(service, { ...status, loadBalancer: { ingress } }),
      tell(service, "EnsuredLoadBalancer", "Ensured load balancer"),
    ],
  };
}

function freeAddress(view: ClusterView): string {
  const used = new Set(view.list(SERVICES).flatMap(addressesOf));
  const free = Array.from({ length: 254 }, (_, index) => `203.0.113.${index + 1}`).find(
    (each) => !used.has(each),
  );
  return free ?? "203.0.113.254";
}

function addressesOf(service: JsonObject): readonly string[] {
  return listAt(service, "status", "loadBalancer", "ingress").flatMap(
    (each) => textAt(each, "ip") ?? [],
  );
}
