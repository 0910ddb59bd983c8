import { type JsonObject, listAt, numberAt, objectAt, textAt } from "../../core/object/json.ts";
import type { Resource, World } from "../kinds/resource.ts";
import type { DeleteOptions, Propagation } from "./delete-options.ts";
import { defaultPropagation, graceOf, isGraceful } from "./deletion-rules.ts";
import type { ObjectCall } from "./object-call.ts";
import { inVersion, placeOf } from "./object-place.ts";
import { conflict } from "./refusals.ts";
import { textsAt } from "./texts-at.ts";
import { timeText } from "./time-text.ts";

/** One object that is to be deleted. */
interface Removal {
  readonly call: ObjectCall;
  readonly world: World;
  readonly options: DeleteOptions;
  readonly live: JsonObject;
}

const FINALIZERS: Readonly<Record<Propagation, readonly string[]>> = {
  Orphan: ["orphan"],
  Foreground: ["foregroundDeletion"],
  Background: [],
};

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
  const marked = markedObject(removal);
  const isGone = isFree(marked);
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
  if (isNamespace(resource)) {
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

/** Namespaces are compared in the store, which has other words. */
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

function isNamespace({ group, kind }: Resource): boolean {
  return group === "" && kind === "Namespace";
}

/** The object with its finalizers and the time of its end; the live one itself when nothing changes. */
function markedObject({ call, world, options, live }: Removal): JsonObject {
  const { resource } = call;
  const grace = graceOf({ object: live, resource }, options.graceSeconds);
  const finalizers = finalizersAfter(live, options.propagation ?? defaultPropagation(resource));
  const metadata = objectAt(live, "metadata") ?? {};
  const was = numberAt(metadata, "deletionGracePeriodSeconds");
  const isMarked = textAt(metadata, "deletionTimestamp") !== undefined;
  const isShorter = !isMarked || (was !== undefined && grace < was);
  const isChanged = finalizers.join() !== textsAt(metadata, "finalizers").join();
  if (!isShorter && !isChanged) return live;
  const { finalizers: _, ...rest } = metadata;
  return {
    ...live,
    metadata: {
      ...rest,
      ...(finalizers.length === 0 ? {} : { finalizers }),
      ...(isShorter ? endOf(metadata, { grace, world, resource }) : {}),
    },
    ...(isNamespace(resource)
      ? { status: { ...objectAt(live, "status"), phase: "Terminating" } }
      : {}),
  };
}

function endOf(
  metadata: JsonObject,
  { grace, world, resource }: { grace: number; world: World; resource: Resource },
): JsonObject {
  const before = textAt(metadata, "deletionTimestamp");
  if (before !== undefined) {
    // A shorter time runs from when the deletion was first asked for.
    const was = numberAt(metadata, "deletionGracePeriodSeconds") ?? 0;
    return {
      deletionTimestamp: timeText(Date.parse(before) + (grace - was) * 1_000),
      deletionGracePeriodSeconds: grace,
    };
  }
  const generation = numberAt(metadata, "generation") ?? 0;
  return {
    deletionTimestamp: timeText(world.now() + grace * 1_000),
    ...(isNamespace(resource) ? {} : { deletionGracePeriodSeconds: grace }),
    ...(generation > 0 ? { generation: generation + 1 } : {}),
  };
}

/** The finalizers that the garbage collector works off are those of the way that was asked for. */
function finalizersAfter(live: JsonObject, propagation: Propagation): readonly string[] {
  const others = textsAt(live, "metadata", "finalizers").filter(
    (each) => each !== "orphan" && each !== "foregroundDeletion",
  );
  return [...others, ...FINALIZERS[propagation]];
}

function isFree(object: JsonObject): boolean {
  return (
    listAt(object, "metadata", "finalizers").length === 0 &&
    listAt(object, "spec", "finalizers").length === 0 &&
    (numberAt(object, "metadata", "deletionGracePeriodSeconds") ?? 0) === 0
  );
}
