import type { Json } from "../../core/object/json.ts";
import { EMPTY_SET, type FieldNode, type FieldSet } from "../../core/ownership/field-set.ts";
import type { Schema } from "../schema/schema.ts";
import { itemElement } from "./item-element.ts";
import { fieldTypeOf, typeValue } from "./typed-value.ts";

/** All paths below a value, containers too: what comes with it when it is new, and goes with it. */
export function everyPath(value: Json, schema: Schema | undefined): FieldSet {
  const typed = typeValue(value, schema);
  if (typed.kind === "leaf") return EMPTY_SET;
  const nodes = new Map<string, FieldNode>();
  if (typed.kind === "map") {
    for (const [name, field] of Object.entries(typed.fields)) {
      const children = everyPath(field, fieldTypeOf(typed.schema, name).schema);
      nodes.set(`f:${name}`, { element: { kind: "field", name }, isMember: true, children });
    }
    return { nodes };
  }
  for (const item of typed.items) {
    const found = itemElement(item, typed.schema);
    if (found.kind === "fault") continue;
    // Which one is meant is not known of an item that stands twice.
    const children = nodes.has(found.text) ? EMPTY_SET : everyPath(item, typed.schema.items);
    nodes.set(found.text, { element: found.element, isMember: true, children });
  }
  return { nodes };
}
