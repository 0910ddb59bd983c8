import { textAt } from "../object/json.ts";
import { type ObjectId, type ObjectKey, type ObjectRef, objectKey } from "../object/object-id.ts";
import type { Look } from "./look.ts";
import type { Plan } from "./plan.ts";

/**
 * Objects of outsiders that hold a write of ours. Who follows them by name hears when they let go, and needs not ask the cluster
 * meanwhile.
 */
export function findHolders({ objects }: Plan, look: Look): readonly ObjectRef[] {
  // Waves make many blockers, and few objects that they name.
  const ids = new Map(
    objects.flatMap(({ blockers }) => blockers.map(({ to }) => [objectKey(to), to] as const)),
  );
  const inGit = new Set(look.desired.manifests.map((each) => objectKey(each.id)));
  return [...ids]
    .filter(([key]) => !inGit.has(key) && isOutsider(key, look))
    .flatMap(([, id]) => refOf(id, look) ?? []);
}

function isOutsider(key: ObjectKey, { members, siblings }: Look): boolean {
  return !members.has(key) && !siblings.some(({ readings }) => readings?.has(key) === true);
}

function refOf(id: ObjectId, { readings }: Look): ObjectRef | undefined {
  const apiVersion = textAt(readings.get(objectKey(id))?.object, "apiVersion");
  return apiVersion === undefined ? undefined : { id, apiVersion };
}
