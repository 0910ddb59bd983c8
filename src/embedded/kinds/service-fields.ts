import { isJsonObject, type JsonObject, listAt, objectAt, textAt } from "../../core/object/json.ts";

/** Types of Services that have an address inside of the cluster. */
export const WITH_ADDRESS = new Set(["ClusterIP", "NodePort", "LoadBalancer"]);

export function serviceType(service: JsonObject): string {
  return textAt(service, "spec", "type") ?? "ClusterIP";
}

export function hasClusterAddress(service: JsonObject): boolean {
  return WITH_ADDRESS.has(serviceType(service));
}

export function isHeadless(service: JsonObject): boolean {
  return textAt(service, "spec", "clusterIP") === "None";
}

/** Whether a Service of this type has ports on every node, if it asks for them. */
export function mayHaveNodePorts(service: JsonObject): boolean {
  const type = serviceType(service);
  return type === "NodePort" || type === "LoadBalancer";
}

/** Whether the ports of a Service are given one on every node. */
export function hasNodePorts(service: JsonObject): boolean {
  const type = serviceType(service);
  if (type === "NodePort") return true;
  const isAllocated = objectAt(service, "spec")?.["allocateLoadBalancerNodePorts"] !== false;
  return type === "LoadBalancer" && isAllocated;
}

/** Whether a balancer asks each node for its health, on a port of its own. */
export function hasHealthPort(service: JsonObject): boolean {
  const policy = textAt(service, "spec", "externalTrafficPolicy");
  return serviceType(service) === "LoadBalancer" && policy === "Local";
}

export function servicePorts(service: JsonObject): readonly JsonObject[] {
  return listAt(service, "spec", "ports").filter(isJsonObject);
}
