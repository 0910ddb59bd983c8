import { type JsonObject, textAt } from "../../src/core/object/json.ts";
import { auditSince } from "./audit-log.ts";
import { deployment } from "./kube-manifests.ts";
import type { TestStack } from "./test-stack.ts";

/** The leave to delete and make anew what cannot be changed. */
export const ALLOWED = { annotations: { "lockstep.dev/recreate": "allowed" } };

/** What the stack's agent wrote of one object: `delete 200`; dry runs, and what lost a race, apart. */
export async function writesOf(
  stack: TestStack,
  mark: number,
  object: JsonObject,
): Promise<readonly string[]> {
  const name = textAt(object, "metadata", "name") ?? "";
  const entries = await auditSince(mark, { user: stack.user.name, isWrite: true });
  return entries
    .filter((each) => each.name === name && each.code < 300)
    .map(({ verb, code }) => `${verb} ${code}`);
}

/** A Deployment with two pods of an image, whose labels are its selector, too. `pods`: annotations on them. */
export function rolling(
  name: string,
  version: string,
  more: { readonly labels?: JsonObject; readonly pods?: JsonObject } = {},
): JsonObject {
  const { labels = { app: name }, pods = {} } = more;
  return deployment(name, {
    spec: {
      replicas: 2,
      selector: { matchLabels: labels },
      template: {
        metadata: { labels, annotations: pods },
        spec: { containers: [{ name, image: `${name}:${version}` }] },
      },
    },
  });
}

/** A StatefulSet with one pod. */
export function statefulSet(name: string, spec: JsonObject): JsonObject {
  const labels = { app: name };
  return {
    apiVersion: "apps/v1",
    kind: "StatefulSet",
    metadata: { name },
    spec: {
      replicas: 1,
      serviceName: name,
      selector: { matchLabels: labels },
      template: {
        metadata: { labels },
        spec: { containers: [{ name, image: `${name}:1.0.0` }] },
      },
      ...spec,
    },
  };
}

/** A claim of one gibibyte. */
export function claim(name: string, accessMode: string): JsonObject {
  return {
    apiVersion: "v1",
    kind: "PersistentVolumeClaim",
    metadata: { name },
    spec: { accessModes: [accessMode], resources: { requests: { storage: "1Gi" } } },
  };
}

/** An object of a kind that has more than a spec. */
export function immutable(kind: string, apiVersion: string, body: JsonObject): JsonObject {
  return { apiVersion, kind, metadata: { name: "old" }, ...body };
}

/** A kind of a test of its own, with a group of its own. */
export function crd(group: string, scope: "Namespaced" | "Cluster"): JsonObject {
  const schema = { openAPIV3Schema: { type: "object" } };
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: `things.${group}.example.com` },
    spec: {
      group: `${group}.example.com`,
      scope,
      names: { kind: "Thing", plural: "things" },
      versions: [{ name: "v1", served: true, storage: true, schema }],
    },
  };
}
