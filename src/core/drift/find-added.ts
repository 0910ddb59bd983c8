import { isJsonEqual, type Json, textAt } from "../object/json.ts";
import type { FieldPath, PathElement } from "../ownership/field-path.ts";
import {
  EMPTY_SET,
  type FieldNode,
  type FieldSet,
  filterSet,
  isEmptySet,
  isLeaf,
  nodeAt,
  unionAll,
} from "../ownership/field-set.ts";
import { standingOf } from "../ownership/foreign-rules.ts";
import { formatPath } from "../ownership/format-path.ts";
import type { ManagerEntry } from "../ownership/manager-entry.ts";
import { matchesPattern } from "../ownership/match-pattern.ts";
import { rebasePaths } from "../ownership/rebase-paths.ts";
import { resolvePath, setsPath } from "../ownership/resolve-path.ts";
import { attributeValue } from "./attribute.ts";
import { chooseWholePaths } from "./choose-whole-paths.ts";
import {
  type DriftScene,
  type FoundDrift,
  isAllowedOwner,
  isLeftAlone,
  ownersOf,
} from "./drift-scene.ts";

/**
 * Finds what foreign managers alone own and Git does not set. Each is reported at the highest place that was added as a
 * whole (a list item, a sub-object), and carries the paths that must become ours so that the next apply takes it away.
 *
 * While the last applied intent is unknown and no pending one stands in for it, an addition cannot be told from a
 * taken-over field: then it is `changed`, with nothing to move.
 */
export function findAdded(scene: DriftScene): readonly FoundDrift[] {
  const added = addedByEntry(scene);
  const all = unionAll(added.map(({ paths }) => paths));
  return chooseWholePaths(scene, all).map((path) => describe(scene, path, added));
}

interface AddedPaths {
  readonly entry: ManagerEntry;
  readonly paths: FieldSet;
}

function addedByEntry(scene: DriftScene): readonly AddedPaths[] {
  const kept = keptByOthers(scene);
  return scene.entries
    .filter((entry) => mayAdd(scene, entry))
    .map((entry) => ({ entry, paths: addedBelow({ scene, entry, kept }, entry.fields, []) }))
    .filter(({ paths }) => !isEmptySet(paths));
}

/**
 * An entry whose paths can be additions. What came through `scale` is not: where Git sets no replicas, scaling is
 * somebody else's. What an earlier name of ours applied is migrated as a whole.
 */
function mayAdd(scene: DriftScene, entry: ManagerEntry): boolean {
  const standing = standingOf(entry, scene.input.rules);
  const isForeign = standing === "other" || standing === "legacy";
  return isForeign && entry.subresource === "" && !isEarlierApply(scene, entry);
}

/** All that ours, subresources, and others by a rule own: a path in it is not foreign alone. */
function keptByOthers(scene: DriftScene): FieldSet {
  const sets = scene.entries
    .filter((other) => !isEarlierApply(scene, other))
    .map((other) =>
      mayAdd(scene, other)
        ? filterSet(other.fields, (path) => isAllowedOwner(scene, other, path))
        : other.fields,
    );
  return unionAll(sets);
}

function isEarlierApply(scene: DriftScene, entry: ManagerEntry): boolean {
  return entry.operation === "Apply" && standingOf(entry, scene.input.rules) === "legacy";
}

interface Ground {
  readonly scene: DriftScene;
  readonly entry: ManagerEntry;
  /** What is owned by those who may (`keptByOthers`). */
  readonly kept: FieldSet;
}

/** The members that are additions; a container only together with all that the same entry owns in it. */
function addedBelow(ground: Ground, set: FieldSet, prefix: FieldPath): FieldSet {
  const nodes = new Map<string, FieldNode>();
  for (const [text, node] of set.nodes) {
    const added = addedNode(ground, node, [...prefix, node.element]);
    if (added.isMember || !isEmptySet(added.children)) nodes.set(text, added);
  }
  return { nodes };
}

/**
 * A list item that was added goes with all that is in it, whoever owns that and whatever protects it elsewhere: the
 * server removes an item as a whole when nobody else owns the item itself.
 */
function addedNode(ground: Ground, node: FieldNode, path: FieldPath): FieldNode {
  const isAdded = node.isMember && isAddition(ground, node, path);
  if (isAdded && node.element.kind === "key") return node;
  const children = addedBelow(ground, node.children, path);
  const isMember = isAdded && isSameSet(children, node.children);
  return { element: node.element, isMember, children: withoutKeys(children, node.element) };
}

