import { type Json, type JsonObject, objectAt, textAt } from "../../core/object/json.ts";
import { WITH_ADDRESS } from "./service-fields.ts";

/** Seconds for which a client stays with its pod: three hours. */
const AFFINITY_SECONDS = 10_800;

/** Fields of a Service that exist only for some of its types. */
export function serviceDefaults(service: JsonObject): JsonObject {
  const { sessionAffinityConfig, ...spec } = objectAt(service, "spec") ?? {};
  const type = textAt(spec, "type") ?? "ClusterIP";
  return {
    ...service,
    spec: {
      ...(WITH_ADDRESS.has(type) ? { internalTrafficPolicy: "Cluster" } : {}),
      ...(isReachedFromOutside(spec, type) ? { externalTrafficPolicy: "Cluster" } : {}),
      ...(type === "LoadBalancer" ? { allocateLoadBalancerNodePorts: true } : {}),
      ...spec,
      ...affinityOf(spec, sessionAffinityConfig),
    },
  };
}

/** A port leads to the port of the same number. */
export function servicePortDefaults(port: JsonObject): JsonObject {
  const target = port["targetPort"] ?? 0;
  return target === 0 || target === "" ? { ...port, targetPort: port["port"] ?? 0 } : port;
}

function isReachedFromOutside(spec: JsonObject, type: string): boolean {
  if (type === "NodePort" || type === "LoadBalancer") return true;
  return (
    type === "ClusterIP" && Array.isArray(spec["externalIPs"]) && spec["externalIPs"].length > 0
  );
}

function affinityOf(spec: JsonObject, config: Json | undefined): JsonObject {
  const affinity = textAt(spec, "sessionAffinity") ?? "";
  if (affinity === "" || affinity === "None") return {};
  if (affinity !== "ClientIP") return config === undefined ? {} : { sessionAffinityConfig: config };
  const timeoutSeconds = objectAt(config, "clientIP")?.["timeoutSeconds"] ?? AFFINITY_SECONDS;
  return { sessionAffinityConfig: { clientIP: { timeoutSeconds } } };
}
