import { type JsonObject, textAt } from "../../core/object/json.ts";
import { apiVersionOf } from "../../core/object/object-id.ts";
import type { Resource, World } from "../kinds/resource.ts";
import {
  encodeContinueToken,
  expiredToken,
  isFrom,
  positionAfter,
} from "../store/continue-token.ts";
import type { Listing } from "../store/object-store.ts";
import { type ListOptions, readListOptions } from "./list-options.ts";
import type { ObjectAnswer, ObjectCall } from "./object-call.ts";
import { inVersion } from "./object-place.ts";
import { readSelection } from "./read-selection.ts";

/** A list, and its objects with apiVersion and kind. */
export interface ObjectList {
  readonly answer: ObjectAnswer;
  readonly items: readonly JsonObject[];
}

/**
 * Lists the objects of a collection, page by page when a limit is set.
 *
 * @throws {StatusError} 400 for selectors and tokens that cannot be read, 410 for what is not kept any more.
 */
export function listObjects(call: ObjectCall, world: World): ObjectList {
  const { resource } = call;
  const within = resource.isNamespaced ? call.namespace : "";
  const options = readListOptions(call, world);
  const isWanted = readSelection(call.query, resource);
  const { revision, items } = listingOf(call, { world, options });
  const wanted = items
    .filter((item) => options.from === undefined || isFrom(options.from, placeIn(item, within)))
    .filter(isWanted);
  const page = options.limit === 0 ? wanted : wanted.slice(0, options.limit);
  const last = page.at(-1);
  const left = wanted.length - page.length;
  const hasSelector = ["labelSelector", "fieldSelector"].some(
    (each) => (call.query.get(each) ?? "") !== "",
  );
  const more: JsonObject =
    left === 0 || last === undefined
      ? {}
      : {
          continue: encodeContinueToken(positionAfter(revision, placeIn(last, within))),
          ...(hasSelector ? {} : { remainingItemCount: left }),
        };
  const shown = page.map((item) => inVersion(item, resource));
  return {
    items: shown,
    answer: { code: 200, body: listBody(shown, { resource, revision, more }), warnings: [] },
  };
}

function listingOf(
  { resource, namespace }: ObjectCall,
  { world, options }: { world: World; options: ListOptions },
): Listing {
  const { store } = world;
  const { group, plural, isNamespaced } = resource;
  const within = isNamespaced ? namespace : "";
  const revision = options.from?.revision ?? options.exactRevision;
  if (revision === undefined || revision === store.revision) {
    return store.list({ group, plural }, within === "" ? undefined : within);
  }
  const listing = store.listAt({ group, plural }, { namespace: within, revision });
  if (listing !== undefined) return listing;
  throw options.from === undefined ? options.expired : expiredToken(options.from);
}

function placeIn(
  object: JsonObject,
  within: string,
): { within: string; namespace: string; name: string } {
  const namespace = textAt(object, "metadata", "namespace") ?? "";
  return { within, namespace, name: textAt(object, "metadata", "name") ?? "" };
}

/** Lists of built-in kinds name the type once; custom objects carry it each, and always a `continue`. */
function listBody(
  items: readonly JsonObject[],
  { resource, revision, more }: { resource: Resource; revision: number; more: JsonObject },
): JsonObject {
  const start = resource.isCustom ? { continue: "" } : {};
  return {
    kind: resource.listKind,
    apiVersion: apiVersionOf(resource),
    metadata: { ...start, resourceVersion: String(revision), ...more },
    items: resource.isCustom ? items : items.map(withoutType),
  };
}

function withoutType(object: JsonObject): JsonObject {
  const { kind: _kind, apiVersion: _version, ...rest } = object;
  return rest;
}
