import { createHash } from "node:crypto";
import { isJsonObject, type JsonObject, listAt, objectAt, textAt } from "../../core/object/json.ts";
import type { Resource, World } from "../kinds/resource.ts";
import { encodeOpenApi } from "./encode-open-api.ts";
import { operationPaths } from "./operation-paths.ts";
import { type OpenApiVersion, SchemaDocument } from "./schema-document.ts";

/** A document as it is sent. */
export interface OpenApiText {
  readonly text: string;
  /** Of the text, upper-case hexadecimal. */
  readonly hash: string;
}

const INFO = { title: "Kubernetes", version: "1.34" };
const META = "io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta";

/** The OpenAPI documents of what is served just now; each is made when it is asked for and kept until a CRD changes. */
export class OpenApi {
  readonly #world: World;
  readonly #groups = new Map<string, { members: readonly Resource[]; document: OpenApiText }>();
  #whole: { resources: readonly Resource[]; document: OpenApiText; bytes: Buffer } | undefined;

  constructor(world: World) {
    this.#world = world;
  }

  /** `/openapi/v2`, as JSON and as Protocol Buffers. */
  whole(): { readonly document: OpenApiText; readonly bytes: Buffer } {
    const resources = this.#world.catalogue.resources();
    if (this.#whole?.resources !== resources) {
      const document = wholeDocument(resources, this.#world);
      const bytes = encodeOpenApi(document);
      this.#whole = { resources, document: hashed(document), bytes };
    }
    return this.#whole;
  }

  /** `/openapi/v3`. */
  index(): string {
    const served = groupPaths(this.#world.catalogue.resources());
    for (const path of this.#groups.keys()) {
      if (!served.includes(path)) this.#groups.delete(path);
    }
    const paths = served.map((path): [string, JsonObject] => {
      const hash = this.ofGroup(path)?.hash ?? "";
      return [path, { serverRelativeURL: `/openapi/v3/${path}?hash=${hash}` }];
    });
    const index: JsonObject = { paths: Object.fromEntries(paths) };
    return JSON.stringify(index);
  }

  /** The document of `api/v1` or `apis/GROUP/VERSION`; `undefined` when nothing is served there. */
  ofGroup(path: string): OpenApiText | undefined {
    const members = this.#world.catalogue.resources().filter((each) => pathOf(each) === path);
    if (members.length === 0) return undefined;
    const known = this.#groups.get(path);
    if (known !== undefined && isSame(known.members, members)) return known.document;
    const document = hashed(groupDocument(members, this.#world));
    this.#groups.set(path, { members, document });
    return document;
  }
}

function isSame(a: readonly Resource[], b: readonly Resource[]): boolean {
  return a.length === b.length && a.every((each, index) => each === b[index]);
}

function groupPaths(resources: readonly Resource[]): readonly string[] {
  return [...new Set(resources.map(pathOf))];
}

function pathOf({ group, version }: Resource): string {
  return group === "" ? `api/${version}` : `apis/${group}/${version}`;
}

function hashed(document: JsonObject): OpenApiText {
  const text = JSON.stringify(document);
  return { text, hash: createHash("sha512").update(text).digest("hex").toUpperCase() };
}

function groupDocument(members: readonly Resource[], world: World): JsonObject {
  const { paths, types } = describeAll(members, world, "v3");
  return { openapi: "3.0.0", info: INFO, paths, components: { schemas: types } };
}

function wholeDocument(resources: readonly Resource[], world: World): JsonObject {
  const { paths, types } = describeAll(resources, world, "v2");
  return { swagger: "2.0", info: INFO, paths, definitions: types };
}

function describeAll(
  resources: readonly Resource[],
  world: World,
  version: OpenApiVersion,
): { readonly paths: JsonObject; readonly types: JsonObject } {
  const document = new SchemaDocument(version);
  const paths: Record<string, JsonObject> = {};
  for (const resource of resources) {
    const reference = describeKind(resource, world, document);
    for (const [path, item] of Object.entries(operationPaths(resource, { version, reference }))) {
      if (isJsonObject(item)) paths[path] = item;
    }
  }
  return { paths, types: document.types() };
}

/** Adds the type of a kind, marked with the kind. @returns a reference to it. */
function describeKind(resource: Resource, world: World, document: SchemaDocument): JsonObject {
  const { group, version, kind, schema } = resource;
  const metadata = schema.properties.get("metadata");
  const meta = metadata?.typeName === META ? document.reference(metadata) : { type: "object" };
  const name = schema.typeName === "" ? customTypeName(resource) : schema.typeName;
  if (schema.typeName !== "") document.reference(schema);
  const body = resource.isCustom ? customBody(resource, world, meta) : document.type(name);
  document.define(name, { ...body, "x-kubernetes-group-version-kind": [{ group, kind, version }] });
  return document.referenceTo(name);
}

/** Such as `co.elastic.k8s.kibana.v1.Kibana`. */
function customTypeName({ group, version, kind }: Resource): string {
  return [...group.split(".").toReversed(), version, kind].join(".");
}

/** The schema as it is written in the CRD, with its descriptions. */
function customBody(resource: Resource, { store }: World, metadata: JsonObject): JsonObject {
  const crd = store.get({
    group: "apiextensions.k8s.io",
    plural: "customresourcedefinitions",
    namespace: "",
    name: `${resource.plural}.${resource.group}`,
  });
  const version = listAt(crd, "spec", "versions").find(
    (each) => textAt(each, "name") === resource.version,
  );
  const written = objectAt(version, "schema", "openAPIV3Schema") ?? {};
  const text = { type: "string" };
  return {
    ...written,
    type: "object",
    properties: { ...objectAt(written, "properties"), apiVersion: text, kind: text, metadata },
  };
}
