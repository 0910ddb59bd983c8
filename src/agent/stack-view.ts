import { groupBy } from "../core/graph/group-by.ts";
import { type JsonObject, objectAt } from "../core/object/json.ts";
import { idOf, resourceVersionOf, uidOf } from "../core/object/live-object.ts";
import {
  groupOf,
  kindKey,
  type ObjectKey,
  type ObjectRef,
  objectKey,
} from "../core/object/object-id.ts";
import type { Sighting } from "../core/object/sighting.ts";
import type { ClockPort } from "../ports/clock-port.ts";
import type { ClusterPort, Following, FollowingState, Selection } from "../ports/cluster-port.ts";
import { isMemberSelector } from "./member-sets.ts";
import type { UnservedPace } from "./unserved-pace.ts";
import { createWakeUp, type WakeUp } from "./wake-up.ts";

/** How long a pass waits for the first list of a new selection before it goes on with "unreadable". */
const FIRST_LIST_WAIT_MS = 20_000;

/**
 * What one stack sees of the cluster without asking: the followed selections, and our own writes until the watch has
 * caught up with them.
 */
export interface StackView {
  readonly followings: Map<string, Following>;
  /** Objects as our own write returned them; dropped when the watch has seen them or something younger. */
  readonly written: Map<ObjectKey, JsonObject>;
  /** Objects that a GET did not find. Only good for holding: before a create the object is read again. */
  readonly absent: Set<ObjectKey>;
  /** Kinds of the stack's scope that ceased to be, as of the last look. */
  readonly goneKinds: Set<string>;
  readonly unserved: UnservedPace;
  readonly onChange: () => void;
  /** Rings with each change. A bell of its own: what rings for the next pass is not lost on a pass that waits here. */
  readonly changes: WakeUp;
}

export function openView(onChange: () => void): StackView {
  const changes = createWakeUp();
  return {
    followings: new Map(),
    written: new Map(),
    absent: new Set(),
    goneKinds: new Set(),
    unserved: { waits: new Map(), news: "" },
    onChange() {
      changes.ring();
      onChange();
    },
    changes,
  };
}

/** Follows exactly these selections: starts new ones, stops those that are not wanted any more. */
export function followSelections(
  view: StackView,
  wanted: readonly Selection[],
  cluster: ClusterPort,
): void {
  const keys = new Set(wanted.map(selectionKey));
  for (const [key, following] of view.followings) {
    if (keys.has(key)) continue;
    following.stop();
    view.followings.delete(key);
  }
  for (const selection of wanted) {
    const key = selectionKey(selection);
    if (!view.followings.has(key)) {
      view.followings.set(key, cluster.follow(selection, view.onChange));
    }
  }
}

/** Kinds (`Deployment.apps`) that hold no members now: their lists say so, and know all that we wrote; or they ceased to be. */
export function emptyKinds(
  view: StackView,
  isOurs: (object: JsonObject) => boolean,
): ReadonlySet<string> {
  const held = new Set([...unseenWrites(view).values()].map((object) => kindKey(idOf(object))));
  const listed = memberLists(view);
  const empty = [...listed].filter(([kind, states]) => {
    const isSeen = states.every((state) => state.kind === "synced");
    return isSeen && !held.has(kind) && !states.some((state) => hasAny(state, isOurs));
  });
  return new Set([...empty.map(([kind]) => kind), ...view.goneKinds]);
}

function hasAny({ objects }: FollowingState, isOurs: (object: JsonObject) => boolean): boolean {
  for (const object of objects.values()) if (isOurs(object)) return true;
  return false;
}

/**
 * What we wrote and no list of members of its kind shows yet, in whatever version: it lives, whatever Git says by now. What a list
 * has caught up with is forgotten.
 */
export function unseenWrites(view: StackView): ReadonlyMap<ObjectKey, JsonObject> {
  const lists = memberLists(view);
  const unseen = new Map<ObjectKey, JsonObject>();
  for (const [key, object] of view.written) {
    const kind = kindKey(idOf(object));
    const states = lists.get(kind) ?? [];
    if (view.goneKinds.has(kind) || hasCaughtUp(states, object)) {
      view.written.delete(key);
      continue;
    }
    const seen = states.map(({ objects }) => objects.get(key)).find((each) => each !== undefined);
    unseen.set(key, newerOf(object, seen));
  }
  return unseen;
}

/** The lists of members, by kind. */
function memberLists(view: StackView): ReadonlyMap<string, readonly FollowingState[]> {
  const lists = [...view.followings.values()].filter(({ selection }) =>
    isMemberSelector(selection.labelSelector),
  );
  const groups = groupBy(lists, ({ selection: { apiVersion, kind } }) =>
    kindKey({ group: groupOf(apiVersion), kind }),
  );
  return new Map([...groups].map(([kind, each]) => [kind, each.map((list) => list.state())]));
}

