import type { ObjectId } from "../object/object-id.ts";
import type { FieldPath } from "./field-path.ts";
import { differenceSets, type FieldSet, filterSet, hasPath, isEmptySet } from "./field-set.ts";
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
 * Finds the co-owners of the paths that an intent drops (`findRemovedPaths`), with all that they own below such a path:
 * one field that somebody else keeps in a list item keeps the item.
 */
export function findCoOwners(input: {
  readonly id: ObjectId;
  readonly entries: readonly ManagerEntry[];
  readonly removed: FieldSet;
  readonly rules: OwnershipRules;
}): CoOwners {
  const { id, removed, rules } = input;
  const blocking = input.entries
    .filter((entry) => standingOf(entry, rules) !== "own")
    .map((entry) => ({ entry, paths: filterSet(entry.fields, (path) => isWithin(removed, path)) }));
  const divided = blocking.map(({ entry, paths }) => {
    const isMovable = entry.subresource === "";
    const moved = filterSet(
      paths,
      (path) => isMovable && !isAllowed(entry, { id, path: formatPath(path) }, rules),
    );
    return {
      moves: { entry, paths: moved },
      stays: { entry, paths: differenceSets(paths, moved) },
    };
  });
  return {
    moves: divided.map((each) => each.moves).filter(isFilled),
    stays: divided.map((each) => each.stays).filter(isFilled),
  };
}

function isFilled(move: Move): boolean {
  return !isEmptySet(move.paths);
}

/** The path or a place above it is a member. */
function isWithin(set: FieldSet, path: FieldPath): boolean {
  return path.some((_, index) => hasPath(set, path.slice(0, index + 1)));
}
