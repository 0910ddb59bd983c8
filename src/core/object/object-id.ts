/**
 * Which object, whatever its API version: two manifests that differ only in
 * version name the same object on the server.
 */
export interface ObjectId {
  /** Empty for the core group. */
  readonly group: string;
  readonly kind: string;
  /** Empty for a cluster-scoped object. */
  readonly namespace: string;
  readonly name: string;
}

/** An `ObjectId` as text, fit for a map key and a log line: `Deployment.apps/shop/web`. */
export type ObjectKey = string & { readonly __brand: "ObjectKey" };

/** An object at the API version at which it is read and written. */
export interface ObjectRef {
  readonly id: ObjectId;
  /** `v1`, `apps/v1`. Its group equals `id.group`. */
  readonly apiVersion: string;
}

export function objectKey(id: ObjectId): ObjectKey {
  // Made often: no list is built for it.
  const namespace = id.namespace === "" ? "" : `/${id.namespace}`;
  const name = id.name === "" ? "" : `/${id.name}`;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the only place that makes an ObjectKey
  return `${kindKey(id)}${namespace}${name}` as ObjectKey;
}

/** Kind and group as people write them: `Deployment.apps`, `ConfigMap`. */
export function kindKey(kind: { readonly group: string; readonly kind: string }): string {
  return kind.group === "" ? kind.kind : `${kind.kind}.${kind.group}`;
}

/** Reads the text of `kindKey`. */
export function parseKind(text: string): { readonly group: string; readonly kind: string } {
  const dot = text.indexOf(".");
  return dot < 0
    ? { group: "", kind: text }
    : { group: text.slice(dot + 1), kind: text.slice(0, dot) };
}

/** The version of an `apiVersion`: `v1` of `apps/v1` and of `v1`. */
export function versionOf(apiVersion: string): string {
  return apiVersion.slice(apiVersion.indexOf("/") + 1);
}

/** A group and a version as an `apiVersion`. */
export function apiVersionOf(at: { readonly group: string; readonly version: string }): string {
  return at.group === "" ? at.version : `${at.group}/${at.version}`;
}

/** The group of an `apiVersion`: `apps` of `apps/v1`, empty for `v1`. */
export function groupOf(apiVersion: string): string {
  const slash = apiVersion.indexOf("/");
  return slash < 0 ? "" : apiVersion.slice(0, slash);
}

/**
 * Reads `Kind[.group]/[namespace/]name`.
 *
 * @returns `namespace` is empty when the text names none: the caller knows whether that means
 * "cluster-scoped" or "the namespace of the object that says so". `undefined` when it is no id.
 */
export function parseObjectId(text: string): ObjectId | undefined {
  const found = OBJECT_ID.exec(text.trim());
  if (found === null) return undefined;
  const [, kind = "", group = "", namespace = "", name = ""] = found;
  return { group, kind, namespace, name };
}

/** Kind, group, namespace and name: `Kind[.group]/[namespace/]name`. */
const OBJECT_ID =
  /^([A-Z][A-Za-z0-9]*)(?:\.([a-z0-9](?:[a-z0-9.-]*[a-z0-9])?))?\/(?:([^\s/]+)\/)?([^\s/]+)$/;
