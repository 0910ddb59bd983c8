import type { FieldPath, PathElement } from "./field-path.ts";
import { compareElements, elementText } from "./path-element.ts";

/** One path element of a set with what is below it. */
export interface FieldNode {
  readonly element: PathElement;
  /** The path that ends here is in the set itself, whether or not it has children (`.` in FieldsV1). */
  readonly isMember: boolean;
  readonly children: FieldSet;
}

/**
 * A set of field paths as a tree (FieldsV1). Immutable; a node that is no member has children.
 * @see https://kubernetes.io/docs/reference/using-api/server-side-apply/#field-management
 */
export interface FieldSet {
  /** By `elementText` of the node's element. */
  readonly nodes: ReadonlyMap<string, FieldNode>;
}

export const EMPTY_SET: FieldSet = { nodes: new Map() };

/** The set that holds exactly these paths. The empty path (the root) is not a member of any set. */
export function fieldSetOf(paths: readonly FieldPath[]): FieldSet {
  const groups = new Map<string, { element: PathElement; rests: FieldPath[] }>();
  for (const [element, ...rest] of paths) {
    if (element === undefined) continue;
    const text = elementText(element);
    const group = groups.get(text) ?? { element, rests: [] };
    group.rests.push(rest);
    groups.set(text, group);
  }
  const nodes = new Map<string, FieldNode>();
  for (const [text, { element, rests }] of groups) {
    const isMember = rests.some((rest) => rest.length === 0);
    nodes.set(text, { element, isMember, children: fieldSetOf(rests) });
  }
  return { nodes };
}

export function isEmptySet(set: FieldSet): boolean {
  return set.nodes.size === 0;
}

/** All that is in `a` or in `b`. */
export function unionSets(a: FieldSet, b: FieldSet): FieldSet {
  const nodes = new Map(a.nodes);
  for (const [text, node] of b.nodes) {
    const other = nodes.get(text);
    nodes.set(text, other === undefined ? node : unionNodes(other, node));
  }
  return { nodes };
}

/** All that is in any of the sets. By halves: thousands of managers of one object would otherwise be copied again and again. */
export function unionAll(sets: readonly FieldSet[]): FieldSet {
  const [first = EMPTY_SET] = sets;
  if (sets.length < 2) return first;
  const half = Math.ceil(sets.length / 2);
  return unionSets(unionAll(sets.slice(0, half)), unionAll(sets.slice(half)));
}

/** All members of `a` that are no members of `b`; a container and its children count one by one. */
export function differenceSets(a: FieldSet, b: FieldSet): FieldSet {
  return combine(a, (node, text) => {
    const other = b.nodes.get(text);
    if (other === undefined) return node;
    return {
      element: node.element,
      isMember: node.isMember && !other.isMember,
      children: differenceSets(node.children, other.children),
    };
  });
}

/** All members of `a` that are members of `b` too. */
export function intersectSets(a: FieldSet, b: FieldSet): FieldSet {
  return combine(a, (node, text) => {
    const other = b.nodes.get(text);
    if (other === undefined) return undefined;
    return {
      element: node.element,
      isMember: node.isMember && other.isMember,
      children: intersectSets(node.children, other.children),
    };
  });
}

/** Whether the path itself is a member. */
export function hasPath(set: FieldSet, path: FieldPath): boolean {
  return nodeAt(set, path)?.isMember ?? false;
}

/** The node at which `path` ends, member or not. */
export function nodeAt(set: FieldSet, path: FieldPath): FieldNode | undefined {
  let children = set;
  let found: FieldNode | undefined;
  for (const element of path) {
    found = children.nodes.get(elementText(element));
    if (found === undefined) return undefined;
    children = found.children;
  }
  return found;
}

/** Every member path in canonical order, a container before its children. */
export function pathsOf(set: FieldSet): readonly FieldPath[] {
  return collectPaths(set, [], (node) => node.isMember);
}

/** Every member path without children, in canonical order. */
export function leavesOf(set: FieldSet): readonly FieldPath[] {
  return collectPaths(set, [], (node) => isLeaf(node));
}

/** A member with nothing below it: a scalar, something atomic, or something empty. */
export function isLeaf(node: FieldNode): boolean {
  return node.isMember && isEmptySet(node.children);
}

/** The nodes of one level in canonical order. */
export function sortedNodes(set: FieldSet): readonly FieldNode[] {
  return [...set.nodes.values()].toSorted((a, b) => compareElements(a.element, b.element));
}

/** The members for which `keep` says yes. */
export function filterSet(
  set: FieldSet,
  keep: (path: FieldPath, node: FieldNode) => boolean,
): FieldSet {
  return filterBelow(set, [], keep);
}

function filterBelow(
  set: FieldSet,
  prefix: FieldPath,
  keep: (path: FieldPath, node: FieldNode) => boolean,
): FieldSet {
  return combine(set, (node) => {
    const path = [...prefix, node.element];
    return {
      element: node.element,
      isMember: node.isMember && keep(path, node),
      children: filterBelow(node.children, path, keep),
    };
  });
}

function collectPaths(
  set: FieldSet,
  prefix: FieldPath,
  take: (node: FieldNode) => boolean,
): readonly FieldPath[] {
  return sortedNodes(set).flatMap((node) => {
    const path = [...prefix, node.element];
    const below = collectPaths(node.children, path, take);
    return take(node) ? [path, ...below] : below;
  });
}

function unionNodes(a: FieldNode, b: FieldNode): FieldNode {
  return {
    element: a.element,
    isMember: a.isMember || b.isMember,
    children: unionSets(a.children, b.children),
  };
}

/** Maps each node of `set` and drops those that hold nothing any more. */
function combine(
  set: FieldSet,
  change: (node: FieldNode, text: string) => FieldNode | undefined,
): FieldSet {
  const nodes = new Map<string, FieldNode>();
  for (const [text, node] of set.nodes) {
    const changed = change(node, text);
    if (changed !== undefined && (changed.isMember || !isEmptySet(changed.children))) {
      nodes.set(text, changed);
    }
  }
  return { nodes };
}
