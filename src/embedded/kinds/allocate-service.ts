import {
  isJsonEqual,
  type JsonObject,
  listAt,
  numberAt,
  objectAt,
  textAt,
} from "../../core/object/json.ts";
import { StatusError } from "../status-error.ts";
import { freeAddress } from "./free-address.ts";
import { freeNodePort } from "./free-node-port.ts";
import type { World } from "./resource.ts";
import {
  hasClusterAddress,
  hasHealthPort,
  hasNodePorts,
  isHeadless,
  mayHaveNodePorts,
  servicePorts,
  serviceType,
} from "./service-fields.ts";

/** Gives a new Service its address and ports. What it asks for itself is judged by `serviceFaults`. */
export function allocateService(service: JsonObject, world: World): JsonObject {
  const { status: _, ...rest } = service;
  return withPorts(withAddress(rest, world), { world, isShared: true });
}

/** Keeps what a Service was given when an update leaves it out, and takes back what its type has no use for. */
export function reallocateService(next: JsonObject, live: JsonObject, world: World): JsonObject {
  checkTwice(next);
  const kept = keepAllocated(withOneAddress(next, live), live);
  return withPorts(withAddress(released(kept, live), world), { world, isShared: false });
}

/** @throws {StatusError} 500 when two ports ask for the same one on the nodes: the server takes it for its own failure. */
function checkTwice(service: JsonObject): void {
  if (!hasNodePorts(service)) return;
  const seen = new Set<string>();
  for (const port of servicePorts(service)) {
    const key = `${textAt(port, "protocol") ?? ""} ${numberAt(port, "nodePort") ?? 0}`;
    if (seen.has(key) && !key.endsWith(" 0")) {
      throw new StatusError(500, { reason: "", message: `duplicate nodePort: {${key}}` });
    }
    seen.add(key);
  }
}

function withAddress(service: JsonObject, world: World): JsonObject {
  if (!hasClusterAddress(service)) return service;
  const spec = { ...objectAt(service, "spec"), ...familiesOf(service) };
  const asked = textAt(spec, "clusterIP");
  const all = listAt(spec, "clusterIPs");
  // A list of addresses without the first one named is a fault, and nothing is to be added to it.
  // Addresses of the other family are not given out at all.
  if (all.length > 0 || listAt(spec, "ipFamilies")[0] === "IPv6") return { ...service, spec };
  const clusterIP = asked ?? freeAddress(world);
  return { ...service, spec: { ...spec, clusterIP, clusterIPs: [clusterIP] } };
}

/** One family of addresses; a headless Service without pods of its own could have any. */
function familiesOf(service: JsonObject): JsonObject {
  const spec = objectAt(service, "spec") ?? {};
  const isOpen = isHeadless(service) && Object.keys(objectAt(spec, "selector") ?? {}).length === 0;
  const families = listAt(spec, "ipFamilies");
  const policy = textAt(spec, "ipFamilyPolicy");
  const isDual = isOpen && policy !== "SingleStack" && families.length === 0;
  return {
    ipFamilies: families.length > 0 ? families : ["IPv4", ...(isDual ? ["IPv6"] : [])],
    ipFamilyPolicy: policy ?? (isDual ? "RequireDualStack" : "SingleStack"),
  };
}

/** @param isShared - Ports of the same number for two protocols share their port on the node, but only in a new Service. */
function withPorts(
  service: JsonObject,
  { world, isShared }: { readonly world: World; readonly isShared: boolean },
): JsonObject {
  const spec = objectAt(service, "spec") ?? {};
  const taken = new Map<number, number>();
  const ports = servicePorts(service).map((port, index) => {
    if (!hasNodePorts(service) || numberAt(port, "nodePort") !== undefined) return port;
    const key = isShared ? (numberAt(port, "port") ?? 0) : index;
    const nodePort = taken.get(key) ?? freeNodePort(world, [...taken.values()]);
    taken.set(key, nodePort);
    return { ...port, nodePort };
  });
  const health =
    hasHealthPort(service) && numberAt(spec, "healthCheckNodePort") === undefined
      ? { healthCheckNodePort: freeNodePort(world, [...taken.values()]) }
      : {};
  return {
    ...service,
    spec: { ...spec, ...(spec["ports"] === undefined ? {} : { ports }), ...health },
  };
}

