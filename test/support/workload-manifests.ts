import type { JsonObject } from "../../src/core/object/json.ts";

/** A pod template whose one container has the image `<app>:<tag>`. */
export function template(app: string, tag: string, spec: JsonObject = {}): JsonObject {
  return {
    metadata: { labels: { app } },
    spec: { containers: [{ name: app, image: `${app}:${tag}` }], ...spec },
  };
}

/** A workload in the namespace `shop` that selects the pods of its own name. */
export function workload(
  kind: "Deployment" | "StatefulSet" | "DaemonSet" | "ReplicaSet",
  name: string,
  spec: JsonObject = {},
): JsonObject {
  return {
    apiVersion: "apps/v1",
    kind,
    metadata: { name, namespace: "shop" },
    spec: {
      ...(kind === "StatefulSet" ? { serviceName: name } : {}),
      selector: { matchLabels: { app: name } },
      template: template(name, "1"),
      ...spec,
    },
  };
}

/** A merge patch that gives the one container of a workload another tag. */
export function withTag(app: string, tag: string): JsonObject {
  return { spec: { template: { spec: { containers: [{ name: app, image: `${app}:${tag}` }] } } } };
}

export function pod(name: string, spec: JsonObject = {}): JsonObject {
  return {
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name, namespace: "shop", labels: { app: name } },
    spec: { containers: [{ name: "main", image: `${name}:1` }], ...spec },
  };
}
