import { isJsonObject, type Json, type JsonObject } from "../../core/object/json.ts";
import {
  EMPTY_SET,
  type FieldNode,
  type FieldSet,
  isEmptySet,
} from "../../core/ownership/field-set.ts";
import type { Schema } from "../schema/schema.ts";
import { itemElement } from "./item-element.ts";
import { fieldTypeOf, typeValue } from "./typed-value.ts";

/**
 * The paths that an applied configuration owns: its leaves, its list items, keys of maps, and what is empty or null. Of an
 * item that stands twice in its list only the item itself.
 */
export function ownedSet(value: Json, schema: Schema | undefined): FieldSet {
  const typed = typeValue(value, schema);
  switch (typed.kind) {
    case "leaf":
      return EMPTY_SET;
    case "list":
      return itemsSet(typed.items, typed.schema);
    case "map":
      return fieldsSet(typed.fields, typed.schema);
  }
}

function fieldsSet(fields: JsonObject, schema: Schema): FieldSet {
  const nodes = new Map<string, FieldNode>();
  for (const [name, value] of Object.entries(fields)) {
    const type = fieldTypeOf(schema, name);
    const isLeaf = typeValue(value, type.schema).kind === "leaf";
    const isMember = isLeaf || !type.isDeclared || isNothing(value);
    const children = isLeaf ? EMPTY_SET : ownedSet(value, type.schema);
    // An empty list is owned by nobody.
    if (!isMember && isEmptySet(children)) continue;
    nodes.set(`f:${name}`, { element: { kind: "field", name }, isMember, children });
  }
  return nodes.size === 0 ? EMPTY_SET : { nodes };
}

function itemsSet(items: readonly Json[], list: Schema): FieldSet {
  const nodes = new Map<string, FieldNode>();
  for (const item of items) {
    const found = itemElement(item, list);
    if (found.kind === "fault") continue;
    const children = nodes.has(found.text) ? EMPTY_SET : ownedSet(item, list.items);
    nodes.set(found.text, { element: found.element, isMember: true, children });
  }
  return { nodes };
}

function isNothing(value: Json): boolean {
  return value === null || (isJsonObject(value) && Object.keys(value).length === 0);
}