/** Waits until no selection is in its first list any more, at most `FIRST_LIST_WAIT_MS`. */
export async function waitForFirstLists(view: StackView, clock: ClockPort): Promise<void> {
  const deadline = clock.now() + FIRST_LIST_WAIT_MS;
  while (isSyncing(view) && clock.now() < deadline) {
    // oxlint-disable-next-line no-await-in-loop -- each change may be the one that is waited for
    await Promise.race([view.changes.wait(), pause(clock, 250)]);
  }
}

export function closeView(view: StackView): void {
  for (const following of view.followings.values()) following.stop();
  view.followings.clear();
}

/** What is known of an object without asking; `undefined`: nothing, it has to be read. */
export function findSighting(
  view: StackView,
  ref: ObjectRef,
  selections: readonly Selection[],
): Sighting | undefined {
  const key = objectKey(ref.id);
  const followings = selections.flatMap((each) => view.followings.get(selectionKey(each)) ?? []);
  const states = followings.map((each) => each.state());
  const seen = states.map((state) => state.objects.get(key)).find((each) => each !== undefined);
  const written = writtenUnlessSeen(view, key, followings);
  if (written !== undefined) return { kind: "present", object: newerOf(written, seen) };
  if (seen !== undefined) {
    view.absent.delete(key);
    return { kind: "present", object: seen };
  }
  return findAbsence(view, key, states);
}

export function rememberWritten(view: StackView, ref: ObjectRef, object: JsonObject): void {
  const key = objectKey(ref.id);
  view.absent.delete(key);
  view.written.set(key, object);
}

/** What no watch shows yet was deleted: until one does, it goes, and may wait for its dependents. */
export function rememberDeleted(view: StackView, key: ObjectKey): void {
  const written = view.written.get(key);
  if (written === undefined) return;
  const metadata = { ...objectAt(written, "metadata"), deletionTimestamp: "1970-01-01T00:00:00Z" };
  view.written.set(key, { ...written, metadata });
}

/** Forgets what was noted of objects that are not looked at any more. */
export function forgetOthers(view: StackView, looked: ReadonlyMap<ObjectKey, unknown>): void {
  for (const key of view.absent) if (!looked.has(key)) view.absent.delete(key);
  for (const key of view.written.keys()) if (!looked.has(key)) view.written.delete(key);
}

function findAbsence(
  view: StackView,
  key: ObjectKey,
  states: readonly FollowingState[],
): Sighting | undefined {
  const broken = states.find((state) => state.kind === "unreadable" || state.kind === "syncing");
  if (broken !== undefined) {
    return { kind: "unreadable", reason: broken.reason || "its kind has not been listed yet" };
  }
  if (states.length > 0 && states.every((state) => state.kind === "not-served")) {
    return { kind: "not-served" };
  }
  return view.absent.has(key) ? { kind: "absent" } : undefined;
}

/** Our own write as long as the watch is behind it; from then on the watch alone counts, also when the object is gone. */
function writtenUnlessSeen(
  view: StackView,
  key: ObjectKey,
  followings: readonly Following[],
): JsonObject | undefined {
  const written = view.written.get(key);
  if (written === undefined) return undefined;
  const ahead = followings.filter((each) => hasCaughtUp([each.state()], written));
  if (ahead.length === 0) return written;
  // Members are known by their list alone: what it does not show yet is kept for it (`unseenWrites`).
  if (ahead.some(({ selection }) => selection.name === "")) view.written.delete(key);
  return undefined;
}

/** Whether one of the lists knows at least as much as the object tells: one that is not in it is gone. */
export function hasCaughtUp(states: readonly FollowingState[], written: JsonObject): boolean {
  const version = resourceVersionOf(written);
  return states.some(
    (state) => state.kind === "synced" && compareVersions(state.resourceVersion, version) >= 0,
  );
}

function newerOf(written: JsonObject, seen: JsonObject | undefined): JsonObject {
  if (seen === undefined || uidOf(seen) !== uidOf(written)) return written;
  return compareVersions(resourceVersionOf(seen), resourceVersionOf(written)) > 0 ? seen : written;
}

/**
 * Resource versions of one API server compare as decimal numbers of any length.
 * @see https://github.com/kubernetes/enhancements/tree/master/keps/sig-api-machinery/5504-comparable-resource-version
 */
export function compareVersions(a: string, b: string): number {
  if (a.length !== b.length) return a.length - b.length;
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

function isSyncing(view: StackView): boolean {
  return [...view.followings.values()].some((each) => each.state().kind === "syncing");
}

export function selectionKey(selection: Selection): string {
  const { apiVersion, kind, namespace, labelSelector, name } = selection;
  return [apiVersion, kind, namespace, labelSelector, name].join("\n");
}

async function pause(clock: ClockPort, delayMs: number): Promise<void> {
  await new Promise<void>((resolve) => {
    clock.after(delayMs, resolve);
  });
}
