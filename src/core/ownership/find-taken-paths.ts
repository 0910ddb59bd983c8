import type { JsonObject } from "../object/json.ts";
import type { FieldPath } from "./field-path.ts";
import { type FieldSet, filterSet, unionAll } from "./field-set.ts";
import type { ManagerEntry } from "./manager-entry.ts";
import { resolvePath } from "./resolve-path.ts";

/**
 * The paths of the last applied intent that others own, be it alone: somebody changed a value and changed it back, and we own nothing
 * there. What came through `scale` is somebody else's once Git leaves it out.
 *
 * @param isLeftAlone Of a path that is never taken from anybody.
 */
export function findTakenPaths(
  entries: readonly ManagerEntry[],
  intent: JsonObject,
  isLeftAlone: (path: FieldPath) => boolean,
): FieldSet {
  const others = entries.filter(({ subresource }) => subresource === "");
  return unionAll(
    others.map(({ fields }) =>
      filterSet(fields, (path) => resolvePath(intent, path).kind === "found" && !isLeftAlone(path)),
    ),
  );
}
