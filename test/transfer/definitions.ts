import type { JsonObject } from "../../src/core/object/json.ts";

const TEXTS: JsonObject = { type: "object", additionalProperties: { type: "string" } };
const LIST_OF_TEXT = { type: "array", items: { type: "string" } } as const;

const GADGET_SPEC: JsonObject = {
  type: "object",
  properties: {
    size: { type: "integer" },
    settings: TEXTS,
    rules: {
      type: "array",
      "x-kubernetes-list-type": "map",
      "x-kubernetes-list-map-keys": ["name"],
      items: {
        type: "object",
        required: ["name"],
        properties: { name: { type: "string" }, level: { type: "integer" } },
      },
    },
    tags: { ...LIST_OF_TEXT, "x-kubernetes-list-type": "set" },
    steps: { ...LIST_OF_TEXT, "x-kubernetes-list-type": "atomic" },
    nested: { type: "object", properties: { deep: TEXTS } },
  },
};

/** The two CRDs of the fuzzer: `Gadget`, at two versions, and `Loose`, without a schema. */
export const DEFINITIONS: readonly JsonObject[] = [
  definition("Gadget", GADGET_SPEC, ["v1", "v2"]),
  definition("Loose", { type: "object", "x-kubernetes-preserve-unknown-fields": true }, ["v1"]),
];

function definition(kind: string, spec: JsonObject, versions: readonly string[]): JsonObject {
  const singular = kind.toLowerCase();
  const status = { type: "object", "x-kubernetes-preserve-unknown-fields": true };
  const openAPIV3Schema = { type: "object", properties: { spec, status } };
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: `${singular}s.transfer.example.com` },
    spec: {
      group: "transfer.example.com",
      names: { plural: `${singular}s`, singular, kind },
      scope: "Namespaced",
      versions: versions.map((name, index) => ({
        name,
        served: true,
        storage: index === 0,
        schema: { openAPIV3Schema },
        subresources: { status: {} },
      })),
    },
  };
}
