import { textAt } from "../object/json.ts";
import { type ObjectId, type ObjectRef, objectKey } from "../object/object-id.ts";
import type { Look } from "./look.ts";
import type { Plan } from "./plan.ts";

/**
 * Objects of outsiders that hold a write of ours. Who follows them by name hears when they let go, and needs not ask the cluster
 * meanwhile.
 */
export function findHolders({ objects }: Plan, look: Look): readonly ObjectRef[] {
  const ids = objects.flatMap(({ blockers }) => blockers.map(({ to }) => to));
  return ids.filter((id) => isOutsider(id, look)).flatMap((id) => refOf(id, look) ?? []);
}

function isOutsider(id: ObjectId, { desired, members, siblings }: Look): boolean {
  const key = objectKey(id);
  return (
    !members.has(key) &&
    !desired.manifests.some((each) => objectKey(each.id) === key) &&
    !siblings.some(({ readings }) => readings?.has(key) === true)
  );
}

function refOf(id: ObjectId, { readings }: Look): ObjectRef | undefined {
  const apiVersion = textAt(readings.get(objectKey(id))?.object, "apiVersion");
  return apiVersion === undefined ? undefined : { id, apiVersion };
}