/** An item that stays keeps the fields that name it. */
function withoutKeys(set: FieldSet, element: PathElement): FieldSet {
  if (element.kind !== "key") return set;
  const names = new Set([...element.keys.keys()].map((name) => `f:${name}`));
  return { nodes: new Map([...set.nodes].filter(([text]) => !names.has(text))) };
}

/** `part` was made of `whole` by leaving out members: equal when nothing was left out. */
function isSameSet(part: FieldSet, whole: FieldSet): boolean {
  return (
    part.nodes.size === whole.nodes.size &&
    [...whole.nodes].every(([text, node]) => {
      const other = part.nodes.get(text);
      return other?.isMember === node.isMember && isSameSet(other.children, node.children);
    })
  );
}

function isAddition(ground: Ground, node: FieldNode, path: FieldPath): boolean {
  const { scene, entry, kept } = ground;
  if (setsPath(scene.git ?? {}, path) || isKeptByOthers(kept, path, node)) return false;
  if (isLeftAlone(scene, formatPath(path)) || isAllowedOwner(scene, entry, path)) return false;
  const live = resolvePath(scene.input.live, path);
  return live.kind === "found" && !isDefault(scene, { path, node, value: live.value });
}

/** Owned by somebody who may, as a field or in parts below it. What is owned in part here lies in nothing atomic. */
function isKeptByOthers(kept: FieldSet, path: FieldPath, node: FieldNode): boolean {
  const other = nodeAt(kept, path);
  const isKeptInParts = (isLeaf(node) || node.element.kind === "field") && other !== undefined;
  return (other?.isMember ?? false) || isKeptInParts;
}

/** A clean object has it, too. Of a container that a clean object has, only the contents can be an addition. */
function isDefault(
  scene: DriftScene,
  found: { readonly path: FieldPath; readonly node: FieldNode; readonly value: Json },
): boolean {
  const { clean } = scene.input;
  if (clean === undefined) return false;
  const there = resolvePath(clean, found.path);
  if (there.kind === "missing") return false;
  return !isLeaf(found.node) || isJsonEqual(there.value, found.value);
}

function describe(scene: DriftScene, path: FieldPath, added: readonly AddedPaths[]): FoundDrift {
  const parts = added
    .map(({ entry, paths }) => ({ entry, paths: partAt(paths, path) }))
    .filter((part) => !isEmptySet(part.paths));
  const owners = parts.map((part) => part.entry);
  const beside = ownersOf(scene, path).filter((entry) => !owners.includes(entry));
  const live = resolvePath(scene.input.live, path);
  const text = formatPath(path);
  const isKnown = scene.git !== undefined;
  const moves = isKnown ? parts.flatMap((part) => movable(scene, part, text)) : [];
  return {
    drift: {
      id: scene.input.id,
      class: isKnown ? "added" : "changed",
      path: text,
      desired: undefined,
      live: live.kind === "found" ? live.value : undefined,
      ...attributeValue(owners, beside),
    },
    place: path,
    concerns: "value",
    isRevertible: moves.length > 0,
    moves,
    claims: EMPTY_SET,
  };
}

/** What lies at or below the path, with the containers above it that were added for it; empty when nothing does. */
function partAt(paths: FieldSet, path: FieldPath): FieldSet {
  if (nodeAt(paths, path) === undefined) return EMPTY_SET;
  return filterSet(paths, (each) => {
    const shorter = Math.min(each.length, path.length);
    return formatPath(each.slice(0, shorter)) === formatPath(path.slice(0, shorter));
  });
}

/**
 * The bucket of the oldest managers may hold fields of allowed ones: only a path that the user lists is taken from it.
 * Of another apiVersion than that of our entry only those paths are taken that mean the same there.
 * @see https://kubernetes.io/docs/reference/using-api/server-side-apply/#managers
 */
function movable(scene: DriftScene, part: AddedPaths, path: string): readonly AddedPaths[] {
  const { entry } = part;
  const { live, neverTouched, readings = new Map() } = scene.input;
  const isUnlisted = !neverTouched.revert.some((pattern) => matchesPattern(pattern, path));
  if (entry.manager === "ancient-changes" && isUnlisted) return [];
  const apiVersion = scene.own?.apiVersion ?? textAt(live, "apiVersion") ?? entry.apiVersion;
  const paths = rebasePaths(entry, part.paths, { apiVersion, readings });
  return isEmptySet(paths) ? [] : [{ entry, paths }];
}
