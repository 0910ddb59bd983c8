import {
  isJsonList,
  isJsonObject,
  type Json,
  type JsonObject,
  listAt,
  objectAt,
  textAt,
} from "../../core/object/json.ts";
import { defaultPullPolicy } from "./default-pull-policy.ts";
import { podRequests } from "./pod-requests.ts";

/** A container that says no pull policy gets one by its tag. */
export function containerDefaults(container: JsonObject): JsonObject {
  const image = container["image"];
  return {
    imagePullPolicy: defaultPullPolicy(typeof image === "string" ? image : ""),
    ...container,
  };
}

/** The old name of the service account field has always the value of the new one. */
export function podSpecDefaults(spec: JsonObject): JsonObject {
  const account = spec["serviceAccountName"] ?? spec["serviceAccount"];
  return account === undefined
    ? spec
    : { ...spec, serviceAccountName: account, serviceAccount: account };
}

/** What only a pod gets, and not the template of one. */
export function podDefaults(pod: JsonObject): JsonObject {
  const spec = objectAt(pod, "spec") ?? {};
  const filled = {
    enableServiceLinks: true,
    ...spec,
    ...mapped(spec, "containers", (each) => podContainer(each, spec)),
    ...mapped(spec, "initContainers", (each) => podContainer(each, spec)),
  };
  return { ...pod, spec: { ...filled, ...podRequests(filled) } };
}

/** The first address has a field of its own, and the field wins. */
export function podStatusDefaults(status: JsonObject): JsonObject {
  const addresses = listAt(status, "podIPs");
  const first = textAt(addresses, 0, "ip") ?? "";
  const address = textAt(status, "podIP") ?? first;
  if (address === "") return status;
  return {
    ...status,
    podIP: address,
    podIPs: first === address ? addresses : [{ ip: address }],
  };
}

function podContainer(container: JsonObject, spec: JsonObject): JsonObject {
  const requested = { ...container, ...requestsOf(container) };
  if (spec["hostNetwork"] !== true) return requested;
  return { ...requested, ...mapped(container, "ports", hostPort) };
}

/** What is limited and not requested is requested as limited. */
function requestsOf(container: JsonObject): JsonObject {
  const resources = objectAt(container, "resources");
  const limits = objectAt(resources, "limits");
  if (limits === undefined) return {};
  return {
    resources: { ...resources, requests: { ...limits, ...objectAt(resources, "requests") } },
  };
}

/** In the host's network a port is the host's. */
function hostPort(port: JsonObject): JsonObject {
  const number = port["containerPort"] ?? 0;
  const host = port["hostPort"] ?? 0;
  return { ...port, hostPort: host === 0 ? number : host };
}

function mapped(
  owner: JsonObject,
  field: string,
  change: (item: JsonObject) => JsonObject,
): JsonObject {
  const items: Json | undefined = owner[field];
  if (!isJsonList(items)) return {};
  return { [field]: items.map((each) => (isJsonObject(each) ? change(each) : each)) };
}
