import { type JsonObject, objectAt, textAt } from "../../core/object/json.ts";
import { invalidObject } from "../invalid-object.ts";
import type { Resource, World } from "../kinds/resource.ts";
import { alreadyExists, internalError } from "../refusals.ts";
import { timeText } from "../time-text.ts";
import { checkMetadata } from "./check-metadata.ts";
import { checkNamespace } from "./check-namespace.ts";
import { dedupeOwners } from "./dedupe-owners.ts";
import type { ObjectCall } from "./object-call.ts";
import { placeOf } from "./object-place.ts";
import { writeWarnings } from "./write-warnings.ts";

/** An object that was stored or, in a dry run, would have been. */
export interface Written {
  readonly object: JsonObject;
  readonly warnings: readonly string[];
}

/** Characters that a generated name gets after its prefix. */
const SUFFIX_LENGTH = 5;
/** Characters of the prefix that are kept, so that the whole stays a DNS label. */
const PREFIX_MAX = 63 - SUFFIX_LENGTH;
/** How often another name is generated when the first exists. */
const NAMES_MAX = 8;

/**
 * Stores a new object: what the server sets, admission, checks.
 *
 * @param tracked - With defaults and managedFields.
 * @throws {StatusError} 404 without its namespace, 422 for faults, 409 when the name is taken.
 */
export function insertObject(
  tracked: JsonObject,
  { call, world, isDryRun }: { call: ObjectCall; world: World; isDryRun: boolean },
): Written {
  const { resource } = call;
  const { strategy } = resource;
  checkNamespace(call, { name: textAt(tracked, "metadata", "name") ?? "", world });
  const { object, warnings: ownerWarnings } = dedupeOwners(tracked);
  const named = withSystemFields(object, { call, world });
  const prepared = withGeneration(strategy.prepareCreate(named, world), resource);
  const next = strategy.setDefaults(prepared);
  const name = textAt(next, "metadata", "name") ?? "";
  const faults = [
    ...checkMetadata(next, resource),
    ...(strategy.validateCreate?.(next) ?? []),
    ...strategy.validate(next, world),
  ];
  if (faults.length > 0) {
    throw invalidObject({ group: resource.group, kind: resource.kind, name }, faults);
  }
  const warnings = [...ownerWarnings, ...writeWarnings(next, undefined, call)];
  const place = { ...placeOf(call), name };
  const other = world.store.get(place);
  if (other !== undefined) throw alreadyExists(resource, other).withWarnings(warnings);
  if (isDryRun) return { object: next, warnings };
  if ((textAt(next, "metadata", "resourceVersion") ?? "") !== "") {
    throw internalError("resourceVersion should not be set on objects to be created");
  }
  return { object: world.store.put(place, next), warnings };
}

/** What only the server says about a new object. */
function withSystemFields(
  object: JsonObject,
  { call, world }: { call: ObjectCall; world: World },
): JsonObject {
  const metadata = objectAt(object, "metadata") ?? {};
  return {
    ...object,
    metadata: {
      ...metadata,
      ...generatedName(metadata, { call, world }),
      uid: world.newUid(),
      creationTimestamp: timeText(world.now()),
    },
  };
}

/** A new object as its writer may describe it: what tells of a deletion is dropped. */
export function asNew(object: JsonObject): JsonObject {
  const {
    selfLink: _link,
    deletionTimestamp: _time,
    deletionGracePeriodSeconds: _seconds,
    ...metadata
  } = objectAt(object, "metadata") ?? {};
  return { ...object, metadata };
}

/** The version that a caller has read does not matter for what does not exist. */
export function withoutVersion(object: JsonObject): JsonObject {
  const { resourceVersion: _, ...metadata } = objectAt(object, "metadata") ?? {};
  return { ...object, metadata };
}

function generatedName(
  metadata: JsonObject,
  { call, world }: { call: ObjectCall; world: World },
): JsonObject {
  const prefix = textAt(metadata, "generateName") ?? "";
  if (prefix === "" || (textAt(metadata, "name") ?? "") !== "") return {};
  const place = placeOf(call);
  let name = "";
  for (let attempt = 0; attempt < NAMES_MAX; attempt += 1) {
    name = prefix.slice(0, PREFIX_MAX) + world.randomText(SUFFIX_LENGTH);
    if (world.store.get({ ...place, name }) === undefined) break;
  }
  return { name };
}

function withGeneration(object: JsonObject, { strategy }: Resource): JsonObject {
  if (strategy.generation === "none") return object;
  return { ...object, metadata: { ...objectAt(object, "metadata"), generation: 1 } };
}
