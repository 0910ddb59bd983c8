import { type JsonObject, textAt } from "../../core/object/json.ts";
import { uidOf } from "../../core/object/live-object.ts";
import type { Collection, ObjectStore } from "../store/object-store.ts";
import { ownersOf } from "./owner-reference.ts";

/** Which objects name which owner. Kept up to date by following the store. */
export interface OwnerIndex {
  ownedBy(uid: string): readonly JsonObject[];
  /** Takes in a collection that was filled before the index was there. */
  add(object: JsonObject): void;
  stop(): void;
}

/** Follows the store from now on; what it held before is to be added. */
export function openOwnerIndex(store: ObjectStore): OwnerIndex {
  const owned = new Map<string, Map<string, JsonObject>>();
  const stop = store.follow((change) => {
    if (change.before !== undefined) forget(owned, change.before);
    if (change.kind !== "deleted") keep(owned, change.object);
  });
  return {
    ownedBy: (uid) => [...(owned.get(uid)?.values() ?? [])],
    add: (object) => keep(owned, object),
    stop,
  };
}

/** The objects of all given collections, each once. */
export function objectsOf(
  store: ObjectStore,
  collections: readonly Collection[],
): readonly { readonly collection: Collection; readonly object: JsonObject }[] {
  const once = new Map(collections.map((each) => [`${each.group}/${each.plural}`, each]));
  return [...once.values()].flatMap((collection) =>
    store.list(collection).items.map((object) => ({ collection, object })),
  );
}

type Owned = Map<string, Map<string, JsonObject>>;

function keep(owned: Owned, object: JsonObject): void {
  for (const owner of ownersOf(object)) {
    const uid = textAt(owner, "uid") ?? "";
    const objects = owned.get(uid) ?? new Map<string, JsonObject>();
    owned.set(uid, objects.set(uidOf(object), object));
  }
}

function forget(owned: Owned, object: JsonObject): void {
  for (const owner of ownersOf(object)) {
    const uid = textAt(owner, "uid") ?? "";
    const objects = owned.get(uid);
    objects?.delete(uidOf(object));
    if (objects?.size === 0) owned.delete(uid);
  }
}
