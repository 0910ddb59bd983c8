import type { JsonObject } from "../object/json.ts";
import type { ObjectId } from "../object/object-id.ts";
import type { FieldPath } from "../ownership/field-path.ts";
import { type FieldSet, hasPath, pathsOf } from "../ownership/field-set.ts";
import { formatPath } from "../ownership/format-path.ts";
import type { Move } from "../ownership/plan-transfer.ts";
import { resolvePath } from "../ownership/resolve-path.ts";
import { attribute } from "./attribute.ts";
import type { Drift } from "./drift.ts";

/** What Git drops and the cluster keeps, because managers that a rule allows own it as well (`findCoOwners`). */
export function describeStays(
  id: ObjectId,
  live: JsonObject,
  stays: readonly Move[],
): readonly Drift[] {
  return stays.flatMap(({ entry, paths }) =>
    topPaths(paths).map((path) => {
      const value = resolvePath(live, path);
      return {
        id,
        class: "coowned",
        path: formatPath(path),
        desired: undefined,
        live: value.kind === "found" ? value.value : undefined,
        ...attribute([entry]),
      };
    }),
  );
}

/** The members that lie in no other member: a list item, not each of its fields. */
function topPaths(set: FieldSet): readonly FieldPath[] {
  return pathsOf(set).filter(
    (path) => !path.slice(1).some((_, index) => hasPath(set, path.slice(0, index + 1))),
  );
}
