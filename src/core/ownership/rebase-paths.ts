import { isJsonEqual, type JsonObject } from "../object/json.ts";
import { EMPTY_SET, type FieldSet, filterSet, isLeaf, nodeAt } from "./field-set.ts";
import type { ManagerEntry } from "./manager-entry.ts";
import { resolvePath } from "./resolve-path.ts";

/** One object in one state, as it reads at each of these API versions. */
export type VersionReadings = ReadonlyMap<string, JsonObject>;

/**
 * Those paths of an entry that mean the same at another API version: what both versions show, with an equal value. The
 * others cannot be moved to an entry of that version: there they may mean something else, or nothing.
 */
export function rebasePaths(
  entry: ManagerEntry,
  paths: FieldSet,
  to: { readonly apiVersion: string; readonly readings: VersionReadings },
): FieldSet {
  if (entry.apiVersion === to.apiVersion) return paths;
  const here = to.readings.get(entry.apiVersion);
  const there = to.readings.get(to.apiVersion);
  if (here === undefined || there === undefined) return EMPTY_SET;
  return filterSet(paths, (path) => {
    const [left, right] = [resolvePath(here, path), resolvePath(there, path)];
    if (left.kind === "missing" || right.kind === "missing") return false;
    const node = nodeAt(entry.fields, path);
    // Of a place with owned contents each of them is judged by itself.
    const isContainer = node !== undefined && !isLeaf(node);
    return isContainer || isJsonEqual(left.value, right.value);
  });
}
