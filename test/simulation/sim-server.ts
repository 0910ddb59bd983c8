import { ClusterError } from "../../src/core/cluster-error.ts";
import { type JsonObject, objectAt } from "../../src/core/object/json.ts";
import {
  idOf,
  isTerminating,
  labelOf,
  resourceVersionOf,
  uidOf,
} from "../../src/core/object/live-object.ts";
import { kindKey, type ObjectKey, objectKey } from "../../src/core/object/object-id.ts";
import type { Selection } from "../../src/ports/cluster-port.ts";
import {
  applyObject,
  editObject,
  isOutdated,
  replaceObject,
} from "../support/server-side-apply.ts";
import { newObject, podsOf, replicaSetName, type SimObject, type SimPod } from "./sim-object.ts";
import { idOfRole, isHidden, type Role, versionText } from "./wish.ts";

/** The API server with the whole truth behind it. */
export class SimServer {
  readonly objects: readonly SimObject[];
  readonly #keyed: readonly (readonly [ObjectKey, SimObject])[];
  readonly #byKey: ReadonlyMap<string, SimObject>;
  /** The agent's own objects. */
  readonly #others = new Map<ObjectKey, JsonObject>();
  #newest = 0;
  /** Grows with each change of anything. */
  serial = 0;
  onChange: (object: SimObject) => void = () => undefined;

  constructor(
    roles: readonly Role[],
    drawNature: () => Pick<SimObject, "isFinalized" | "isHasty">,
  ) {
    this.objects = roles.map((role) => newObject(role, drawNature()));
    this.#keyed = this.objects.map((each) => [objectKey(idOfRole(each.role)), each]);
    this.#byKey = new Map(this.#keyed);
  }

  find(key: string): SimObject | undefined {
    return this.#byKey.get(key);
  }

  read(key: ObjectKey): JsonObject | undefined {
    const object = this.#byKey.get(key);
    return object === undefined ? this.#others.get(key) : object.live;
  }

  /** To be called after each change of an object. */
  touched(object: SimObject): void {
    this.serial += 1;
    if (object.live !== undefined) this.#note(object.live);
    this.onChange(object);
  }

