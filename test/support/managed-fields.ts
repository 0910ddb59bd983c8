import {
  isJsonObject,
  type Json,
  type JsonObject,
  listAt,
  objectAt,
  textAt,
} from "../../src/core/object/json.ts";

/** The entries of an object in the server's order: `lockstep Apply`, `kube-controller-manager Update status`. */
export function entriesOf(object: JsonObject): readonly string[] {
  return listAt(object, "metadata", "managedFields").map(nameOf);
}

/** One entry as the server stores it, by its name in `entriesOf`. */
export function entryOf(object: JsonObject, name: string): JsonObject | undefined {
  return listAt(object, "metadata", "managedFields")
    .filter(isJsonObject)
    .find((entry) => nameOf(entry) === name);
}

/**
 * The paths that an entry owns, leaves and containers that are members themselves:
 * `spec.template.spec.containers[{"name":"web"}].image`. Read from the stored text, without any code of the product.
 */
export function ownedPaths(object: JsonObject, name: string): readonly string[] {
  const fields = objectAt(entryOf(object, name), "fieldsV1");
  return fields === undefined ? [] : walk(fields, "").toSorted();
}

/** Who owns a path. */
export function ownersOf(object: JsonObject, path: string): readonly string[] {
  return entriesOf(object).filter((name) => ownedPaths(object, name).includes(path));
}

/**
 * What F2 compares: the object without what every write moves (managedFields, resourceVersion, generation), without
 * status and without the Deployment controller's revision.
 */
export function comparableText(object: JsonObject): string {
  const { status: _, metadata, ...rest } = object;
  const volatile = new Set(["managedFields", "resourceVersion", "generation"]);
  const kept = Object.entries(isJsonObject(metadata) ? metadata : {})
    .filter(([key]) => !volatile.has(key))
    .map(([key, value]): [string, Json] => [
      key,
      key === "annotations" ? withoutRevision(value) : value,
    ]);
  return JSON.stringify({ ...rest, metadata: Object.fromEntries(kept) }, undefined, 1);
}

function withoutRevision(annotations: Json): Json {
  if (!isJsonObject(annotations)) return annotations;
  const { "deployment.kubernetes.io/revision": _, ...rest } = annotations;
  return rest;
}

function nameOf(entry: Json): string {
  const parts = ["manager", "operation", "subresource"].map((key) => textAt(entry, key) ?? "");
  return parts.filter((part) => part !== "").join(" ");
}

function walk(fields: JsonObject, path: string): string[] {
  return Object.entries(fields).flatMap(([key, below]) => {
    const here = key === "." ? path : `${path}${stepOf(key)}`.replace(/^\./, "");
    const children = isJsonObject(below) ? walk(below, here) : [];
    const isLeaf = key === "." || children.length === 0;
    return isLeaf ? [here] : children;
  });
}

function stepOf(key: string): string {
  const text = key.slice(2);
  return key.startsWith("f:") ? `.${text}` : `[${text}]`;
}
