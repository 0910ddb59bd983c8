import type { Json, JsonObject } from "../../src/core/object/json.ts";

/** Objects of the scenarios: small, all with the name `x` unless told otherwise. */
export function configMap(data: JsonObject, metadata: JsonObject = {}): JsonObject {
  return { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "x", ...metadata }, data };
}

export function secret(data: JsonObject, rest: JsonObject = {}): JsonObject {
  return { apiVersion: "v1", kind: "Secret", metadata: { name: "x" }, data, ...rest };
}

export function container(name: string, rest: JsonObject = {}): JsonObject {
  return { name, image: `${name}:1.0.0`, ...rest };
}

/** A pod template with label `app: x`. */
export function template(containers: readonly Json[], spec: JsonObject = {}): JsonObject {
  return { metadata: { labels: { app: "x" } }, spec: { containers, ...spec } };
}

export function pod(containers: readonly Json[], spec: JsonObject = {}): JsonObject {
  return { apiVersion: "v1", kind: "Pod", metadata: { name: "x" }, spec: { containers, ...spec } };
}

/** A Deployment of containers; `spec` and `metadata` are added. */
export function deployment(
  containers: readonly Json[] = [container("web")],
  rest: {
    readonly spec?: JsonObject;
    readonly metadata?: JsonObject;
    readonly pod?: JsonObject;
  } = {},
): JsonObject {
  return {
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: { name: "x", ...rest.metadata },
    spec: {
      selector: { matchLabels: { app: "x" } },
      template: template(containers, rest.pod),
      ...rest.spec,
    },
  };
}

/** Any workload with a selector and a template. */
export function workload(kind: string, spec: JsonObject = {}): JsonObject {
  return {
    apiVersion: "apps/v1",
    kind,
    metadata: { name: "x" },
    spec: {
      selector: { matchLabels: { app: "x" } },
      template: template([container("web")]),
      ...spec,
    },
  };
}

export function service(ports: readonly Json[], spec: JsonObject = {}): JsonObject {
  return {
    apiVersion: "v1",
    kind: "Service",
    metadata: { name: "x" },
    spec: { selector: { app: "x" }, ports, ...spec },
  };
}

export function job(spec: JsonObject = {}): JsonObject {
  return {
    apiVersion: "batch/v1",
    kind: "Job",
    metadata: { name: "x" },
    spec: {
      template: { spec: { restartPolicy: "Never", containers: [container("run")] } },
      ...spec,
    },
  };
}

/** Only identity: what an applied configuration adds to. */
export function only(object: JsonObject, rest: JsonObject = {}): JsonObject {
  const { apiVersion = "", kind = "" } = object;
  return { apiVersion, kind, metadata: { name: "x" }, ...rest };
}

/** A CRD of group `$ns.example.com`, kind `Widget`, with this schema of `spec`. */
export function widgetCrd(
  spec: JsonObject,
  rest: {
    readonly version?: JsonObject;
    readonly root?: JsonObject;
    readonly status?: JsonObject;
  } = {},
): JsonObject {
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: "widgets.$ns.example.com" },
    spec: {
      group: "$ns.example.com",
      scope: "Namespaced",
      names: { kind: "Widget", plural: "widgets" },
      versions: [
        {
          name: "v1",
          served: true,
          storage: true,
          schema: {
            openAPIV3Schema: {
              type: "object",
              properties: {
                spec,
                status: rest.status ?? {
                  type: "object",
                  "x-kubernetes-preserve-unknown-fields": true,
                },
              },
              ...rest.root,
            },
          },
          ...rest.version,
        },
      ],
    },
  };
}

export function widget(spec: Json, rest: JsonObject = {}): JsonObject {
  return {
    apiVersion: "$ns.example.com/v1",
    kind: "Widget",
    metadata: { name: "x" },
    spec,
    ...rest,
  };
}

/** Any other kind. */
export function made(apiVersion: string, kind: string, rest: JsonObject): JsonObject {
  return { apiVersion, kind, metadata: { name: "x" }, ...rest };
}

/** Cluster-scoped: one name per scenario. */
export function clusterWide(apiVersion: string, kind: string, rest: JsonObject): JsonObject {
  return { apiVersion, kind, metadata: { name: "$ns-wide" }, ...rest };
}

/** A Deployment of one container. */
export function withContainer(rest: JsonObject): JsonObject {
  return deployment([container("web", rest)]);
}
