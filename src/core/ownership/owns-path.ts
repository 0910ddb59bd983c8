import type { FieldPath } from "./field-path.ts";
import { type FieldSet, isLeaf, nodeAt } from "./field-set.ts";

/** Whether a set owns the path: itself, as part of something atomic above it, or something below it. */
export function ownsPath(set: FieldSet, path: FieldPath): boolean {
  const node = nodeAt(set, path);
  return node !== undefined || hasLeafAbove(set, path);
}

/** A place above the path is owned as a whole. */
export function hasLeafAbove(set: FieldSet, path: FieldPath): boolean {
  return path.some((_, index) => {
    const above = nodeAt(set, path.slice(0, index));
    return above !== undefined && isLeaf(above);
  });
}
