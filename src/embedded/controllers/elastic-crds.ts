import type { JsonObject } from "../../core/object/json.ts";
import { ELASTIC_PRODUCTS, type ElasticProduct } from "./elastic-products.ts";

const TEXT = { type: "string" };
const COUNT = { type: "integer", format: "int32", minimum: 0 };
const GENERATION = { type: "integer", format: "int64" };
const OPEN = { "x-kubernetes-preserve-unknown-fields": true };

const REFERENCE = {
  type: "object",
  properties: { name: TEXT, namespace: TEXT, secretName: TEXT, serviceName: TEXT },
};

/** CRDs of the kinds that the operator runs: their names and the fields that it looks at; everything else is let through. */
export const ELASTIC_CRDS: readonly JsonObject[] = ELASTIC_PRODUCTS.map(crdOf);

function crdOf(product: ElasticProduct): JsonObject {
  const { group, plural, kind, suffix, workload } = product;
  const isCluster = workload === "StatefulSet";
  const scale = {
    specReplicasPath: ".spec.count",
    statusReplicasPath: ".status.count",
    labelSelectorPath: ".status.selector",
  };
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: {
      name: `${plural}.${group}`,
      labels: { "app.kubernetes.io/name": "elastic-operator" },
    },
    spec: {
      group,
      scope: "Namespaced",
      names: {
        categories: ["elastic"],
        kind,
        listKind: `${kind}List`,
        plural,
        shortNames: [suffix],
        singular: kind.toLowerCase(),
      },
      versions: [
        {
          name: "v1",
          served: true,
          storage: true,
          subresources: isCluster ? { status: {} } : { status: {}, scale },
          additionalPrinterColumns: columns(isCluster),
          schema: {
            openAPIV3Schema: {
              type: "object",
              properties: {
                apiVersion: TEXT,
                kind: TEXT,
                metadata: { type: "object" },
                spec: specSchema(isCluster),
                status: statusSchema(),
              },
            },
          },
        },
      ],
    },
  };
}

function specSchema(isCluster: boolean): JsonObject {
  const nodeSet = {
    type: "object",
    ...OPEN,
    required: ["name"],
    properties: { name: { ...TEXT, minLength: 1, maxLength: 23 }, count: COUNT },
  };
  const own: JsonObject = isCluster
    ? { nodeSets: { type: "array", minItems: 1, items: nodeSet } }
    : { elasticsearchRef: REFERENCE, kibanaRef: REFERENCE };
  return {
    type: "object",
    ...OPEN,
    required: ["version"],
    properties: { version: TEXT, image: TEXT, count: COUNT, ...own },
  };
}

function statusSchema(): JsonObject {
  return {
    type: "object",
    ...OPEN,
    properties: {
      availableNodes: { type: "integer", format: "int32" },
      count: { type: "integer", format: "int32" },
      health: TEXT,
      phase: TEXT,
      version: TEXT,
      selector: TEXT,
      observedGeneration: GENERATION,
    },
  };
}

function column(name: string, jsonPath: string, type = "string"): JsonObject {
  return { name, type, jsonPath };
}

function columns(isCluster: boolean): readonly JsonObject[] {
  return [
    column("health", ".status.health"),
    column("nodes", ".status.availableNodes", "integer"),
    column("version", ".status.version"),
    ...(isCluster ? [column("phase", ".status.phase")] : []),
    column("age", ".metadata.creationTimestamp", "date"),
  ];
}
