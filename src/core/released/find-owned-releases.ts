import type { FieldPath } from "../ownership/field-path.ts";
import { EMPTY_SET, type FieldSet, filterSet } from "../ownership/field-set.ts";
import { formatPath } from "../ownership/format-path.ts";
import { findRelease, type ReleasedPath } from "./released-path.ts";

/** The members of a set that are released. An item that stays keeps the fields that name it. */
export function findOwnedReleases(set: FieldSet, released: readonly ReleasedPath[]): FieldSet {
  const givenUp = released.filter(({ kind }) => kind !== "member");
  if (givenUp.length === 0) return EMPTY_SET;
  return filterSet(set, (path) => isGivenUp(path, givenUp));
}

function isGivenUp(path: FieldPath, released: readonly ReleasedPath[]): boolean {
  const isReleased = findRelease(released, formatPath(path)) !== undefined;
  return isReleased && (!isItemKey(path) || isGivenUp(path.slice(0, -1), released));
}

function isItemKey(path: FieldPath): boolean {
  const [item, field] = path.slice(-2);
  return item?.kind === "key" && field?.kind === "field" && item.keys.has(field.name);
}
