import {
  isJsonEqual,
  isJsonList,
  isJsonObject,
  type Json,
  type JsonObject,
} from "../../src/core/object/json.ts";

/** The fields by which the items of lists are told apart, of the kinds in use here. */
const ITEM_NAMES = ["name", "mountPath", "containerPort", "port"];

/** Both bodies in one: maps key by key, lists item by item, all else of the second. */
export function mergeParts(first: JsonObject, second: JsonObject): JsonObject {
  const merged = Object.entries(second).map(([name, value]): [string, Json] => [
    name,
    mergeValues(first[name], value),
  ]);
  return { ...first, ...Object.fromEntries(merged) };
}

/** What names an item in its list. */
function itemName(item: Json): string {
  if (!isJsonObject(item)) return JSON.stringify(item);
  const name = ITEM_NAMES.find((each) => Object.hasOwn(item, each));
  return name === undefined ? JSON.stringify(item) : `${name}=${JSON.stringify(item[name])}`;
}

function mergeValues(first: Json | undefined, second: Json): Json {
  if (isJsonObject(first) && isJsonObject(second)) return mergeParts(first, second);
  if (!isJsonList(first) || !isJsonList(second)) return second;
  const kept = first.map((item) => {
    const other = second.find((each) => itemName(each) === itemName(item));
    return other === undefined ? item : mergeValues(item, other);
  });
  const fresh = second.filter((item) => !first.some((each) => itemName(each) === itemName(item)));
  return [...kept, ...fresh];
}

/** Something that is in the first body and not in the second. */
export interface Lack {
  /** Where, from the object's root: names of fields and of items. */
  readonly place: readonly string[];
  readonly value: Json;
}

/** The highest places of the first body that the second lacks, and its values that are others there. */
export function findLacks(
  first: Json,
  second: Json | undefined,
  place: readonly string[] = [],
): readonly Lack[] {
  if (second === undefined) return [{ place, value: first }];
  if (isJsonObject(first) && isJsonObject(second)) {
    return Object.entries(first).flatMap(([name, value]) =>
      findLacks(value, second[name], [...place, name]),
    );
  }
  if (isJsonList(first) && isJsonList(second)) {
    return first.flatMap((item) => {
      const name = itemName(item);
      const other = second.find((each) => itemName(each) === name);
      return findLacks(item, other, [...place, name]);
    });
  }
  return isJsonEqual(first, second) ? [] : [{ place, value: first }];
}

/** What stands at a place of a body. */
export function valueIn(body: Json, place: readonly string[]): Json | undefined {
  let here: Json | undefined = body;
  for (const name of place) {
    if (isJsonList(here)) here = here.find((item) => itemName(item) === name);
    else here = isJsonObject(here) && Object.hasOwn(here, name) ? here[name] : undefined;
  }
  return here;
}
