import type { FieldPath } from "./field-path.ts";
import { type FieldSet, isLeaf, nodeAt } from "./field-set.ts";

/**
 * Whether a set owns the path: itself, as part of something atomic above it, or something below it.
 *
 * @param all What all managers of the object own. A place of which somebody owns a part is not atomic, although it may
 *   stand without parts in one set: that is a map that was left when its last own key went.
 */
export function ownsPath(set: FieldSet, path: FieldPath, all: FieldSet): boolean {
  return nodeAt(set, path) !== undefined || isWithinAtomic(set, path, all);
}

function isWithinAtomic(set: FieldSet, path: FieldPath, all: FieldSet): boolean {
  return path.some((_, index) => {
    const place = path.slice(0, index);
    const above = nodeAt(set, place);
    const whole = nodeAt(all, place);
    return above !== undefined && isLeaf(above) && (whole === undefined || isLeaf(whole));
  });
}
