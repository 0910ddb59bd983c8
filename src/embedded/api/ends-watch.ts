import { isJsonEqual, objectAt } from "../../core/object/json.ts";
import type { Resource } from "../kinds/resource.ts";
import type { Change } from "../store/object-store.ts";

/**
 * Whether a change of a definition ends the watches of a resource: it is gone or served in another way. Clients then look
 * again what there is.
 */
export function endsWatch(change: Change, { isCustom, group, plural }: Resource): boolean {
  if (!isCustom || change.place.name !== `${plural}.${group}`) return false;
  const { kind, object, before } = change;
  if (kind === "deleted" || before === undefined) return true;
  const steps = [["spec"], ["status", "acceptedNames"]];
  return steps.some((path) => !isJsonEqual(objectAt(before, ...path), objectAt(object, ...path)));
}
