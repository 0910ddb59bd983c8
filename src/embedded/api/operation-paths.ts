import { type Json, type JsonObject, objectAt } from "../../core/object/json.ts";
import type { Resource } from "../kinds/resource.ts";
import { patchTypesOf } from "../requests/patch-types.ts";
import type { OpenApiVersion } from "./schema-document.ts";

/** What differs between the two OpenAPI versions in an operation. */
interface Writing {
  readonly version: OpenApiVersion;
  /** To the type of the body. */
  readonly reference: JsonObject;
}

interface Operation {
  readonly method: "get" | "post" | "put" | "patch" | "delete";
  readonly verb: string;
  /** As `x-kubernetes-action` has it. */
  readonly action: string;
  readonly params: readonly string[];
}

const WRITE_PARAMS = ["dryRun", "fieldManager", "fieldValidation"];

const ON_COLLECTION: readonly Operation[] = [
  { method: "get", verb: "list", action: "list", params: ["labelSelector", "fieldSelector"] },
  { method: "post", verb: "create", action: "post", params: WRITE_PARAMS },
  { method: "delete", verb: "deletecollection", action: "deletecollection", params: ["dryRun"] },
];

const ON_OBJECT: readonly Operation[] = [
  { method: "get", verb: "get", action: "get", params: [] },
  { method: "put", verb: "update", action: "put", params: WRITE_PARAMS },
  { method: "patch", verb: "patch", action: "patch", params: [...WRITE_PARAMS, "force"] },
  { method: "delete", verb: "delete", action: "delete", params: ["dryRun"] },
];

/**
 * The paths of one kind. kubectl looks there for the kind behind a path, and for whether the server validates fields and
 * knows dry runs (the parameters of `patch`).
 */
export function operationPaths(resource: Resource, writing: Writing): JsonObject {
  const { group, version, plural } = resource;
  const root = group === "" ? `/api/${version}` : `/apis/${group}/${version}`;
  const scoped = resource.isNamespaced ? `${root}/namespaces/{namespace}` : root;
  const onCollection = operations(ON_COLLECTION, resource, writing);
  const onObject = operations(ON_OBJECT, resource, writing);
  const everywhere = objectAt(onCollection, "get");
  return {
    ...(resource.isNamespaced && everywhere !== undefined
      ? { [`${root}/${plural}`]: { get: everywhere } }
      : {}),
    [`${scoped}/${plural}`]: onCollection,
    ...(Object.keys(onObject).length === 0 ? {} : { [`${scoped}/${plural}/{name}`]: onObject }),
  };
}

function operations(known: readonly Operation[], resource: Resource, writing: Writing): JsonObject {
  const served = known.filter(({ verb }) => resource.verbs.includes(verb));
  return Object.fromEntries(
    served.map((operation) => [operation.method, describe(operation, resource, writing)]),
  );
}

function describe(operation: Operation, resource: Resource, writing: Writing): JsonObject {
  const { group, version, kind } = resource;
  const isV2 = writing.version === "v2";
  const schema = writing.reference;
  return {
    ...(isV2 && operation.method === "patch" ? { consumes: patchTypesOf(resource) } : {}),
    parameters: operation.params.map((name) => parameter(name, writing.version)),
    ...(isV2 || operation.method !== "patch" ? {} : { requestBody: patchBody(resource) }),
    responses: {
      "200": isV2
        ? { description: "OK", schema }
        : { description: "OK", content: { "application/json": { schema } } },
    },
    "x-kubernetes-action": operation.action,
    "x-kubernetes-group-version-kind": { group, kind, version },
  };
}

function patchBody(resource: Resource): Json {
  const schema = { type: "object" };
  return { content: Object.fromEntries(patchTypesOf(resource).map((type) => [type, { schema }])) };
}

function parameter(name: string, version: OpenApiVersion): JsonObject {
  const type = name === "force" ? "boolean" : "string";
  const place = { name, in: "query" };
  return version === "v2"
    ? { ...place, type, uniqueItems: true }
    : { ...place, schema: { type, uniqueItems: true } };
}
