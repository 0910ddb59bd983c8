import { EMPTY_SET, type FieldNode, type FieldSet } from "../../core/ownership/field-set.ts";
import type { Schema } from "../schema/schema.ts";
import { fieldTypeOf, isDeduced } from "./typed-value.ts";

/**
 * The set with what lies inside of an atomic list or map as that list or map: a CRD may have made it atomic after
 * managers had taken fields of it.
 */
export function fitSet(set: FieldSet, schema: Schema): FieldSet {
  let isChanged = false;
  const nodes = new Map<string, FieldNode>();
  for (const [text, node] of set.nodes) {
    const fitted = fitNode(node, schemaBelow(schema, node));
    isChanged ||= fitted !== node;
    nodes.set(text, fitted);
  }
  return isChanged ? { nodes } : set;
}

function fitNode(node: FieldNode, schema: Schema | undefined): FieldNode {
  if (schema === undefined || node.children.nodes.size === 0) return node;
  if (isWhole(schema)) return { element: node.element, isMember: true, children: EMPTY_SET };
  const children = fitSet(node.children, schema);
  return children === node.children ? node : { ...node, children };
}

function isWhole(schema: Schema): boolean {
  if (schema.type === "array") return schema.listType === "atomic";
  return schema.type === "object" && schema.isAtomic;
}

function schemaBelow(schema: Schema, { element }: FieldNode): Schema | undefined {
  if (isDeduced(schema)) return undefined;
  return element.kind === "field" ? fieldTypeOf(schema, element.name).schema : schema.items;
}
