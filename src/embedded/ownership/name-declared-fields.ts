import type { PathElement } from "../../core/ownership/field-path.ts";
import { EMPTY_SET, type FieldNode, type FieldSet } from "../../core/ownership/field-set.ts";
import type { Schema } from "../schema/schema.ts";
import { fieldTypeOf } from "./typed-value.ts";

/**
 * The set with each declared field on the way to a member as a member too: for pruning a struct goes with the last of
 * its fields, while keys of maps and list items go only when they are owned themselves.
 */
export function nameDeclaredFields(set: FieldSet, schema: Schema | undefined): FieldSet {
  if (set.nodes.size === 0) return EMPTY_SET;
  const nodes = new Map<string, FieldNode>();
  for (const [text, node] of set.nodes) {
    const isField = node.element.kind === "field" && schema !== undefined;
    const isDeclared = isField && schema.properties.has(node.element.name);
    nodes.set(text, {
      element: node.element,
      isMember: node.isMember || isDeclared,
      children: nameDeclaredFields(node.children, schemaBelow(schema, node.element)),
    });
  }
  return { nodes };
}

function schemaBelow(schema: Schema | undefined, element: PathElement): Schema | undefined {
  if (schema === undefined) return undefined;
  return element.kind === "field" ? fieldTypeOf(schema, element.name).schema : schema.items;
}
