import type { JsonObject } from "../../core/object/json.ts";
import type { Resource, World } from "../kinds/resource.ts";
import type { Place } from "../store/object-store.ts";
import { apiVersionOf } from "./api-version-of.ts";
import type { ObjectCall } from "./object-call.ts";
import { notFound } from "./refusals.ts";

/** Where the object of a request lies. */
export function placeOf({ resource, namespace, name }: ObjectCall): Place {
  const { group, plural, isNamespaced } = resource;
  return { group, plural, namespace: isNamespaced ? namespace : "", name };
}

/** A stored object in the version of the resource: versions of a CRD differ in nothing but their name here. */
export function inVersion(object: JsonObject, resource: Resource): JsonObject {
  const apiVersion = apiVersionOf(resource);
  return object["apiVersion"] === apiVersion ? object : { ...object, apiVersion };
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
