import { canonicalText, type JsonObject, objectAt } from "../../core/object/json.ts";
import { idOf } from "../../core/object/live-object.ts";
import { isHeadless } from "../kinds/service-fields.ts";
import { timeText } from "../time-text.ts";
import { controlledBy } from "./owner-reference.ts";
import type { ServicePod } from "./service-pods.ts";
import { definedOnly } from "./writes.ts";

export const SLICE_MANAGER = "endpointslice-controller.k8s.io";
/** An EndpointSlice and the Endpoints of a Service hold so many addresses at most. */
const ADDRESSES_MAX = 1_000;

/** The Endpoints of a Service: a subset for each set of ports. Pods that are going away are in none. */
export function endpointsOf(
  service: JsonObject,
  pods: readonly ServicePod[],
  now: number,
): JsonObject {
  const groups = new Map<string, ServicePod[]>();
  for (const pod of pods.filter((each) => !each.isTerminating).slice(0, ADDRESSES_MAX)) {
    const key = canonicalText(pod.ports);
    groups.set(key, [...(groups.get(key) ?? []), pod]);
  }
  const subsets = [...groups.values()].map((group) => {
    const ready = group.filter((each) => each.isReady).map(addressOf);
    const waiting = group.filter((each) => !each.isReady).map(addressOf);
    const ports = group[0]?.ports ?? [];
    return definedOnly({
      addresses: ready.length === 0 ? undefined : ready,
      notReadyAddresses: waiting.length === 0 ? undefined : waiting,
      ports: ports.length === 0 ? undefined : ports,
    });
  });
  return {
    apiVersion: "v1",
    kind: "Endpoints",
    metadata: {
      name: idOf(service).name,
      namespace: idOf(service).namespace,
      annotations: triggered(now),
      labels: labelsOf(service, { "endpoints.kubernetes.io/managed-by": "endpoint-controller" }),
    },
    ...(subsets.length === 0 ? {} : { subsets }),
  };
}

/** The EndpointSlice of a Service. Its ports are those of the first pod. */
export function endpointSlice(
  service: JsonObject,
  pods: readonly ServicePod[],
  { name, now }: { readonly name: string; readonly now: number },
): JsonObject {
  const id = idOf(service);
  const ports = pods[0]?.ports ?? [];
  return {
    apiVersion: "discovery.k8s.io/v1",
    kind: "EndpointSlice",
    metadata: {
      name,
      generateName: `${id.name}-`,
      namespace: id.namespace,
      annotations: triggered(now),
      labels: labelsOf(service, {
        "endpointslice.kubernetes.io/managed-by": SLICE_MANAGER,
        "kubernetes.io/service-name": id.name,
      }),
      ownerReferences: [controlledBy(service)],
    },
    addressType: "IPv4",
    endpoints: pods.length === 0 ? null : pods.slice(0, ADDRESSES_MAX).map(endpointOf),
    ports: ports.length === 0 ? null : ports,
  };
}

function labelsOf(service: JsonObject, own: JsonObject): JsonObject {
  return {
    ...objectAt(service, "metadata", "labels"),
    ...own,
    ...(isHeadless(service) ? { "service.kubernetes.io/headless": "" } : {}),
  };
}

function triggered(now: number): JsonObject {
  return { "endpoints.kubernetes.io/last-change-trigger-time": timeText(now) };
}

function addressOf({ ip, hostname, nodeName, targetRef }: ServicePod): JsonObject {
  return definedOnly({ ip, hostname, nodeName, targetRef });
}

function endpointOf(pod: ServicePod): JsonObject {
  return definedOnly({
    addresses: [pod.ip],
    conditions: {
      ready: pod.isReady && !pod.isTerminating,
      serving: pod.isReady,
      terminating: pod.isTerminating,
    },
    hostname: pod.hostname,
    nodeName: pod.nodeName,
    targetRef: pod.targetRef,
  });
}
