import type { JsonObject } from "../object/json.ts";
import { type FieldSet, filterSet } from "./field-set.ts";
import { setsPath } from "./resolve-path.ts";

/** The paths that we own and an intent no longer sets: what its apply takes away, unless somebody else owns them too. */
export function findRemovedPaths(owned: FieldSet, intent: JsonObject): FieldSet {
  return filterSet(owned, (path) => !setsPath(intent, path));
}
