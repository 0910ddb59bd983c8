import {
  canonicalText,
  isJsonList,
  isJsonObject,
  type Json,
  type JsonObject,
} from "../../core/object/json.ts";
import type { Fault } from "../fault.ts";
import { childPath } from "./child-path.ts";
import type { Schema } from "./schema.ts";

/** Items of sets and keys of the items of maps must differ; each value that repeats is told once. */
export function checkListKeys(value: Json, schema: Schema, path: string): readonly Fault[] {
  if (schema.go !== undefined) return [];
  if (isJsonList(value)) return checkList(value, schema, path);
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([name, each]) => {
    const field = schema.properties.get(name);
    if (field !== undefined) return checkListKeys(each, field, childPath(path, name));
    return schema.values === undefined
      ? []
      : checkListKeys(each, schema.values, `${path}[${name}]`);
  });
}

function checkList(list: readonly Json[], schema: Schema, path: string): readonly Fault[] {
  const { items } = schema;
  const own = ownFaults(list, schema, path);
  if (items === undefined) return own;
  return [
    ...own,
    ...list.flatMap((item, index) => checkListKeys(item, items, `${path}[${index}]`)),
  ];
}

function ownFaults(list: readonly Json[], schema: Schema, path: string): readonly Fault[] {
  if (schema.listType === "set") return repeatedIn(list, path);
  if (schema.listType !== "map") return [];
  const wrong = list.findIndex((item) => item !== null && !isJsonObject(item));
  const item = list[wrong];
  if (item !== undefined) {
    const detail = "must be an object for an array of list-type map";
    return [{ kind: "invalid", field: `${path}[${wrong}]`, value: item, detail }];
  }
  return repeatedIn(
    list.map((each) => keysOf(each, schema.mapKeys)),
    path,
  );
}

function keysOf(item: Json, mapKeys: readonly string[]): JsonObject {
  if (!isJsonObject(item)) return {};
  return Object.fromEntries(
    mapKeys.flatMap((key) => {
      const value = item[key];
      return value === undefined ? [] : [[key, value]];
    }),
  );
}

function repeatedIn(values: readonly Json[], path: string): readonly Fault[] {
  const times = new Map<string, number>();
  return values.flatMap((value, index) => {
    const text = canonicalText(value);
    const seen = times.get(text) ?? 0;
    times.set(text, seen + 1);
    const field = `${path}[${index}]`;
    return seen === 1 ? [{ kind: "duplicate", field, value, detail: "" } as const] : [];
  });
}
