import { isSameNode } from "./is-same-node.ts";
import type { KeptNode, PageChild, PageNode } from "./page-node.ts";

/**
 * A frame as it is sent to somebody who has the one before: elements with an `id` that are as they were, and where they
 * were, are only named. Keeps what goes over the wire near to what changed.
 */
export function shrinkFrame(before: PageNode, next: PageNode): PageNode {
  const known = new Map<string, PageNode>();
  noteIdentified(before, { known, parent: "" });
  return shrinkNode(next, { known, parent: "" });
}

interface Shrinking {
  /** The elements of the frame before, by place. */
  readonly known: Map<string, PageNode>;
  /** The nearest `id` above. */
  readonly parent: string;
}

function noteIdentified(node: PageNode, shrinking: Shrinking): void {
  const { known, parent } = shrinking;
  const { id } = node.attributes;
  if (id !== undefined) known.set(placeOf(parent, id), node);
  for (const child of node.children) {
    if (isNode(child)) noteIdentified(child, { known, parent: id ?? parent });
  }
}

function shrinkNode(node: PageNode, { known, parent }: Shrinking): PageNode {
  const below = { known, parent: node.attributes["id"] ?? parent };
  return { ...node, children: node.children.map((child) => shrinkChild(child, below)) };
}

function shrinkChild(child: PageChild, shrinking: Shrinking): PageChild {
  if (!isNode(child)) return child;
  const { id } = child.attributes;
  const { known, parent } = shrinking;
  if (id === undefined) return shrinkNode(child, shrinking);
  const before = known.get(placeOf(parent, id));
  if (before === undefined || !isSameNode(before, child)) return shrinkNode(child, shrinking);
  const kept: KeptNode = { kept: id };
  return kept;
}

function placeOf(parent: string, id: string): string {
  return `${parent} ${id}`;
}

function isNode(child: PageChild): child is PageNode {
  return typeof child !== "string" && "tag" in child;
}
