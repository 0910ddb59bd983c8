import {
  type Json,
  type JsonObject,
  listAt,
  objectAt,
  textAt,
} from "../../src/core/object/json.ts";
import { type FieldSet, pathsOf } from "../../src/core/ownership/field-set.ts";
import { parseFieldSet } from "../../src/core/ownership/parse-field-set.ts";
import { fieldPathText } from "../../src/embedded/ownership/field-path-text.ts";
import type { TrackedResource } from "../../src/embedded/ownership/tracked-resource.ts";
import { schemaOfCrd } from "../../src/embedded/schema/crd-schema.ts";
import { loadKubernetesTypes } from "../../src/embedded/schema/kubernetes-types.ts";
import { makeSchema } from "../../src/embedded/schema/make-schema.ts";

/** A built-in kind as ownership sees it. */
export function builtInKind(
  apiVersion: string,
  kind: string,
  options: { readonly hasStatus?: boolean; readonly replicas?: readonly string[] } = {},
): TrackedResource {
  const [version = "", group = ""] = apiVersion.split("/").toReversed();
  return {
    group,
    version,
    kind,
    schema: loadKubernetesTypes().ofKind({ group, version, kind }) ?? makeSchema({ type: "any" }),
    isCustom: false,
    subresources: options.hasStatus === true ? [{ name: "status" }] : [],
    scale: options.replicas === undefined ? undefined : { specReplicas: options.replicas },
  };
}

const TEXT = { type: "string" };
const TEXTS = { type: "object", additionalProperties: TEXT };
const SET = { type: "array", "x-kubernetes-list-type": "set", items: TEXT };

/** A list of items by their keys. */
function keyed(keys: readonly string[], properties: JsonObject, more: JsonObject = {}): Json {
  return {
    type: "array",
    "x-kubernetes-list-type": "map",
    "x-kubernetes-list-map-keys": keys,
    items: { type: "object", properties, ...more },
  };
}

const SPEC: JsonObject = {
  replicas: { type: "integer" },
  title: TEXT,
  flag: { type: "boolean" },
  port: { "x-kubernetes-int-or-string": true },
  items: keyed(["name"], { name: TEXT, value: TEXT, tags: SET }),
  ports: keyed(["port", "protocol"], {
    port: { type: "integer" },
    protocol: { type: "string", default: "TCP" },
    name: TEXT,
  }),
  pairs: keyed(["a", "b"], { a: TEXT, b: TEXT }),
  tags: SET,
  list: { type: "array", items: TEXT },
  objects: { type: "array", items: { type: "object", properties: { a: TEXT } } },
  whole: { type: "object", "x-kubernetes-map-type": "atomic", properties: { a: TEXT, b: TEXT } },
  map: TEXTS,
  maps: { type: "object", additionalProperties: TEXTS },
  struct: { type: "object", properties: { a: TEXT, inner: TEXTS } },
  free: { type: "object" },
  open: { "x-kubernetes-preserve-unknown-fields": true },
  mixed: {
    type: "object",
    "x-kubernetes-preserve-unknown-fields": true,
    properties: { a: TEXT, tags: SET },
  },
};

/** A custom kind with one field of each sort below `spec`. */
export const WIDGET: TrackedResource = {
  group: "test.dev",
  version: "v1",
  kind: "Widget",
  schema: schemaOfCrd({
    type: "object",
    properties: {
      spec: { type: "object", properties: SPEC },
      status: { type: "object", properties: { phase: TEXT } },
    },
  }),
  isCustom: true,
  subresources: [{ name: "status" }, { name: "scale" }],
  versions: ["v1", "v2"],
  scale: { specReplicas: ["spec", "replicas"] },
};

export function widget(spec: Json, metadata: JsonObject = {}): JsonObject {
  return {
    apiVersion: "test.dev/v1",
    kind: "Widget",
    metadata: { name: "w", ...metadata },
    spec,
  };
}

/** The members of a set on one line, without the leading `.spec`. */
export function setText(set: FieldSet): string {
  return pathsOf(set)
    .map((path) => fieldPathText(path).replace(/^\.spec(?=.)/, ""))
    .join(" ");
}

/** `manager/Operation/subresource@seconds members` for each entry in its order; `@-` without a time. */
export function ownersOf(object: JsonObject): readonly string[] {
  const apiVersion = textAt(object, "apiVersion");
  return listAt(object, "metadata", "managedFields").map((entry) => {
    const version = textAt(entry, "apiVersion");
    const who = [
      textAt(entry, "manager"),
      textAt(entry, "operation"),
      version === apiVersion ? undefined : version,
      textAt(entry, "subresource"),
    ].filter((part) => part !== undefined);
    const time = textAt(entry, "time");
    const seconds = time === undefined ? "-" : Date.parse(time) / 1000;
    const parsed = parseFieldSet(objectAt(entry, "fieldsV1") ?? null);
    return `${who.join("/")}@${seconds} ${parsed.ok ? setText(parsed.value) : parsed.what}`;
  });
}
