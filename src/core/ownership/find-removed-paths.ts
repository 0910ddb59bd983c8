import type { JsonObject } from "../object/json.ts";
import { EMPTY_SET, type FieldSet, filterSet } from "./field-set.ts";
import type { ManagerEntry } from "./manager-entry.ts";
import { setsPath } from "./resolve-path.ts";

/** The paths of our entry that an intent no longer sets: what its apply takes away, unless somebody else owns them too. */
export function findRemovedPaths(ownEntry: ManagerEntry | undefined, intent: JsonObject): FieldSet {
  if (ownEntry === undefined) return EMPTY_SET;
  return filterSet(ownEntry.fields, (path) => !setsPath(intent, path));
}
