import { type JsonObject, objectAt, textAt } from "../core/object/json.ts";
import type { World } from "./kinds/resource.ts";
import { answerCall } from "./requests/answer-call.ts";
import type { ObjectCall } from "./requests/object-call.ts";
import { StatusError } from "./status-error.ts";

/** As whom the server writes its own objects. */
const CALLER = { user: "system:apiserver", userAgent: "kube-apiserver" };

const NAMESPACES = ["kube-system", "kube-public", "kube-node-lease", "default"];

const PRIORITY_CLASSES: readonly JsonObject[] = [
  priorityClass("system-node-critical", {
    value: 2_000_001_000,
    description: "Used for system critical pods that must not be moved from their current node.",
  }),
  priorityClass("system-cluster-critical", {
    value: 2_000_000_000,
    description:
      "Used for system critical pods that must run in the cluster, but can be moved to another node if necessary.",
  }),
];

/** Makes what a new cluster has before anybody asks for anything. What is there already stays. */
export function seedCluster(world: World): void {
  for (const name of NAMESPACES) {
    ensure({ apiVersion: "v1", kind: "Namespace", metadata: { name } }, world);
  }
  for (const each of PRIORITY_CLASSES) ensure(each, world);
}

/** Makes the Service `default/kubernetes` and lets it lead to the port of this start. */
export function seedServerAddress(
  { address, port }: { readonly address: string; readonly port: number },
  world: World,
): void {
  const named = { name: "kubernetes", namespace: "default" };
  const https = { name: "https", port, protocol: "TCP" };
  const ports = [{ name: "https", port: 443, protocol: "TCP", targetPort: port }];
  write(
    {
      apiVersion: "v1",
      kind: "Service",
      metadata: { ...named, labels: { component: "apiserver", provider: "kubernetes" } },
      spec: { clusterIP: "10.0.0.1", ports, sessionAffinity: "None", type: "ClusterIP" },
    },
    world,
  );
  write(
    {
      apiVersion: "v1",
      kind: "Endpoints",
      metadata: { ...named, labels: { "endpointslice.kubernetes.io/skip-mirror": "true" } },
      subsets: [{ addresses: [{ ip: address }], ports: [https] }],
    },
    world,
  );
  write(
    {
      apiVersion: "discovery.k8s.io/v1",
      kind: "EndpointSlice",
      metadata: { ...named, labels: { "kubernetes.io/service-name": "kubernetes" } },
      addressType: address.includes(":") ? "IPv6" : "IPv4",
      endpoints: [{ addresses: [address], conditions: { ready: true } }],
      ports: [https],
    },
    world,
  );
}

function priorityClass(
  name: string,
  { value, description }: { readonly value: number; readonly description: string },
): JsonObject {
  return {
    apiVersion: "scheduling.k8s.io/v1",
    kind: "PriorityClass",
    metadata: { name },
    value,
    description,
  };
}

function ensure(object: JsonObject, world: World): void {
  try {
    send(object, "create", world);
  } catch (error) {
    if (!(error instanceof StatusError) || error.code !== 409) throw error;
  }
}

/** Creates the object or patches what it says into the one that is there. */
function write(object: JsonObject, world: World): void {
  const { resource, namespace, name } = placeOf(object, world);
  const { group, plural } = resource;
  const live = world.store.get({ group, plural, namespace, name });
  send(object, live === undefined ? "create" : "patch", world);
}

function send(object: JsonObject, verb: "create" | "patch", world: World): void {
  const { resource, namespace, name } = placeOf(object, world);
  answerCall(
    {
      verb,
      resource,
      namespace,
      name: verb === "create" ? "" : name,
      subresource: "",
      query: new URLSearchParams(),
      contentType: verb === "create" ? "application/json" : "application/merge-patch+json",
      body: JSON.stringify(object),
      caller: CALLER,
    },
    world,
  );
}

function placeOf(
  object: JsonObject,
  world: World,
): Pick<ObjectCall, "resource" | "namespace" | "name"> {
  const [version = "", group = ""] = (textAt(object, "apiVersion") ?? "").split("/").toReversed();
  const kind = textAt(object, "kind") ?? "";
  const resource = world.catalogue.ofKind({ group, version, kind });
  if (resource === undefined) throw new Error(`the catalogue has no ${kind}`);
  const metadata = objectAt(object, "metadata");
  const namespace = textAt(metadata, "namespace") ?? "";
  return { resource, namespace, name: textAt(metadata, "name") ?? "" };
}
