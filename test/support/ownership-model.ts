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
import type { FieldPath, PathElement } from "../../src/core/ownership/field-path.ts";
import {
  differenceSets,
  EMPTY_SET,
  type FieldNode,
  type FieldSet,
  fieldSetOf,
  filterSet,
  hasPath,
  isEmptySet,
  nodeAt,
  pathsOf,
  unionSets,
} from "../../src/core/ownership/field-set.ts";
import { formatFieldSet } from "../../src/core/ownership/format-field-set.ts";
import { elementText } from "../../src/core/ownership/path-element.ts";
import { readManagerEntries } from "../../src/core/ownership/read-manager-entries.ts";

/**
 * A small model of how the API server tracks ownership, for objects in which a list whose items have a `name` is keyed by
 * it and any other list is atomic. Bodies hold no empty maps or lists; an object carries its ownership as the server does.
 */
export function applyAs(manager: string, live: JsonObject, config: JsonObject): JsonObject {
  const before = setsOf(live);
  const who = `${manager}/Apply`;
  const last = before.get(who) ?? EMPTY_SET;
  const now = appliedSet(config);
  const others = [...before].filter(([name]) => name !== who);
  const kept = others.map(([, set]) => set).reduce(unionSets, now);
  const body = bodyOf(live);
  const merged = mergeJson(body, config);
  const gone = filterSet(differenceSets(last, now), (path) => !isHeld(kept, path));
  const after = cleaned(removePaths(merged, gone));
  const { added, modified, removed } = compare(body, after);
  const changed = unionSets(unionSets(added, modified), removed);
  const rest = others.map(([name, set]) => [name, differenceSets(set, changed)] as const);
  return withSets(after, new Map([...rest, [who, now]]));
}

export function updateAs(manager: string, live: JsonObject, body: JsonObject): JsonObject {
  const after = cleaned(body);
  const changes = compare(bodyOf(live), after);
  const who = `${manager}/Update`;
  const set = unionSets(changes.added, changes.modified);
  const changed = unionSets(set, changes.removed);
  const sets = new Map(
    [...setsOf(live)].map(([name, all]) => [name, differenceSets(all, changed)]),
  );
  const own = unionSets(sets.get(who) ?? EMPTY_SET, set);
  return withSets(after, sets.set(who, own));
}

/** The object without its ownership. */
export function bodyOf(live: JsonObject): JsonObject {
  const { metadata: _, ...body } = live;
  const { managedFields: __, resourceVersion: ___, ...kept } = objectAt(live, "metadata") ?? {};
  return Object.keys(kept).length === 0 ? body : { ...body, metadata: kept };
}

/** Deep merge as an apply does it: lists of named items by name, all else replaced. What stays as it is, is the same object. */
export function mergeJson(live: JsonObject, config: JsonObject): JsonObject {
  const merged = Object.entries(config)
    .map(([name, value]): readonly [string, Json] => [name, mergeValue(valueAt(live, name), value)])
    .filter(([name, value]) => valueAt(live, name) !== value);
  return merged.length === 0 ? live : { ...live, ...Object.fromEntries(merged) };
}

function mergeValue(live: Json | undefined, config: Json): Json {
  if (isJsonObject(live) && isJsonObject(config)) return mergeJson(live, config);
  if (!isNamedList(live) || !isNamedList(config)) return config;
  const kept = live.map((item) => {
    const own = config.find((other) => other["name"] === item["name"]);
    return own === undefined ? item : mergeJson(item, own);
  });
  const fresh = config.filter((item) => !live.some((other) => other["name"] === item["name"]));
  return [...kept, ...fresh];
}

function isNamedList(value: Json | undefined): value is readonly JsonObject[] {
  return (
    isJsonList(value) &&
    value.length > 0 &&
    value.every((item) => isJsonObject(item) && Object.hasOwn(item, "name"))
  );
}

/** Members of an applied configuration: values, atomic lists, items. */
function appliedSet(config: Json): FieldSet {
  const nodes = new Map<string, FieldNode>();
  for (const [element, child] of childrenOf(config)) {
    const isMember = !isContainerValue(child) || element.kind === "key";
    const children = isContainerValue(child) ? appliedSet(child) : EMPTY_SET;
    if (isMember || !isEmptySet(children)) {
      nodes.set(elementText(element), { element, isMember, children });
    }
  }
  return nodes.size === 0 ? EMPTY_SET : { nodes };
}

interface Member {
  readonly path: FieldPath;
  readonly isContainer: boolean;
}

function membersOf(value: Json, path: FieldPath): readonly Member[] {
  return childrenOf(value).flatMap(([element, child]) => {
    const here = [...path, element];
    const member = { path: here, isContainer: isContainerValue(child) };
    return member.isContainer ? [member, ...membersOf(child, here)] : [member];
  });
}

function isContainerValue(value: Json): boolean {
  return isJsonObject(value) || isNamedList(value);
}

function childrenOf(value: Json): readonly (readonly [PathElement, Json])[] {
  if (isNamedList(value)) {
    return value.map((item) => [
      { kind: "key", keys: new Map([["name", item["name"] ?? null]]) },
      item,
    ]);
  }
  return isJsonObject(value)
    ? Object.entries(value).map(([name, child]) => [{ kind: "field", name }, child])
    : [];
}

interface Changes {
  readonly added: FieldSet;
  readonly modified: FieldSet;
  readonly removed: FieldSet;
}

