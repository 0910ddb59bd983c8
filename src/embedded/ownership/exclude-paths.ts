import { type FieldNode, type FieldSet, isEmptySet } from "../../core/ownership/field-set.ts";

/** The set without the members of another one and without all below them. */
export function excludePaths(set: FieldSet, excluded: FieldSet): FieldSet {
  if (isEmptySet(excluded)) return set;
  const nodes = new Map<string, FieldNode>();
  for (const [text, node] of set.nodes) {
    const other = excluded.nodes.get(text);
    if (other === undefined) {
      nodes.set(text, node);
      continue;
    }
    if (other.isMember) continue;
    const children = excludePaths(node.children, other.children);
    if (node.isMember || !isEmptySet(children)) nodes.set(text, { ...node, children });
  }
  return { nodes };
}
