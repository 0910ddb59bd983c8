import { type JsonObject, textAt } from "../../core/object/json.ts";
import { idOf, uidOf } from "../../core/object/live-object.ts";
import type { Collection, ObjectStore } from "../store/object-store.ts";
import { controllerOf, ownersOf } from "./owner-reference.ts";

/** Which objects name which owner. Kept up to date by following the store. */
export interface OwnerIndex {
  ownedBy(uid: string): readonly JsonObject[];
  /** The Pods and ReplicaSets of a namespace that nobody controls. */
  uncontrolled(kind: UncontrolledKind, namespace: string): readonly JsonObject[];
  /** Takes in an object that was there before the index. */
  add(object: JsonObject): void;
  stop(): void;
}

/** Kinds that are adopted when nobody controls them. */
export type UncontrolledKind = "Pod" | "ReplicaSet";

type Objects = Map<string, Map<string, JsonObject>>;

/** Follows the store from now on; what it held before is to be added. */
export function openOwnerIndex(store: ObjectStore): OwnerIndex {
  const objects: Objects = new Map();
  function add(object: JsonObject): void {
    for (const key of keysOf(object)) {
      const found = objects.get(key) ?? new Map<string, JsonObject>();
      objects.set(key, found.set(uidOf(object), object));
    }
  }
  const stop = store.follow((change) => {
    if (change.before !== undefined) remove(objects, change.before);
    if (change.kind !== "deleted") add(change.object);
  });
  return {
    ownedBy: (uid) => [...(objects.get(uid)?.values() ?? [])],
    uncontrolled: (kind, namespace) => [...(objects.get(`${kind} ${namespace}`)?.values() ?? [])],
    add,
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

function remove(objects: Objects, object: JsonObject): void {
  for (const key of keysOf(object)) {
    const found = objects.get(key);
    found?.delete(uidOf(object));
    if (found?.size === 0) objects.delete(key);
  }
}

/** The uids of its owners, and its kind and namespace when it waits for somebody to control it. */
function keysOf(object: JsonObject): readonly string[] {
  const owners = ownersOf(object).map((owner) => textAt(owner, "uid") ?? "");
  const { kind, namespace } = idOf(object);
  const mayBeAdopted = kind === "Pod" || kind === "ReplicaSet";
  if (!mayBeAdopted || controllerOf(object) !== undefined) return owners;
  return [...owners, `${kind} ${namespace}`];
}
