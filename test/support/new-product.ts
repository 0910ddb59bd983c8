import { randomBytes } from "node:crypto";
import { onTestFinished } from "vitest";
import type { JsonObject } from "../../src/core/object/json.ts";
import { elasticObject, elasticTarget } from "./elastic-objects.ts";
import type { Files } from "./git-repository.ts";
import type { Target } from "./kube-client.ts";
import { manifestFiles, settings } from "./kube-manifests.ts";
import { admin } from "./real-cluster.ts";

/** A product that no cluster knows: its kinds, its namespace and what is in it are all in one revision. */
export interface NewProduct {
  readonly files: Files;
  /** API group of its kinds. */
  readonly group: string;
  readonly namespace: string;
  readonly database: Target;
  /** Comes after the database, at its version. */
  readonly app: Target;
  readonly es: Target;
  /** Refers to Elasticsearch. */
  readonly kibana: Target;
}

/** Kinds of a group and a namespace that nobody else has; the kinds go when the test ends. */
export function makeNewProduct(version: string): NewProduct {
  const suffix = randomBytes(4).toString("hex");
  const group = `p${suffix}.test.lockstep.dev`;
  const namespace = `product-${suffix}`;
  onTestFinished(async () => {
    await Promise.all(
      ["databases", "apps"].map(async (plural) => admin().delete(crdTarget(`${plural}.${group}`))),
    );
  });
  const apiVersion = `${group}/v1`;
  const after = { "lockstep.dev/after": `Database.${group}/db@lockstep` };
  const kibana = { version, elasticsearchRef: { name: "logs" } };
  const files = manifestFiles(
    crd(group, { kind: "Database", plural: "databases" }),
    crd(group, { kind: "App", plural: "apps" }),
    { apiVersion: "v1", kind: "Namespace", metadata: { name: namespace } },
    settings("settings", { a: "1" }, { namespace }),
    { apiVersion, kind: "Database", metadata: { name: "db", namespace }, spec: { version } },
    {
      apiVersion,
      kind: "App",
      metadata: { name: "web", namespace, annotations: after },
      spec: { version },
    },
    elasticObject("Elasticsearch", { name: "logs", namespace }, { version }),
    elasticObject("Kibana", { name: "ui", namespace }, kibana),
  );
  return {
    files,
    group,
    namespace,
    database: { apiVersion, kind: "Database", namespace, name: "db" },
    app: { apiVersion, kind: "App", namespace, name: "web" },
    es: elasticTarget("Elasticsearch", namespace, "logs"),
    kibana: elasticTarget("Kibana", namespace, "ui"),
  };
}

function crdTarget(name: string): Target {
  return { apiVersion: "apiextensions.k8s.io/v1", kind: "CustomResourceDefinition", name };
}

/** `spec.version` is wanted, `status.version` runs. */
function crd(group: string, names: { readonly kind: string; readonly plural: string }): JsonObject {
  const { apiVersion, kind, name } = crdTarget(`${names.plural}.${group}`);
  const open = { type: "object", "x-kubernetes-preserve-unknown-fields": true };
  const version = { type: "string" };
  const observedGeneration = { type: "integer", format: "int64" };
  const properties = {
    spec: { ...open, properties: { version } },
    status: { ...open, properties: { version, observedGeneration } },
  };
  const schema = { openAPIV3Schema: { type: "object", properties } };
  const served = { name: "v1", served: true, storage: true, subresources: { status: {} }, schema };
  return {
    apiVersion,
    kind,
    metadata: { name },
    spec: { group, scope: "Namespaced", names: { ...names }, versions: [served] },
  };
}
