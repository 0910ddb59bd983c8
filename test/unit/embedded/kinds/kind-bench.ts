import {
  isJsonObject,
  type Json,
  type JsonObject,
  objectAt,
  textAt,
} from "../../../../src/core/object/json.ts";
import type { Fault } from "../../../../src/embedded/fault.ts";
import { faultText } from "../../../../src/embedded/invalid-object.ts";
import { openCatalogue } from "../../../../src/embedded/kinds/open-catalogue.ts";
import type { Resource, World } from "../../../../src/embedded/kinds/resource.ts";
import { checkMetadata } from "../../../../src/embedded/requests/check-metadata.ts";
import { decodeObject } from "../../../../src/embedded/schema/decode-object.ts";
import { openStore } from "../../../../src/embedded/store/open-store.ts";

/** A world without controllers whose clock stands still and whose random texts count up. */
export function openWorld(): World {
  const store = openStore({ folder: undefined, historyMax: 100 });
  let count = 0;
  return {
    store,
    catalogue: openCatalogue(store),
    now: () => Date.parse("2026-01-02T03:04:05.678Z"),
    randomText: (length) => {
      count += 1;
      return String(count).padStart(length, "a");
    },
    newUid: () => "uid",
  };
}

/** For what stores nothing: reading the tables takes time. */
const EMPTY = openWorld();

/** An object by its `apiVersion`, kind and name, in the namespace `shop` where it lies in one. */
export function write(kind: string, parts: JsonObject = {}, name = "x"): JsonObject {
  const [apiVersion = "", only = ""] = kind.split(" ");
  const metadata = { name, namespace: "shop", uid: "uid", ...objectAt(parts, "metadata") };
  return { apiVersion, kind: only, ...parts, metadata };
}

/** The object as it is after its defaults. */
export function defaulted(object: JsonObject): JsonObject {
  const resource = resourceOf(object, EMPTY);
  return resource.strategy.setDefaults(decodeObject(object, resource.schema).object);
}

/** The object as it would be stored. */
export function prepared(object: JsonObject, world: World = EMPTY): JsonObject {
  const { schema, strategy } = resourceOf(object, world);
  const filled = strategy.setDefaults(decodeObject(object, schema).object);
  return strategy.setDefaults(strategy.prepareCreate(filled, world));
}

/** Stores an object as a create would, without looking for faults. */
export function storeNew(object: JsonObject, world: World): JsonObject {
  const resource = resourceOf(object, world);
  const { metadata } = prepared(object, world);
  const name = textAt(metadata, "name") ?? "";
  const namespace = resource.isNamespaced ? "shop" : "";
  return world.store.put({ ...resource, namespace, name }, prepared(object, world));
}

/** The faults of a new object, one line each, long explanations of syntax cut off. */
export function faultsOf(object: JsonObject, world: World = EMPTY): string[] {
  const resource = resourceOf(object, world);
  const whole = prepared(object, world);
  const { strategy } = resource;
  return [
    ...checkMetadata(whole, resource),
    ...(strategy.validateCreate?.(whole) ?? []),
    ...strategy.validate(whole, world),
  ].map(line);
}

/** The faults of a change, where `next` has only what changes. */
export function changeFaults(object: JsonObject, next: JsonObject): string[] {
  const live = prepared(object);
  const { strategy } = resourceOf(object, EMPTY);
  const whole = changed(live, next);
  return [...strategy.validate(whole, EMPTY), ...strategy.validateUpdate(whole, live)].map(line);
}

/** What a write of an object is warned of. @param live - `undefined` for a create. */
export function warningsOfWrite(next: JsonObject, live: JsonObject | undefined): readonly string[] {
  return resourceOf(next, EMPTY).strategy.warn?.(next, live) ?? [];
}

/** An object after a change, as it would be stored. @param next - What changes, as a merge patch. */
export function changed(live: JsonObject, next: JsonObject): JsonObject {
  const { schema, strategy } = resourceOf(live, EMPTY);
  const filled = strategy.setDefaults(decodeObject(merged(live, next), schema).object);
  return strategy.setDefaults(strategy.prepareUpdate(filled, live, EMPTY));
}

function line(fault: Fault): string {
  const text = `${fault.field}: ${faultText(fault)}`;
  return text
    .replace(/ (?:must|an empty string or) consist of .*$/, " …")
    .replace(/ \(e\.g\. .*$/, " …");
}

function resourceOf(object: JsonObject, world: World): Resource {
  const [group, version] = partsOf(textAt(object, "apiVersion") ?? "");
  const kind = textAt(object, "kind") ?? "";
  const resource = world.catalogue.ofKind({ group, version, kind });
  if (resource === undefined) throw new Error(`${kind} is not served`);
  return resource;
}

function partsOf(apiVersion: string): readonly [string, string] {
  const [first = "", second] = apiVersion.split("/");
  return second === undefined ? ["", first] : [first, second];
}

/** As a merge patch. */
function merged(value: JsonObject, patch: JsonObject): JsonObject {
  const rest = Object.entries(value).filter(([key]) => patch[key] !== null);
  const changes = Object.entries(patch).flatMap(([key, change]): [string, Json][] => {
    if (change === null) return [];
    const before = value[key];
    return [[key, isJsonObject(change) && isJsonObject(before) ? merged(before, change) : change]];
  });
  return { ...Object.fromEntries(rest), ...Object.fromEntries(changes) };
}
