import { groupBy } from "../graph/group-by.ts";
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
  return fieldSetBelow(paths, 0);
}

/** @param depth Elements of the paths, which are all alike so far, that stand above the set. */
function fieldSetBelow(paths: readonly FieldPath[], depth: number): FieldSet {
  const longer = paths.filter((path) => path.length > depth);
  if (longer.length === 0) return EMPTY_SET;
  const groups = groupBy(longer, (path) => elementTextAt(path, depth));
  const nodes = new Map<string, FieldNode>();
  for (const [text, group] of groups) {
    const element = group[0]?.[depth];
    if (element === undefined) continue;
    const isMember = group.some((path) => path.length === depth + 1);
    nodes.set(text, { element, isMember, children: fieldSetBelow(group, depth + 1) });
  }
  return { nodes };
}

function elementTextAt(path: FieldPath, depth: number): string {
  const element = path[depth];
  return element === undefined ? "" : elementText(element);
}

export function isEmptySet(set: FieldSet): boolean {
  return set.nodes.size === 0;
}

/** All that is in `a` or in `b`. */
export function unionSets(a: FieldSet, b: FieldSet): FieldSet {
  if (isEmptySet(a)) return b;
  if (isEmptySet(b)) return a;
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
  if (isEmptySet(a) || isEmptySet(b)) return a;
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
  const nodes = [...set.nodes.values()];
  if (nodes.length < 2) return nodes;
  return nodes.toSorted((a, b) => compareElements(a.element, b.element));
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

/** Two nodes of one element as one. */
export function unionNodes(a: FieldNode, b: FieldNode): FieldNode {
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
  return nodes.size === 0 ? EMPTY_SET : { nodes };
}
