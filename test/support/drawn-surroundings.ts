import type { JsonObject } from "../../src/core/object/json.ts";
import { type DrawnObject, LABEL, typed } from "./drawn-kinds.ts";

/** A Namespace in Git. */
export function namespaceObject(name: string): DrawnObject {
  return {
    body: { apiVersion: "v1", kind: "Namespace", metadata: { name, labels: { team: "one" } } },
    next: team("two"),
    refused: team("not a label value"),
    edits: { change: team("9"), add: LABEL, remove: team(null) },
  };
}

function team(value: string | null): JsonObject {
  return { metadata: { labels: { team: value } } };
}

/** A kind of its own for each state: its CRD is in the same commit as the object, which has no status subresource. */
export function ownKind(group: string): {
  readonly crd: DrawnObject;
  readonly object: DrawnObject;
} {
  const names = { plural: "parcels", singular: "parcel", kind: "Parcel", listKind: "ParcelList" };
  const spec = { type: "object", properties: { size: { type: "integer" } } };
  const openAPIV3Schema = { type: "object", properties: { spec } };
  const version = { name: "v1", served: true, storage: true, schema: { openAPIV3Schema } };
  const crd = {
    ...typed("apiextensions.k8s.io/v1", "CustomResourceDefinition", `parcels.${group}`),
    spec: { group, names, scope: "Namespaced", versions: [version] },
  };
  return {
    crd: unchanging(crd),
    object: {
      body: { ...typed(`${group}/v1`, "Parcel", "parcel"), spec: { size: 1 } },
      next: { spec: { size: 2 } },
      refused: { spec: { size: "large" } },
      edits: { change: { spec: { size: 9 } }, add: LABEL, remove: { spec: { size: null } } },
    },
  };
}

/** Refuses ConfigMaps of one namespace at their next commit. */
export function admissionPolicy(namespace: string): readonly DrawnObject[] {
  const group = "admissionregistration.k8s.io/v1";
  const resources = { apiGroups: [""], apiVersions: ["v1"], resources: ["configmaps"] };
  const resourceRules = [{ ...resources, operations: ["CREATE", "UPDATE"] }];
  const matchLabels = { "kubernetes.io/metadata.name": namespace };
  return [
    {
      ...typed(group, "ValidatingAdmissionPolicy", namespace),
      spec: {
        matchConstraints: { resourceRules, namespaceSelector: { matchLabels } },
        validations: [{ expression: "object.?data.?mode.orValue('') != '2'" }],
      },
    },
    {
      ...typed(group, "ValidatingAdmissionPolicyBinding", namespace),
      spec: { policyName: namespace, validationActions: ["Deny"] },
    },
  ].map(unchanging);
}

function unchanging(body: JsonObject): DrawnObject {
  const edits = { change: LABEL, add: LABEL, remove: LABEL };
  return { body, next: {}, refused: {}, edits };
}
