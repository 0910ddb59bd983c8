import {
  isJsonEqual,
  isJsonList,
  isJsonObject,
  type Json,
  type JsonObject,
  listAt,
  objectAt,
  textAt,
  valueAt,
} from "../../src/core/object/json.ts";
import { generationOf, resourceVersionOf, uidOf } from "../../src/core/object/live-object.ts";
import { applyAs, updateAs } from "./ownership-model.ts";

/** What a small API server makes of a forced apply: ownership, uid, and a newer resourceVersion when anything changed. */
export function applyObject(
  live: JsonObject | undefined,
  config: JsonObject,
  manager = "lockstep",
): JsonObject {
  const before = live ?? newObject(config);
  const after = applyAs(manager, trackedPart(before), withoutOwners(trackedPart(config)));
  return joinParts(before, after, { isNew: live === undefined });
}

/** The same of an object that nobody else ever writes: who owns what of it does not matter. */
export function replaceObject(live: JsonObject | undefined, config: JsonObject): JsonObject {
  const { apiVersion = "", kind = "", metadata: _, ...content } = config;
  const given = objectAt(withoutOwners(config), "metadata") ?? {};
  const { resourceVersion: _old, ...identity } =
    objectAt(live ?? newObject(config), "metadata") ?? {};
  const metadata = { ...identity, ...given };
  const { resourceVersion: __, ...before } = objectAt(live ?? {}, "metadata") ?? {};
  const isSame =
    live !== undefined &&
    isJsonEqual({ ...live, metadata: before }, { apiVersion, kind, ...content, metadata });
  return isSame
    ? live
    : { apiVersion, kind, ...content, metadata: { ...metadata, resourceVersion: nextVersion() } };
}

/** What it makes of a merge patch (`null` removes) by some manager. The status is not written that way. */
export function editObject(live: JsonObject, manager: string, patch: JsonObject): JsonObject {
  const tracked = trackedPart(live);
  const after = updateAs(manager, tracked, mergePatch(withoutOwners(tracked), patch));
  return joinParts(live, after, { isNew: false });
}

/** Every version of every object has another number. */
let versions = 100;

/** A number that no object has carried yet, greater than all before. */
function nextVersion(): string {
  versions += 1;
  return String(versions);
}

function newObject(config: JsonObject): JsonObject {
  const name = textAt(config, "metadata", "name") ?? "";
  const namespace = textAt(config, "metadata", "namespace");
  return {
    apiVersion: config["apiVersion"] ?? "",
    kind: config["kind"] ?? "",
    metadata: {
      name,
      ...(namespace === undefined ? {} : { namespace }),
      uid: `uid-${name}-${nextVersion()}`,
      generation: 0,
    },
  };
}

/** What managers may own: no identity, no status, no entries of subresources. */
function trackedPart(object: JsonObject): JsonObject {
  const { apiVersion: _, kind: __, status: ___, metadata: ____, ...rest } = object;
  const metadata = objectAt(object, "metadata") ?? {};
  const kept = ["labels", "annotations"].flatMap((key) => {
    const value = valueAt(metadata, key);
    return value === undefined ? [] : [[key, value] as const];
  });
  const managedFields = listAt(metadata, "managedFields").filter((each) => !isOfSubresource(each));
  return { ...rest, metadata: { ...Object.fromEntries(kept), managedFields } };
}

function withoutOwners(tracked: JsonObject): JsonObject {
  const {
    managedFields: _,
    resourceVersion: __,
    ...metadata
  } = objectAt(tracked, "metadata") ?? {};
  return { ...tracked, metadata };
}

function joinParts(
  before: JsonObject,
  after: JsonObject,
  { isNew }: { readonly isNew: boolean },
): JsonObject {
  const { labels: _, annotations: __, ...identity } = objectAt(before, "metadata") ?? {};
  const { metadata: ___, ...rest } = after;
  const { apiVersion = "", kind = "", status } = before;
  const kept = objectAt(withoutOwners(after), "metadata");
  const metadata = { ...identity, ...kept, ...ownersOf(before, after) };
  const body = { apiVersion, kind, ...rest, ...(status === undefined ? {} : { status }) };
  if (!isNew && isJsonEqual({ ...body, metadata }, before)) return before;
  const isMoved = isNew || !isJsonEqual(valueAt(before, "spec"), valueAt(rest, "spec"));
  const generation = (generationOf(before) ?? 1) + (isMoved ? 1 : 0);
  return { ...body, metadata: { ...metadata, generation, resourceVersion: nextVersion() } };
}