  newest(): string {
    return String(this.#newest);
  }

  /** A forced server-side apply. @throws {ClusterError} */
  apply(body: JsonObject, { isDryRun }: { readonly isDryRun: boolean }): JsonObject {
    const key = objectKey(idOf(body));
    const live = this.read(key);
    if (isOutdated(live, body)) throw new ClusterError("conflict", `${key}: is another by now`);
    const object = this.#byKey.has(key) ? applyObject(live, body) : replaceObject(live, body);
    if (!isDryRun && object !== live) this.#store(key, object);
    return object;
  }

  /** Replaces an object whatever it was; `undefined` removes it. */
  put(object: SimObject, live: JsonObject | undefined): void {
    object.live = live;
    this.touched(object);
  }

  patch(key: ObjectKey, after: JsonObject): void {
    this.#store(key, after);
  }

  /** Somebody else edits the live object. */
  edit(object: SimObject, patch: JsonObject): void {
    if (object.live === undefined) return;
    this.put(object, editObject(object.live, "kubectl-edit", patch));
  }

  /**
   * Foreground: the object stays, terminating, until its pods have gone. Else it goes at once, and its pods later. Neither before
   * its finalizer is done.
   */
  remove(object: SimObject, { isForeground }: { readonly isForeground: boolean }): void {
    const { live } = object;
    if (live === undefined) return;
    if (!isForeground && !object.isFinalized) this.put(object, undefined);
    if (object.live === undefined || isTerminating(live)) return;
    // Marked by an edit that changes nothing else, for a newer resourceVersion.
    const marked = editObject(live, "kubectl", {
      metadata: { annotations: { "example.com/deleted": "yes" } },
    });
    const metadata = objectAt(marked, "metadata") ?? {};
    const dated: JsonObject = {
      ...marked,
      metadata: {
        ...metadata,
        deletionTimestamp: "2026-01-01T00:00:00Z",
        ...(object.isFinalized ? { finalizers: ["example.com/slow"] } : {}),
      },
    };
    const isHeld = object.isFinalized || podsOf(object).length > 0;
    this.put(object, isHeld ? dated : undefined);
  }

  delete(key: ObjectKey, guard: { readonly uid: string; readonly resourceVersion: string }): void {
    const object = this.#byKey.get(key);
    const live = object?.live;
    if (object === undefined || live === undefined) return;
    const isOther = guard.uid !== "" && guard.uid !== uidOf(live);
    const isNewer =
      guard.resourceVersion !== "" && guard.resourceVersion !== resourceVersionOf(live);
    if (isOther || isNewer) throw new ClusterError("conflict", `${key}: is another by now`);
    this.remove(object, { isForeground: true });
  }

  select({ apiVersion, kind, labelSelector, name }: Selection): ReadonlyMap<ObjectKey, JsonObject> {
    const [label = "", value] = labelSelector.split("=");
    const found = new Map<ObjectKey, JsonObject>();
    for (const [key, each] of this.#all(kind)) {
      const isSelected =
        each["apiVersion"] === apiVersion &&
        each["kind"] === kind &&
        (name === "" || idOf(each).name === name) &&
        (label === "" || isLabelled(each, label, value));
      if (isSelected) found.set(key, each);
    }
    return found;
  }

  /** The kinds that hold objects with the label. */
  kindsOf(labelSelector: string): readonly string[] {
    const [label = "", value = ""] = labelSelector.split("=");
    const found = this.objects.flatMap(({ live }) =>
      live !== undefined && labelOf(live, label) === value ? [kindKey(idOf(live))] : [],
    );
    return [...new Set(found)].toSorted();
  }

  #all(kind: string): readonly Keyed[] {
    switch (kind) {
      case "Pod":
        return this.objects.filter(({ role }) => !isHidden(role)).flatMap(podBodies);
      case "ReplicaSet":
        return this.objects.flatMap((each) => each.replicaSets.map(keyed));
      default:
        return this.#keyed.flatMap(([key, { live }]) =>
          live === undefined ? [] : [[key, live] as const],
        );
    }
  }

  #store(key: ObjectKey, after: JsonObject): void {
    const object = this.#byKey.get(key);
    if (object !== undefined) {
      this.put(object, after);
      return;
    }
    this.#others.set(key, after);
    this.#note(after);
  }

  #note(object: JsonObject): void {
    this.#newest = Math.max(this.#newest, Number(resourceVersionOf(object)));
  }
}

type Keyed = readonly [ObjectKey, JsonObject];

function keyed(object: JsonObject): Keyed {
  return [objectKey(idOf(object)), object];
}

const bodies = new WeakMap<SimPod, Keyed>();
/** Of all pods of an object: most of them stay as they are from one look to the next. */
const bodiesOfAll = new WeakMap<readonly SimPod[], readonly Keyed[]>();

function podBodies({ role, pods }: SimObject): readonly Keyed[] {
  const known = bodiesOfAll.get(pods);
  if (known !== undefined) return known;
  const made = pods.map((pod) => {
    const body = bodies.get(pod) ?? keyed(podBody(role, pod));
    bodies.set(pod, body);
    return body;
  });
  bodiesOfAll.set(pods, made);
  return made;
}

/** Whether an object has the label, with that value where one is wanted. */
function isLabelled(object: JsonObject, label: string, value: string | undefined): boolean {
  const found = labelOf(object, label);
  return value === undefined ? found !== undefined : found === value;
}

function podBody(role: Role, pod: SimPod): JsonObject {
  const name = `o${role.index}`;
  const isOfSet = role.kind === "StatefulSet.apps";
  const owner = isOfSet
    ? { kind: "StatefulSet", name, uid: pod.ownerUid, controller: true }
    : {
        kind: "ReplicaSet",
        name: replicaSetName(role, pod),
        uid: replicaSetName(role, pod),
        controller: true,
      };
  const metadata: JsonObject = {
    // Sorted by name is sorted by age, whatever was counted before.
    name: `${name}-${String(pod.serial).padStart(9, "0")}`,
    namespace: "shop",
    uid: `pod-${pod.serial}`,
    labels: {
      app: name,
      "app.kubernetes.io/version": versionText(pod.version),
      ...(isOfSet ? { "controller-revision-hash": pod.revision } : {}),
    },
    ownerReferences: [owner],
    ...(pod.isGoing ? { deletionTimestamp: "2026-01-01T00:00:00Z" } : {}),
  };
  return { apiVersion: "v1", kind: "Pod", metadata, status: { phase: "Running" } };
}