/** The address and the list of addresses say the same: who changes one changes both. */
function withOneAddress(next: JsonObject, live: JsonObject): JsonObject {
  const { clusterIP, clusterIPs, ...spec } = objectAt(next, "spec") ?? {};
  const was = objectAt(live, "spec") ?? {};
  const isListSame = isJsonEqual(clusterIPs, was["clusterIPs"]);
  const isOneSame = isJsonEqual(clusterIP, was["clusterIP"]);
  if (isListSame && !isOneSame) {
    return {
      ...next,
      spec: { ...spec, ...defined({ clusterIP, clusterIPs: clusterIP && [clusterIP] }) },
    };
  }
  return isOneSame && clusterIPs === undefined ? { ...next, spec } : next;
}

function keepAllocated(next: JsonObject, live: JsonObject): JsonObject {
  if (!hasClusterAddress(next) || !hasClusterAddress(live)) return next;
  const spec = objectAt(next, "spec") ?? {};
  const was = objectAt(live, "spec") ?? {};
  const isAsked = spec["clusterIP"] !== undefined || spec["clusterIPs"] !== undefined;
  const address = isAsked ? {} : { clusterIP: was["clusterIP"], clusterIPs: was["clusterIPs"] };
  return { ...next, spec: { ...spec, ...defined(address), ...keptPorts(next, live) } };
}

function keptPorts(next: JsonObject, live: JsonObject): JsonObject {
  if (!hasNodePorts(next) || !hasNodePorts(live)) return {};
  const was = servicePorts(live);
  const wanted = servicePorts(next);
  const asked = new Set(wanted.map((port) => port["nodePort"]));
  const ports = wanted.map((port) => {
    // Whatever else of it changes, a port is known by its name.
    const old = was.findLast((each) => (each["name"] ?? "") === (port["name"] ?? ""));
    const nodePort = old?.["nodePort"];
    const isFree = nodePort !== undefined && !asked.has(nodePort);
    return isFree && port["nodePort"] === undefined ? { ...port, nodePort } : port;
  });
  const health = objectAt(live, "spec")?.["healthCheckNodePort"];
  const isHealthKept =
    hasHealthPort(next) && objectAt(next, "spec")?.["healthCheckNodePort"] === undefined;
  return { ports, ...(isHealthKept ? defined({ healthCheckNodePort: health }) : {}) };
}

/** A Service that changes its type loses what only the old type has, unless it asks for something else. */
function released(next: JsonObject, live: JsonObject): JsonObject {
  if (serviceType(next) === serviceType(live)) return next;
  const spec = objectAt(next, "spec") ?? {};
  const was = objectAt(live, "spec") ?? {};
  const useless = TYPE_BOUND.filter(([has]) => has(live) && !has(next)).flatMap(
    ([, fields]) => fields,
  );
  const rest = Object.entries(spec).filter(
    ([field, value]) => !(useless.includes(field) && isJsonEqual(value, was[field])),
  );
  return { ...next, spec: { ...Object.fromEntries(rest), ...releasedPorts(next, live) } };
}

/** Fields that a Service has only while it is of a certain type. */
const TYPE_BOUND: readonly (readonly [(service: JsonObject) => boolean, readonly string[]])[] = [
  [
    hasClusterAddress,
    ["clusterIP", "clusterIPs", "ipFamilies", "ipFamilyPolicy", "internalTrafficPolicy"],
  ],
  [hasHealthPort, ["healthCheckNodePort"]],
  [isOpenOutside, ["externalTrafficPolicy"]],
  [isBalanced, ["allocateLoadBalancerNodePorts", "loadBalancerClass"]],
];

function isBalanced(service: JsonObject): boolean {
  return serviceType(service) === "LoadBalancer";
}

function isOpenOutside(service: JsonObject): boolean {
  return isBalanced(service) || serviceType(service) === "NodePort";
}

function releasedPorts(next: JsonObject, live: JsonObject): JsonObject {
  if (!mayHaveNodePorts(live) || mayHaveNodePorts(next)) return {};
  const was = new Set(servicePorts(live).map((each) => each["nodePort"]));
  const ports = servicePorts(next).map(({ nodePort, ...port }) =>
    nodePort === undefined || was.has(nodePort) ? port : { ...port, nodePort },
  );
  return ports.length === 0 ? {} : { ports };
}

function defined(values: Readonly<Record<string, JsonObject[string] | undefined>>): JsonObject {
  const fields = Object.entries(values).flatMap(([field, value]) =>
    value === undefined ? [] : [[field, value] as const],
  );
  return Object.fromEntries(fields);
}
