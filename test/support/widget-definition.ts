import type { JsonObject } from "../../src/core/object/json.ts";

/** An established CRD with one namespaced kind, `Widget` of `example.com/v1`. */
export function widgetDefinition(): JsonObject {
  const names = { plural: "widgets", singular: "widget", kind: "Widget", listKind: "WidgetList" };
  const openAPIV3Schema = {
    type: "object",
    properties: {
      spec: {
        type: "object",
        description: "What it is.",
        properties: { size: { type: "integer" } },
      },
      status: { type: "object", "x-kubernetes-preserve-unknown-fields": true },
    },
  };
  const version = {
    name: "v1",
    served: true,
    storage: true,
    schema: { openAPIV3Schema },
    subresources: { status: {} },
  };
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: "widgets.example.com" },
    spec: { group: "example.com", names, scope: "Namespaced", versions: [version] },
    status: {
      acceptedNames: names,
      conditions: [{ type: "Established", status: "True" }],
      storedVersions: ["v1"],
    },
  };
}
