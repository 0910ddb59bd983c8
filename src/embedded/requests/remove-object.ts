import { type JsonObject, textAt } from "../../core/object/json.ts";
import type { World } from "../kinds/resource.ts";
import { conflict, groupKind } from "../refusals.ts";
import type { DeleteOptions } from "./delete-options.ts";
import { isGraceful } from "./deletion-rules.ts";
import { markForDeletion, mayGo } from "./mark-for-deletion.ts";
import type { ObjectCall } from "./object-call.ts";
import { inVersion, placeOf } from "./object-place.ts";

/** One object that is to be deleted. */
interface Removal {
  readonly call: ObjectCall;
  readonly world: World;
  readonly options: DeleteOptions;
  readonly live: JsonObject;
}

/** Kinds whose preconditions are compared in the store, which has other words. */
const COMPARED_IN_STORE: ReadonlySet<string> = new Set([
  "Namespace",
  "CustomResourceDefinition.apiextensions.k8s.io",
]);

/**
 * Deletes an object, or marks it as one that goes away when its grace period is over and its finalizers are gone.
 *
 * @returns the object as it was last; `isGone` tells whether it is out of the store.
 * @throws {StatusError} 409 when a precondition does not hold.
 */
export function removeObject(removal: Removal): { object: JsonObject; isGone: boolean } {
  const { call, world, options, live } = removal;
  const { resource } = call;
  checkPreconditions(removal);
  const marked = markForDeletion(live, { resource, options, now: world.now() });
  const isGone = mayGo(marked);
  // What goes at once is not marked first, but for kinds that are given time.
  const isMarked = marked !== live && (!isGone || isGraceful(resource));
  const last = isMarked ? marked : live;
  if (options.isDryRun) return { object: last, isGone };
  const stored = isMarked ? world.store.put(placeOf(call), marked) : live;
  const removed = isGone ? (world.store.remove(placeOf(call)) ?? stored) : stored;
  return { object: inVersion(removed, resource), isGone };
}

function checkPreconditions(removal: Removal): void {
  const { call, options, live } = removal;
  const { resource, name } = call;
  if (COMPARED_IN_STORE.has(groupKind(resource))) {
    checkAsStored(removal);
    return;
  }
  // The server names the kind here where it names the resource elsewhere.
  const named = { group: resource.group, plural: resource.kind };
  const uid = textAt(live, "metadata", "uid") ?? "";
  if (options.uid !== "" && options.uid !== uid) {
    const why = `the UID in the precondition (${options.uid}) does not match the UID in record (${uid}). The object might have been deleted and then recreated`;
    throw conflict(named, { name, why });
  }
  const version = textAt(live, "metadata", "resourceVersion") ?? "";
  if (options.resourceVersion !== "" && options.resourceVersion !== version) {
    const why = `the ResourceVersion in the precondition (${options.resourceVersion}) does not match the ResourceVersion in record (${version}). The object might have been modified`;
    throw conflict(named, { name, why });
  }
}

function checkAsStored({ call, options, live }: Removal): void {
  const { resource, name } = call;
  for (const [field, wanted] of [
    ["uid", options.uid],
    ["resourceVersion", options.resourceVersion],
  ] as const) {
    const actual = textAt(live, "metadata", field) ?? "";
    if (wanted === "" || wanted === actual) continue;
    const what = field === "uid" ? "UID" : "ResourceVersion";
    throw conflict(resource, {
      name,
      why: `Precondition failed: ${what} in precondition: ${wanted}, ${what} in object meta: ${actual}`,
    });
  }
}
