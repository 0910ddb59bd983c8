import { type JsonObject, listAt, numberAt, objectAt, textAt } from "../../core/object/json.ts";
import type { World } from "../kinds/resource.ts";
import type { DeleteOptions, Propagation } from "./delete-options.ts";
import { defaultPropagation, graceOf } from "./deletion-rules.ts";
import type { ObjectCall } from "./object-call.ts";
import { inVersion, placeOf } from "./object-place.ts";
import { conflict } from "./refusals.ts";
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
  checkPreconditions(removal);
  const marked = markedObject(removal);
  const mayGo = isFree(marked);
  if (marked !== live && !options.isDryRun && !mayGo) {
    const stored = world.store.put(placeOf(call), marked);
    return { object: inVersion(stored, call.resource), isGone: false };
  }
  if (!mayGo) return { object: marked, isGone: false };
  if (options.isDryRun) return { object: live, isGone: true };
  const removed = world.store.remove(placeOf(call)) ?? live;
  return { object: inVersion(removed, call.resource), isGone: true };
}

function checkPreconditions({ call, options, live }: Removal): void {
  const { resource, name } = call;
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

/** The object with its finalizers and the time of its end; the live one itself when nothing changes. */
function markedObject({ call, world, options, live }: Removal): JsonObject {
  const { resource } = call;
  const grace = graceOf({ object: live, resource }, options.graceSeconds) ?? 0;
  const finalizers = finalizersAfter(live, options.propagation ?? defaultPropagation(resource));
  const metadata = objectAt(live, "metadata") ?? {};
  const was = numberAt(metadata, "deletionGracePeriodSeconds");
  const isMarked = textAt(metadata, "deletionTimestamp") !== undefined;
  const isShorter = !isMarked || (was !== undefined && grace < was);
  const isChanged = finalizers.join() !== listAt(metadata, "finalizers").join();
  if (!isShorter && !isChanged) return live;
  const { finalizers: _, ...rest } = metadata;
  return {
    ...live,
    metadata: {
      ...rest,
      ...(finalizers.length === 0 ? {} : { finalizers }),
      ...(isShorter ? endOf(metadata, { grace, now: world.now() }) : {}),
    },
    ...(resource.kind === "Namespace" && resource.group === ""
      ? { status: { ...objectAt(live, "status"), phase: "Terminating" } }
      : {}),
  };
}

function endOf(
  metadata: JsonObject,
  { grace, now }: { grace: number; now: number },
): JsonObject {
  const generation = numberAt(metadata, "generation") ?? 0;
  return {
    deletionTimestamp: timeText(now + grace * 1_000),
    deletionGracePeriodSeconds: grace,
    ...(generation > 0 ? { generation: generation + 1 } : {}),
  };
}

/** The finalizers that the garbage collector works off are those of the way that was asked for. */
function finalizersAfter(live: JsonObject, propagation: Propagation): readonly string[] {
  const others = listAt(live, "metadata", "finalizers")
    .map(String)
    .filter((each) => each !== "orphan" && each !== "foregroundDeletion");
  return [...others, ...FINALIZERS[propagation]];
}

function isFree(object: JsonObject): boolean {
  return (
    listAt(object, "metadata", "finalizers").length === 0 &&
    listAt(object, "spec", "finalizers").length === 0 &&
    (numberAt(object, "metadata", "deletionGracePeriodSeconds") ?? 0) === 0
  );
}
