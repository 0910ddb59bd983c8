import type { JsonObject } from "../../core/object/json.ts";
import { apiVersionOf } from "../../core/object/object-id.ts";
import type { Resource, World } from "../kinds/resource.ts";
import { notFound } from "../refusals.ts";
import { decodeObject } from "../schema/decode-object.ts";
import type { Place } from "../store/object-store.ts";
import type { ObjectCall } from "./object-call.ts";

/** Where the object of a request lies. */
export function placeOf({ resource, namespace, name }: ObjectCall): Place {
  const { group, plural, isNamespaced } = resource;
  return { group, plural, namespace: isNamespaced ? namespace : "", name };
}

/**
 * A stored object in the version of the resource. Versions of a CRD differ in their name and their schema: what a schema has no
 * place for is not shown, and what it has a default for is, though it was not there when the object was stored.
 */
export function inVersion(object: JsonObject, resource: Resource): JsonObject {
  const apiVersion = apiVersionOf(resource);
  const named = object["apiVersion"] === apiVersion ? object : { ...object, apiVersion };
  if (!resource.isCustom) return named;
  const { schema, strategy } = resource;
  return strategy.setDefaults(decodeObject(named, schema).object);
}

/** The object of a request as it is stored, in the version of the request; `undefined` when there is none. */
export function findLive(call: ObjectCall, world: World): JsonObject | undefined {
  const stored = world.store.get(placeOf(call));
  return stored === undefined ? undefined : inVersion(stored, call.resource);
}

/** As `findLive`. @throws {StatusError} 404 when there is none. */
export function requireLive(call: ObjectCall, world: World): JsonObject {
  const live = findLive(call, world);
  if (live === undefined) throw notFound(call.resource, call.name);
  return live;
}