function compare(before: JsonObject, after: JsonObject): Changes {
  const paths: ChangedPaths = { added: [], modified: [], removed: [] };
  comparePlaces({ before, after, path: [] }, paths);
  return {
    added: fieldSetOf(paths.added),
    modified: fieldSetOf(paths.modified),
    removed: fieldSetOf(paths.removed),
  };
}

interface ChangedPaths {
  readonly added: FieldPath[];
  readonly modified: FieldPath[];
  readonly removed: FieldPath[];
}

/** A container counts by its existence, a value by what it is. */
function comparePlaces(
  {
    before,
    after,
    path,
  }: { readonly before: Json; readonly after: Json; readonly path: FieldPath },
  paths: ChangedPaths,
): void {
  // Most of an object stays as it is.
  if (before === after) return;
  const gone = new Map(childrenOf(before).map((each) => [elementText(each[0]), each]));
  for (const [element, child] of childrenOf(after)) {
    const text = elementText(element);
    const here = [...path, element];
    const was = gone.get(text);
    gone.delete(text);
    if (was === undefined) paths.added.push(here, ...pathsBelow(child, here));
    else {
      if (!isContainerValue(child) && !isJsonEqual(was[1], child)) paths.modified.push(here);
      comparePlaces({ before: was[1], after: child, path: here }, paths);
    }
  }
  for (const [element, child] of gone.values()) {
    const here = [...path, element];
    paths.removed.push(here, ...pathsBelow(child, here));
  }
}

function pathsBelow(value: Json, path: FieldPath): readonly FieldPath[] {
  return membersOf(value, path).map((member) => member.path);
}

/** Whether the path stays for what is in the set: a map for anything in it, a list item only when it is owned itself. */
function isHeld(set: FieldSet, path: FieldPath): boolean {
  const isItem = path.at(-1)?.kind === "key";
  return hasPath(set, path) || (!isItem && nodeAt(set, path) !== undefined);
}

function removePaths(body: JsonObject, gone: FieldSet): JsonObject {
  return pathsOf(gone).reduce((value, path) => {
    const removed = removePath(value, path);
    return isJsonObject(removed) ? removed : {};
  }, body);
}

function removePath(value: Json, path: FieldPath): Json {
  const [element, ...rest] = path;
  if (element?.kind === "field" && isJsonObject(value)) {
    const child = valueAt(value, element.name);
    const { [element.name]: _, ...others } = value;
    if (child === undefined) return value;
    return rest.length === 0 ? others : { ...others, [element.name]: removePath(child, rest) };
  }
  if (element?.kind !== "key" || !isNamedList(value)) return value;
  const name = element.keys.get("name");
  return value.flatMap((item) => {
    if (item["name"] !== name) return [item];
    return rest.length === 0 ? [] : [removePath(item, rest)];
  });
}

/** Without what a removal left empty. */
function cleaned(value: JsonObject): JsonObject {
  const before = Object.entries(value);
  const after = before.flatMap(([name, child]): (readonly [string, Json])[] => {
    const clean = cleanedValue(child);
    return isEmptyContainer(clean) ? [] : [[name, clean]];
  });
  const isSame = after.every(([, each], index) => each === before[index]?.[1]);
  return isSame && before.length === after.length ? value : Object.fromEntries(after);
}

function cleanedValue(value: Json): Json {
  if (isJsonObject(value)) return cleaned(value);
  if (!isNamedList(value)) return value;
  const items = value.map(cleaned);
  return items.every((item, index) => item === value[index]) ? value : items;
}

function isEmptyContainer(value: Json): boolean {
  if (isJsonList(value)) return value.length === 0;
  return isJsonObject(value) && Object.keys(value).length === 0;
}

/** What this model wrote and somebody still holds: it need be neither parsed to be known nor written again. */
const readings = new WeakMap<JsonObject, FieldSet>();
const writings = new WeakMap<FieldSet, JsonObject>();

function setsOf(live: JsonObject): Map<string, FieldSet> {
  const sets = new Map<string, FieldSet>();
  for (const raw of listAt(live, "metadata", "managedFields")) {
    const fields = setOf(raw);
    const who = `${textAt(raw, "manager") ?? ""}/${textAt(raw, "operation") ?? ""}`;
    if (fields !== undefined) sets.set(who, fields);
  }
  return sets;
}

function setOf(raw: Json): FieldSet | undefined {
  const fieldsV1 = objectAt(raw, "fieldsV1");
  const known = fieldsV1 && readings.get(fieldsV1);
  return known ?? readManagerEntries({ metadata: { managedFields: [raw] } }).entries[0]?.fields;
}

function formatSet(set: FieldSet): JsonObject {
  const fieldsV1 = writings.get(set) ?? formatFieldSet(set);
  writings.set(set, fieldsV1);
  readings.set(fieldsV1, set);
  return fieldsV1;
}

function withSets(body: JsonObject, sets: ReadonlyMap<string, FieldSet>): JsonObject {
  const managedFields = [...sets]
    .filter(([, set]) => !isEmptySet(set))
    .map(([who, set]) => {
      const [manager = "", operation = ""] = who.split("/");
      return {
        manager,
        operation,
        apiVersion: "v1",
        fieldsType: "FieldsV1",
        fieldsV1: formatSet(set),
      };
    });
  const metadata = { ...objectAt(body, "metadata"), resourceVersion: "1", managedFields };
  return { ...body, metadata };
}
