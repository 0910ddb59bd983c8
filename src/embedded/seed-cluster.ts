import { type JsonObject, textAt } from "../core/object/json.ts";
import type { World } from "./kinds/resource.ts";
import { answerCall } from "./requests/answer-call.ts";
import type { ObjectCall } from "./requests/object-call.ts";
import { StatusError } from "./status-error.ts";

/** As which field manager the server writes its own objects. */
const USER_AGENT = "kube-apiserver";

const NAMESPACES = ["kube-system", "kube-public", "kube-node-lease", "default"];

const PRIORITY_CLASSES: readonly JsonObject[] = [
  priorityClass("system-node-critical", {
    value: 2_000_001_000,
    description: "Pods that keep their node going and have to stay on it.",
  }),
  priorityClass("system-cluster-critical", {
    value: 2_000_000_000,
    description: "Pods that the cluster needs, on whichever node.",
  }),
];

/** It has no endpoints: a loopback address, where the server listens, may not be one. */
const API_SERVICE: JsonObject = {
  apiVersion: "v1",
  kind: "Service",
  metadata: {
    name: "kubernetes",
    namespace: "default",
    labels: { component: "apiserver", provider: "kubernetes" },
  },
  spec: {
    clusterIP: "10.0.0.1",
    ports: [{ name: "https", port: 443, protocol: "TCP", targetPort: 6443 }],
    sessionAffinity: "None",
    type: "ClusterIP",
  },
};

/** Makes what a new cluster has before anybody asks for anything. What is there already stays. */
export function seedCluster(world: World): void {
  for (const name of NAMESPACES) {
    ensure({ apiVersion: "v1", kind: "Namespace", metadata: { name } }, world);
  }
  for (const each of PRIORITY_CLASSES) ensure(each, world);
  ensure(API_SERVICE, world);
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
    create(object, world);
  } catch (error) {
    if (!(error instanceof StatusError) || error.code !== 409) throw error;
  }
}

function create(object: JsonObject, world: World): void {
  const { resource, namespace } = placeOf(object, world);
  answerCall(
    {
      verb: "create",
      resource,
      namespace,
      name: "",
      subresource: "",
      query: new URLSearchParams(),
      contentType: "application/json",
      body: JSON.stringify(object),
      userAgent: USER_AGENT,
    },
    world,
  );
}

function placeOf(object: JsonObject, world: World): Pick<ObjectCall, "resource" | "namespace"> {
  const [version = "", group = ""] = (textAt(object, "apiVersion") ?? "").split("/").toReversed();
  const kind = textAt(object, "kind") ?? "";
  const resource = world.catalogue.ofKind({ group, version, kind });
  if (resource === undefined) throw new Error(`the catalogue has no ${kind}`);
  return { resource, namespace: textAt(object, "metadata", "namespace") ?? "" };
}
