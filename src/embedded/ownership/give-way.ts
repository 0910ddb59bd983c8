import {
  differenceSets,
  intersectSets,
  isEmptySet,
  unionSets,
} from "../../core/ownership/field-set.ts";
import type { Comparison } from "./compare-values.ts";
import type { Manager, Managers } from "./field-manager.ts";

/** The managers without what a write changed or removed under them; who owns nothing any more is gone. */
export function giveWay(managers: Managers, changes: Comparison, self: string): Managers {
  const touched = unionSets(unionSets(changes.added, changes.modified), changes.removed);
  const left = new Map<string, Manager>();
  for (const [identity, manager] of managers) {
    const isUntouched = identity === self || isEmptySet(intersectSets(touched, manager.fields));
    const fields = isUntouched ? manager.fields : differenceSets(manager.fields, touched);
    if (!isEmptySet(fields)) left.set(identity, isUntouched ? manager : { ...manager, fields });
  }
  return left;
}
