import type { ObjectId } from "../object/object-id.ts";
import type { FieldPath } from "./field-path.ts";
import {
  differenceSets,
  EMPTY_SET,
  type FieldSet,
  filterSet,
  hasPath,
  isEmptySet,
  isLeaf,
  nodeAt,
  unionAll,
} from "./field-set.ts";
import { isAllowed, type OwnershipRules, standingOf } from "./foreign-rules.ts";
import { formatPath } from "./format-path.ts";
import type { ManagerEntry } from "./manager-entry.ts";
import type { Move } from "./plan-transfer.ts";

/** Who else owns what an apply is about to take away. */
export interface CoOwners {
  /** Of foreign managers, also through `scale`: must be moved to us before the apply, or the removal does not remove. */
  readonly moves: readonly Move[];
  /** Of allowed managers: these paths stay, and are to be reported. */
  readonly stays: readonly Move[];
  /**
   * Maps and lists of ours in which somebody who stays owns something: to be given up before the apply, for without a schema
   * the server takes such a place away with all that is in it.
   */
  readonly releases: FieldSet;
}

/**
 * Finds the co-owners of the paths that an intent drops (`findRemovedPaths`), with all that they own below such a path, and of
 * the places that would be left empty (`findHusks`); those are taken even from an allowed manager who owns nothing in them.
 * A list item that nobody who stays owns itself goes with all that is in it, so what is in it does not stay.
 */
export function findCoOwners(input: {
  readonly id: ObjectId;
  readonly entries: readonly ManagerEntry[];
  readonly removed: FieldSet;
  readonly husks: FieldSet;
  readonly rules: OwnershipRules;
}): CoOwners {
  const { removed, husks, rules } = input;
  if (isEmptySet(removed) && isEmptySet(husks)) return NOBODY;
  const within = input.entries
    .filter((entry) => standingOf(entry, rules) !== "own")
    .map((entry) => ({
      entry,
      paths: filterSet(entry.fields, (path) => isWithin(removed, path) || hasPath(husks, path)),
    }));
  const staying = unionAll(
    input.entries
      .filter((entry) => standingOf(entry, rules) === "other")
      .map((entry) => filterSet(entry.fields, (path) => mayStay(entry, path, input))),
  );
  const moves = within.map(({ entry, paths }) => ({
    entry,
    paths: filterSet(
      paths,
      (path) =>
        !isSharedPlace(staying, path) &&
        (isHusk(entry, husks, path) || !mayStay(entry, path, input)),
    ),
  }));
  const held = within.map((each, index) =>
    filterSet(differenceSets(each.paths, moves[index]?.paths ?? EMPTY_SET), (path) =>
      isWithin(removed, path),
    ),
  );
  const heldByAny = unionAll(held);
  const stays = within.map(({ entry }, index) => ({
    entry,
    paths: filterSet(
      held[index] ?? EMPTY_SET,
      (path) => !goesWithItem({ removed, heldByAny }, path),
    ),
  }));
  const releases = filterSet(removed, (path) => isSharedPlace(staying, path));
  return { moves: moves.filter(isFilled), stays: stays.filter(isFilled), releases };
}

const NOBODY: CoOwners = { moves: [], stays: [], releases: EMPTY_SET };

function isFilled(move: Move): boolean {
  return !isEmptySet(move.paths);
}

function mayStay(
  entry: ManagerEntry,
  path: FieldPath,
  { id, rules }: { readonly id: ObjectId; readonly rules: OwnershipRules },
): boolean {
  const isApart = standingOf(entry, rules) === "apart";
  return (
    isApart ||
    isScaledByAutoscaler(entry) ||
    isAllowed(entry, { id, path: formatPath(path) }, rules)
  );
}

/** What HorizontalPodAutoscalers, and with them KEDA, scale to: taking that resets it. */
function isScaledByAutoscaler({ manager, subresource }: ManagerEntry): boolean {
  return subresource === "scale" && manager === "kube-controller-manager";
}

/** A map or list that is not to go, because somebody who stays owns something in it. */
function isSharedPlace(staying: FieldSet, path: FieldPath): boolean {
  const node = path.at(-1)?.kind === "field" ? nodeAt(staying, path) : undefined;
  return node !== undefined && !isEmptySet(node.children);
}

/** All that the entry owns of the place is that it is there. */
function isHusk(entry: ManagerEntry, husks: FieldSet, path: FieldPath): boolean {
  const node = nodeAt(entry.fields, path);
  return node !== undefined && isLeaf(node) && hasPath(husks, path);
}

/** The path or a place above it is a member. */
function isWithin(set: FieldSet, path: FieldPath): boolean {
  return path.some((_, index) => hasPath(set, path.slice(0, index + 1)));
}

/** The path lies in a list item that is removed and that nobody who stays owns. */
function goesWithItem(
  sets: { readonly removed: FieldSet; readonly heldByAny: FieldSet },
  path: FieldPath,
): boolean {
  return path.some((element, index) => {
    const place = path.slice(0, index + 1);
    return (
      element.kind === "key" && hasPath(sets.removed, place) && !hasPath(sets.heldByAny, place)
    );
  });
}
