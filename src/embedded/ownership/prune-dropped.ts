import type { JsonObject } from "../../core/object/json.ts";
import {
  differenceSets,
  type FieldSet,
  intersectSets,
  isEmptySet,
  unionSets,
} from "../../core/ownership/field-set.ts";
import type { Schema } from "../schema/schema.ts";
import { nameDeclaredFields } from "./name-declared-fields.ts";
import { ownedSet } from "./owned-set.ts";
import { removePaths } from "./remove-paths.ts";

interface Ownership {
  /** What the applier owned before. */
  readonly last: FieldSet;
  /** What it owns now. */
  readonly own: FieldSet;
  /** What the others own. */
  readonly others: readonly FieldSet[];
}

/**
 * The merged object without what its applier owned, applies no longer, and nobody else owns. A list item or a key of a map goes
 * with all in it, even what others own there, unless somebody owns the item itself; a declared field stays around what others
 * own in it. What nobody owns stays where it is.
 */
export function pruneDropped(
  merged: JsonObject,
  { last, own, others }: Ownership,
  schema: Schema,
): JsonObject {
  if (isEmptySet(differenceSets(last, own))) return merged;
  const kept = others.reduce(unionSets, own);
  const all = membersOf(merged, schema);
  const lastNamed = nameDeclaredFields(last, schema);
  const without = membersOf(removePaths(merged, lastNamed, schema), schema);
  const gone = differenceSets(all, unionSets(without, nameDeclaredFields(kept, schema)));
  const withOthers = membersOf(removePaths(merged, gone, schema), schema);
  return removePaths(merged, intersectSets(differenceSets(all, withOthers), lastNamed), schema);
}

function membersOf(object: JsonObject, schema: Schema): FieldSet {
  return nameDeclaredFields(ownedSet(object, schema), schema);
}