/** With the resourceVersion that stays when nothing changed. */
function ownersOf(before: JsonObject, after: JsonObject): JsonObject {
  const own = listAt(after, "metadata", "managedFields").filter(isJsonObject);
  const dated = own.map((entry) => ({
    ...entry,
    apiVersion: before["apiVersion"] ?? "",
    time: "2026-01-01T00:00:00Z",
  }));
  const others = listAt(before, "metadata", "managedFields").filter(isOfSubresource);
  const resourceVersion = resourceVersionOf(before);
  return {
    ...(resourceVersion === "" ? {} : { resourceVersion }),
    managedFields: [...dated, ...others],
  };
}

function isOfSubresource(entry: Json): boolean {
  return textAt(entry, "subresource") !== undefined;
}

function mergePatch(value: JsonObject, patch: JsonObject): JsonObject {
  const removed = new Set(Object.keys(patch).filter((key) => patch[key] === null));
  const kept = Object.entries(value).filter(([key]) => !removed.has(key));
  const set = Object.entries(patch).flatMap(([key, part]): (readonly [string, Json])[] => {
    if (part === null) return [];
    const present = valueAt(value, key);
    const isMerged = isJsonObject(part) && isJsonObject(present);
    return [[key, isMerged ? mergePatch(present, part) : part]];
  });
  return { ...Object.fromEntries(kept), ...Object.fromEntries(set) };
}

/** The live object as the server would store it with this status, written by its controller. */
export function withStatus(live: JsonObject, status: JsonObject): JsonObject {
  const metadata = objectAt(live, "metadata") ?? {};
  const entry: JsonObject = {
    manager: "controller",
    operation: "Update",
    apiVersion: live["apiVersion"] ?? "",
    time: "2026-01-01T00:00:00Z",
    fieldsType: "FieldsV1",
    fieldsV1: {
      "f:status": Object.fromEntries(Object.keys(status).map((key) => [`f:${key}`, {}])),
    },
    subresource: "status",
  };
  const others = listAt(metadata, "managedFields").filter((each) => !isOfSubresource(each));
  return {
    ...live,
    status,
    metadata: { ...metadata, managedFields: [...others, entry], resourceVersion: nextVersion() },
  };
}

/** The live object after the JSON patch of a transfer, which replaces ownership as a whole, or of one that takes an annotation away. */
export function patchOwners(live: JsonObject, patch: readonly PatchOperation[]): JsonObject {
  const gone = patch
    .find(({ op }) => op === "remove")
    ?.path.split("/")
    .at(-1);
  if (gone !== undefined) {
    const annotations = { [gone.replaceAll("~1", "/")]: null };
    return editObject(live, "lockstep", { metadata: { annotations } });
  }
  const owners = patch.find(({ path }) => path === "/metadata/managedFields")?.value;
  if (!isJsonList(owners)) throw new Error("the patch does not replace managedFields");
  const metadata = objectAt(live, "metadata") ?? {};
  return {
    ...live,
    metadata: { ...metadata, managedFields: owners, resourceVersion: nextVersion() },
  };
}

interface PatchOperation {
  readonly op?: string;
  readonly path: string;
  readonly value?: unknown;
}

/** A conflict as the server sees it: another uid or resourceVersion than those the body carries. */
export function isOutdated(live: JsonObject | undefined, body: JsonObject): boolean {
  const uid = uidOf(body);
  const version = resourceVersionOf(body);
  if (live === undefined) return uid !== "" || version !== "";
  return (
    (uid !== "" && uid !== uidOf(live)) || (version !== "" && version !== resourceVersionOf(live))
  );
}
