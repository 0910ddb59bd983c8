import { type Json, type JsonObject, listAt, textAt, valueAt } from "../../core/object/json.ts";
import { uidOf } from "../../core/object/live-object.ts";
import { groupOf } from "../../core/object/object-id.ts";
import { isOf } from "../kinds/collections.ts";
import type { Change, Collection, Place } from "../store/object-store.ts";

/** The reference by which an object says that `owner` controls it. */
export function controlledBy(owner: JsonObject): JsonObject {
  return {
    apiVersion: textAt(owner, "apiVersion") ?? "",
    kind: textAt(owner, "kind") ?? "",
    name: textAt(owner, "metadata", "name") ?? "",
    uid: uidOf(owner),
    controller: true,
    blockOwnerDeletion: true,
  };
}

export function ownersOf(object: JsonObject | undefined): readonly Json[] {
  return listAt(object, "metadata", "ownerReferences");
}

export function controllerOf(object: JsonObject | undefined): Json | undefined {
  return ownersOf(object).find((each) => valueAt(each, "controller") === true);
}

/** Whether `owner` controls the object, by uid. */
export function isControlledBy(object: JsonObject, owner: JsonObject): boolean {
  return textAt(controllerOf(object), "uid") === uidOf(owner);
}

export interface OwnerKind {
  readonly collection: Collection;
  readonly kind: string;
}

/** The objects of one kind that a change concerns: the changed one itself, or the one that controls it or did so before. */
export function selfOrController(change: Change, owner: OwnerKind): readonly Place[] {
  if (isOf(change.place, owner.collection)) return [change.place];
  const now = controllerPlace(change.object, change, owner);
  const before = controllerPlace(change.before, change, owner);
  if (now === undefined || before === undefined) return [now ?? before ?? []].flat();
  return now.name === before.name ? [now] : [before, now];
}

function controllerPlace(
  object: JsonObject | undefined,
  change: Change,
  { collection, kind }: OwnerKind,
): Place | undefined {
  const reference = controllerOf(object);
  if (textAt(reference, "kind") !== kind) return undefined;
  if (groupOf(textAt(reference, "apiVersion") ?? "") !== collection.group) return undefined;
  const name = textAt(reference, "name") ?? "";
  return { ...collection, namespace: change.place.namespace, name };
}
