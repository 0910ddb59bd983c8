import { isJsonObject, type Json, valueAt } from "../object/json.ts";
import type { FieldPath } from "../ownership/field-path.ts";
import {
  differenceSets,
  EMPTY_SET,
  type FieldNode,
  type FieldSet,
  isEmptySet,
  isLeaf,
  nodeAt,
  sortedNodes,
} from "../ownership/field-set.ts";
import { resolvePath, setsPath } from "../ownership/resolve-path.ts";
import type { DriftScene } from "./drift-scene.ts";

/**
 * The places at which a set of additions is reported: the highest that were added as a whole. Never a list whose items
 * can be named, nor a map that people think of key by key: a second addition must not change what the first is called.
 */
export function chooseWholePaths(scene: DriftScene, added: FieldSet): readonly FieldPath[] {
  return choose(scene, added, []);
}

/** Maps whose keys are independent of each other, and `metadata`, which is never a thing of its own. */
const KEY_BY_KEY = ["metadata", "labels", "annotations", "data", "binaryData"];

function choose(scene: DriftScene, added: FieldSet, prefix: FieldPath): readonly FieldPath[] {
  return sortedNodes(added).flatMap((node) => {
    const path = [...prefix, node.element];
    return isWhole(scene, node, path) ? [path] : choose(scene, node.children, path);
  });
}

function isWhole(scene: DriftScene, node: FieldNode, path: FieldPath): boolean {
  const isAddedItem = node.isMember && node.element.kind === "key";
  if (isLeaf(node) || isAddedItem) return true;
  if (isKeyByKey(node) || isSharedGround(scene, node, path)) return false;
  const live = resolvePath(scene.input.live, path);
  return node.isMember || (live.kind === "found" && isCovered(live.value, node));
}

/** Something in it is not an addition: somebody else's, Git's, or a default. */
function isSharedGround(scene: DriftScene, node: FieldNode, path: FieldPath): boolean {
  const all = nodeAt(scene.owned, path)?.children ?? EMPTY_SET;
  const isOnlyAdded = isEmptySet(differenceSets(all, node.children));
  return !isOnlyAdded || setsPath(scene.git ?? {}, path) || isInClean(scene, path);
}

function isInClean(scene: DriftScene, path: FieldPath): boolean {
  const { clean } = scene.input;
  return clean !== undefined && resolvePath(clean, path).kind === "found";
}

function isKeyByKey(node: FieldNode): boolean {
  return (
    (node.element.kind === "field" && KEY_BY_KEY.includes(node.element.name)) ||
    [...node.children.nodes.values()].some((child) => child.element.kind !== "field")
  );
}

/** Every value below was added: nothing in it is a default that nobody owns. */
function isCovered(value: Json, node: FieldNode): boolean {
  if (isLeaf(node)) return true;
  if (!isJsonObject(value)) return false;
  return Object.keys(value).every((name) => {
    const child = node.children.nodes.get(`f:${name}`);
    const below = valueAt(value, name);
    return child !== undefined && below !== undefined && isCovered(below, child);
  });
}
