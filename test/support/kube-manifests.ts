import { stringify } from "yaml";
import { type JsonObject, objectAt, textAt } from "../../src/core/object/json.ts";
import type { Files } from "./git-repository.ts";
import { type Target, targetOf } from "./kube-client.ts";

/** Manifests as files of a repository, one YAML file for each object: `deployment-web.yaml`. */
export function manifestFiles(...objects: readonly JsonObject[]): Files {
  return Object.fromEntries(
    objects.map((object) => [fileOf(object), stringify(object, { version: "1.1" })]),
  );
}

function fileOf(object: JsonObject): string {
  const { kind, name } = targetOf(object);
  return `${kind}-${name.replaceAll(":", "-")}.yaml`.toLowerCase();
}

/** Where a namespaced manifest's object is, when the manifest names no namespace. */
export function targetIn(namespace: string, object: JsonObject): Target {
  return { ...targetOf(object), namespace };
}

/** One container with image `web:1.0.0`, one replica. More of the spec and of the metadata is added to it. */
export function deployment(
  name: string,
  more: {
    readonly metadata?: JsonObject;
    readonly spec?: JsonObject;
    readonly pod?: JsonObject;
  } = {},
): JsonObject {
  return {
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: { name, ...more.metadata },
    spec: {
      replicas: 1,
      selector: { matchLabels: { app: name } },
      template: {
        metadata: { labels: { app: name } },
        spec: { containers: [{ name: "web", image: "web:1.0.0" }], ...more.pod },
      },
      ...more.spec,
    },
  };
}

/** Port 80; the server fills in everything else. */
export function service(
  name: string,
  spec: JsonObject = {},
  metadata: JsonObject = {},
): JsonObject {
  return {
    apiVersion: "v1",
    kind: "Service",
    metadata: { name, ...metadata },
    spec: { selector: { app: name }, ports: [{ port: 80 }], ...spec },
  };
}

export function settings(name: string, data: JsonObject, metadata: JsonObject = {}): JsonObject {
  return { apiVersion: "v1", kind: "ConfigMap", metadata: { name, ...metadata }, data };
}

/** The manifest with more labels or annotations. */
export function marked(
  object: JsonObject,
  marks: { readonly labels?: JsonObject; readonly annotations?: JsonObject },
): JsonObject {
  const metadata = objectAt(object, "metadata");
  const joined = Object.entries(marks).map(([field, added]): [string, JsonObject] => [
    field,
    { ...objectAt(metadata, field), ...added },
  ]);
  return { ...object, metadata: { ...metadata, ...Object.fromEntries(joined) } };
}

/** `Deployment.apps/shop/web`: the object's id as the status shows it. */
export function idIn(namespace: string, object: JsonObject): string {
  const { kind, name } = targetOf(object);
  const apiVersion = textAt(object, "apiVersion") ?? "";
  const group = apiVersion.includes("/") ? `.${apiVersion.split("/")[0] ?? ""}` : "";
  return [`${kind}${group}`, namespace, name].filter((part) => part !== "").join("/");
}
