import type { ObjectId } from "../object/object-id.ts";
import type { FieldPath } from "./field-path.ts";
import {
  differenceSets,
  EMPTY_SET,
  type FieldSet,
  filterSet,
  hasPath,
  isEmptySet,
  unionSets,
} from "./field-set.ts";
import { isAllowed, type OwnershipRules, standingOf } from "./foreign-rules.ts";
import { formatPath } from "./format-path.ts";
import type { ManagerEntry } from "./manager-entry.ts";
import type { Move } from "./plan-transfer.ts";

/** Who else owns what an apply is about to take away. */
export interface CoOwners {
  /** Of foreign managers: must be moved to us before the apply, or the removal does not remove. */
  readonly moves: readonly Move[];
  /** Of allowed managers and of subresources: these paths stay, and are to be reported. */
  readonly stays: readonly Move[];
}

/**
 * Finds the co-owners of the paths that an intent drops (`findRemovedPaths`), with all that they own below such a path.
 * A list item that nobody who stays owns itself goes with all that is in it, so what is in it does not stay.
 */
export function findCoOwners(input: {
  readonly id: ObjectId;
  readonly entries: readonly ManagerEntry[];
  readonly removed: FieldSet;
  readonly rules: OwnershipRules;
}): CoOwners {
  const { id, removed, rules } = input;
  const within = input.entries
    .filter((entry) => standingOf(entry, rules) !== "own")
    .map((entry) => ({ entry, paths: filterSet(entry.fields, (path) => isWithin(removed, path)) }));
  const moves = within.map(({ entry, paths }) => ({
    entry,
    paths: filterSet(
      paths,
      (path) =>
        entry.subresource === "" && !isAllowed(entry, { id, path: formatPath(path) }, rules),
    ),
  }));
  const held = within.map((each, index) =>
    differenceSets(each.paths, moves[index]?.paths ?? EMPTY_SET),
  );
  const heldByAny = held.reduce(unionSets, EMPTY_SET);
  const stays = within.map(({ entry }, index) => ({
    entry,
    paths: filterSet(
      held[index] ?? EMPTY_SET,
      (path) => !goesWithItem({ removed, heldByAny }, path),
    ),
  }));
  return { moves: moves.filter(isFilled), stays: stays.filter(isFilled) };
}

function isFilled(move: Move): boolean {
  return !isEmptySet(move.paths);
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
