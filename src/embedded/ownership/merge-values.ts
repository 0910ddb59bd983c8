import { isJsonObject, type Json, type JsonObject } from "../../core/object/json.ts";
import type { Schema } from "../schema/schema.ts";
import { mergeLists } from "./merge-lists.ts";
import { fieldTypeOf, type TypedValue, typeValue } from "./typed-value.ts";

/**
 * What an apply makes of a live object: fields of the configuration win, items of keyed lists and of sets are merged, what
 * is atomic is replaced. A null does not remove what is in a list or a map.
 */
export function mergeValues(live: JsonObject, config: JsonObject, schema: Schema): JsonObject {
  const merged = merge(live, config, schema);
  return isJsonObject(merged) ? merged : config;
}

function merge(live: Json, config: Json, schema: Schema | undefined): Json {
  const before = typeValue(live, schema);
  const after = typeValue(config, schema);
  if (before.kind === "map" && after.kind === "map" && holds(before)) {
    return mergeFields(before.fields, after.fields, before.schema);
  }
  if (before.kind === "list" && after.kind === "list" && holds(before)) {
    const list = before.schema;
    return mergeLists(
      { live: before.items, config: after.items },
      { list, mergeItem: (item, other) => merge(item, other, list.items) },
    );
  }
  return config;
}

function holds(typed: TypedValue): boolean {
  if (typed.kind === "list") return typed.items.length > 0;
  return typed.kind === "map" && Object.keys(typed.fields).length > 0;
}

function mergeFields(live: JsonObject, config: JsonObject, schema: Schema): JsonObject {
  const changed = Object.entries(config).map(([name, value]): readonly [string, Json] => {
    const was = Object.hasOwn(live, name) ? live[name] : undefined;
    return [name, was === undefined ? value : merge(was, value, fieldTypeOf(schema, name).schema)];
  });
  return { ...live, ...Object.fromEntries(changed) };
}
