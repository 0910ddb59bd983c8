import { isJsonObject, type Json, type JsonObject } from "../../core/object/json.ts";
import type { FieldSet } from "../../core/ownership/field-set.ts";
import type { Schema } from "../schema/schema.ts";
import { itemElement } from "./item-element.ts";
import { fieldTypeOf, typeValue } from "./typed-value.ts";

/**
 * The object without the members of a set and all below them. What is left of a list or a map without anything in it any
 * more is null.
 */
export function removePaths(object: JsonObject, set: FieldSet, schema: Schema): JsonObject {
  const rest = removeBelow(object, set, schema);
  return isJsonObject(rest) ? rest : {};
}

function removeBelow(value: Json, set: FieldSet, schema: Schema | undefined): Json {
  if (set.nodes.size === 0) return value;
  const typed = typeValue(value, schema);
  switch (typed.kind) {
    case "leaf":
      return leafWithout(value);
    case "list":
      return orNull(
        typed.items.flatMap((item) => {
          const found = itemElement(item, typed.schema);
          const node = found.kind === "element" ? set.nodes.get(found.text) : undefined;
          if (node === undefined) return [item];
          return node.isMember ? [] : [removeBelow(item, node.children, typed.schema.items)];
        }),
      );
    case "map":
      return removeFields(typed.fields, set, typed.schema);
  }
}

function removeFields(fields: JsonObject, set: FieldSet, schema: Schema): Json {
  const kept = Object.entries(fields).flatMap(([name, value]): (readonly [string, Json])[] => {
    const node = set.nodes.get(`f:${name}`);
    if (node === undefined) return [[name, value]];
    if (node.isMember) return [];
    return [[name, removeBelow(value, node.children, fieldTypeOf(schema, name).schema)]];
  });
  return kept.length === 0 ? null : Object.fromEntries(kept);
}

/** A scalar has nothing below it; of what is atomic nothing can stay alone. */
function leafWithout(value: Json): Json {
  return typeof value === "object" ? null : value;
}

function orNull(items: readonly Json[]): Json {
  return items.length === 0 ? null : items;
}
