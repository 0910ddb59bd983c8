import { elementOf } from "../drift/diff-json.ts";
import type { MergeShape } from "../drift/merge-shape.ts";
import { isJsonList, isJsonObject, type Json, type JsonObject, valueAt } from "../object/json.ts";
import type { FieldPath, PathElement } from "../ownership/field-path.ts";
import { formatPath } from "../ownership/format-path.ts";
import { matchesSegment } from "../ownership/match-pattern.ts";
import { findRelease, type ReleasedPath } from "./released-path.ts";

/** A released path that a body sets. */
export interface ReleasedPlace {
  readonly path: FieldPath;
  readonly value: Json;
  readonly by: ReleasedPath;
}

export interface Replacement {
  readonly released: readonly ReleasedPath[];
  /** How the server merges the object, as far as its managers show it: names the items of its lists. */
  readonly shape: MergeShape | undefined;
  /** What stands in the place of a released value; `undefined`: nothing. */
  readonly choose: (path: FieldPath) => Json | undefined;
}

/**
 * A body in which each released path that it sets is replaced or left out, together with a map or list that becomes empty by
 * that. The keys of an item are never left out while the item stays.
 */
export function replaceReleased(
  body: JsonObject,
  { released, shape, choose }: Replacement,
): { readonly body: JsonObject; readonly places: readonly ReleasedPlace[] } {
  const trails = released
    .filter(({ kind }) => kind !== "member")
    .map((by) => ({ by, rest: by.path.split("/").slice(1) }));
  const places: ReleasedPlace[] = [];
  const walk: Walk = { places, choose, released };
  const replaced = replaceFields(body, { path: [], trails, shape, keys: NO_KEYS }, walk);
  return { body: replaced ?? {}, places };
}

interface Walk {
  readonly places: ReleasedPlace[];
  readonly choose: Replacement["choose"];
  readonly released: readonly ReleasedPath[];
}

/** A released path, with what of it is still ahead. */
interface Trail {
  readonly by: ReleasedPath;
  readonly rest: readonly string[];
}

interface Spot {
  readonly path: FieldPath;
  readonly trails: readonly Trail[];
  readonly shape: MergeShape | undefined;
  /** Fields that name the item in its list. */
  readonly keys: ReadonlyMap<string, Json>;
}

const NO_KEYS: ReadonlyMap<string, Json> = new Map();

function replaceAt(value: Json, spot: Spot, walk: Walk): Json | undefined {
  if (spot.trails.length === 0) return value;
  const isHere = spot.trails.some(({ rest }) => rest.length === 0);
  const by = isHere ? findRelease(walk.released, formatPath(spot.path)) : undefined;
  if (by !== undefined) {
    walk.places.push({ path: spot.path, value, by });
    return walk.choose(spot.path);
  }
  if (isJsonObject(value)) return replaceFields(value, spot, walk);
  return isJsonList(value) ? replaceItems(value, spot, walk) : value;
}

function replaceFields(value: JsonObject, spot: Spot, walk: Walk): JsonObject | undefined {
  const names = Object.keys(value);
  const kept = names.flatMap((name): readonly (readonly [string, Json])[] => {
    const below = valueAt(value, name) ?? null;
    const element: PathElement = { kind: "field", name };
    const next = spot.keys.has(name) ? undefined : stepInto(spot, element);
    const changed = next === undefined ? below : replaceAt(below, next, walk);
    return changed === undefined ? [] : [[name, changed]];
  });
  return kept.length === 0 && names.length > 0 ? undefined : Object.fromEntries(kept);
}

function replaceItems(list: readonly Json[], spot: Spot, walk: Walk): readonly Json[] | undefined {
  const kept = list.flatMap((item) => {
    const element = nameItem(item, spot);
    const changed = element === undefined ? item : replaceAt(item, stepInto(spot, element), walk);
    return changed === undefined ? [] : [changed];
  });
  return kept.length === 0 && list.length > 0 ? undefined : kept;
}

function stepInto(spot: Spot, element: PathElement): Spot {
  const segment = formatPath([element]).slice(1);
  return {
    path: [...spot.path, element],
    trails: spot.trails.flatMap((trail) => follow(trail, segment)),
    shape: element.kind === "field" ? spot.shape?.fields.get(element.name) : spot.shape?.item,
    keys: element.kind === "key" ? element.keys : NO_KEYS,
  };
}

function follow({ by, rest }: Trail, segment: string): readonly Trail[] {
  const [first, ...others] = rest;
  if (first === undefined) return [];
  const isOnWay = by.kind === "pattern" ? matchesSegment(first, segment) : first === segment;
  return isOnWay ? [{ by, rest: others }] : [];
}

/** By the server's own keys, else by those that a path names. */
function nameItem(item: Json, { shape, trails }: Spot): PathElement | undefined {
  const known = shape === undefined ? undefined : elementOf(item, shape);
  if (known !== undefined) return known;
  const names = trails.flatMap(({ rest }) => keyNamesIn(rest[0] ?? ""));
  const keys = new Map(
    names.flatMap((name): readonly (readonly [string, Json])[] => {
      const value = valueAt(item, name);
      return value === undefined ? [] : [[name, value]];
    }),
  );
  return keys.size === 0 ? undefined : { kind: "key", keys };
}

/** `name` of `[name=web]`. */
function keyNamesIn(segment: string): readonly string[] {
  if (!segment.startsWith("[")) return [];
  return [...segment.matchAll(/[[,]([A-Za-z]\w*)=/g)].map(([, name = ""]) => name);
}
