import type { KeptNode, PageChild, PageNode } from "./page-node.ts";

/**
 * A frame as it is sent to somebody who has the one before: elements with an `id` that are as they were are only named.
 * Keeps what goes over the wire near to what changed.
 */
export function shrinkFrame(before: PageNode, next: PageNode): PageNode {
  const known = new Map<string, string>();
  noteIdentified(before, known);
  return shrinkNode(next, known);
}

function noteIdentified(node: PageNode, known: Map<string, string>): void {
  const { id } = node.attributes;
  if (id !== undefined) known.set(id, JSON.stringify(node));
  for (const child of node.children) if (isNode(child)) noteIdentified(child, known);
}

function shrinkNode(node: PageNode, known: ReadonlyMap<string, string>): PageNode {
  return { ...node, children: node.children.map((child) => shrinkChild(child, known)) };
}

function shrinkChild(child: PageChild, known: ReadonlyMap<string, string>): PageChild {
  if (!isNode(child)) return child;
  const { id } = child.attributes;
  if (id === undefined || known.get(id) !== JSON.stringify(child)) return shrinkNode(child, known);
  const kept: KeptNode = { kept: id };
  return kept;
}

function isNode(child: PageChild): child is PageNode {
  return typeof child !== "string" && "tag" in child;
}
