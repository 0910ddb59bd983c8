import { type JsonObject, objectAt, valueAt } from "../../src/core/object/json.ts";
import { isTerminating, uidOf } from "../../src/core/object/live-object.ts";
import type { Dice } from "./dice.ts";
import { podsOf, replicaSetName, type SimObject, type SimPod } from "./sim-object.ts";
import { writeStatus } from "./sim-status.ts";
import { type LiveSpec, readSpec } from "./wish.ts";

/** One move of its operator. @returns whether anything changed. */
export function operate(object: SimObject, dice: Dice): boolean {
  if (object.isStuck) return false;
  const { live, pods } = object;
  const stranger = pods.find(({ ownerUid }) => live === undefined || ownerUid !== uidOf(live));
  if (stranger !== undefined && dice.chance(0.5)) {
    object.pods = pods.filter((pod) => pod !== stranger);
  } else if (live !== undefined) moveLive(object, live, dice);
  return object.live !== live || object.pods !== pods;
}

function moveLive(object: SimObject, live: JsonObject, dice: Dice): void {
  const { seen } = object;
  if (isTerminating(live)) endObject(object, dice);
  else if (seen === undefined || uidOf(seen) !== uidOf(live) || dice.chance(0.4)) {
    object.seen = live;
  } else if (dice.chance(object.isSilent ? 0.02 : 0.35)) {
    object.live = writeStatus(object, { live, seen });
  } else movePods(object, seen, dice);
}

/** Foreground: the object goes when its last pod has gone, and whoever put a finalizer on it has done the work. */
function endObject(object: SimObject, dice: Dice): void {
  const [first] = podsOf(object);
  if (first !== undefined) drop(object, first);
  else if (!object.isHanging && (!object.isFinalized || dice.chance(0.1))) object.live = undefined;
}

function drop(object: SimObject, gone: SimPod): void {
  if (!object.isHanging) object.pods = object.pods.filter((pod) => pod !== gone);
}

function change(object: SimObject, from: SimPod, to: Partial<SimPod>): void {
  object.pods = object.pods.map((pod) => (pod === from ? { ...pod, ...to } : pod));
}

function movePods(object: SimObject, seen: JsonObject, dice: Dice): void {
  const spec = readSpec(seen);
  const pods = podsOf(object);
  const going = pods.find((pod) => pod.isGoing);
  if (going !== undefined && dice.chance(0.4)) {
    drop(object, going);
    return;
  }
  if (spec.isPaused) return;
  const staying = pods.filter((pod) => !pod.isGoing);
  const old = staying.filter((pod) => pod.revision !== spec.revision);
  const places = spec.replicas + (old.length > 0 ? surgeOf(object) : 0);
  const end = choosePodToEnd({ staying, old, places });
  const raw = staying.find((pod) => !pod.isReady);
  const [oldest] = old;
  if (end !== undefined) change(object, end, { isGoing: true });
  else if (raw !== undefined) start(object, raw, spec);
  else if (oldest !== undefined && staying.length >= places) {
    change(object, oldest, { isGoing: true });
  } else if (countOf(object, { pods, staying }) < places) addPod(object, seen);
}

/** A broken one of an older template, or one too many. */
function choosePodToEnd(of: {
  readonly staying: readonly SimPod[];
  readonly old: readonly SimPod[];
  readonly places: number;
}): SimPod | undefined {
  const broken = of.old.find((pod) => !pod.isReady);
  if (broken !== undefined || of.staying.length <= of.places) return broken;
  return of.old[0] ?? of.staying[0];
}

function start(object: SimObject, raw: SimPod, spec: LiveSpec): void {
  if (!spec.isBad) change(object, raw, { isReady: true });
}

/** A Deployment starts one more first; the others end one first. */
function surgeOf({ role }: SimObject): number {
  return role.kind === "Deployment.apps" ? 1 : 0;
}

/** A Deployment does not wait for pods that end; the others do. */
function countOf(
  object: SimObject,
  of: { readonly pods: readonly SimPod[]; readonly staying: readonly SimPod[] },
): number {
  return surgeOf(object) > 0 ? of.staying.length : of.pods.length;
}

let serials = 0;

function addPod(object: SimObject, seen: JsonObject): void {
  serials += 1;
  const { version, revision, targets } = readSpec(seen);
  const ownerUid = uidOf(seen);
  const about = { serial: serials, ownerUid, version, revision, targets };
  const pod = { ...about, isReady: false, isGoing: false };
  object.pods = [...object.pods, pod];
  if (object.role.kind !== "Deployment.apps") return;
  const name = replicaSetName(object.role, pod);
  if (object.replicaSets.some((each) => valueAt(each, "metadata", "name") === name)) return;
  object.replicaSets = [...object.replicaSets, replicaSetOf(seen, name)];
}

function replicaSetOf(owner: JsonObject, name: string): JsonObject {
  const template = objectAt(owner, "spec", "template") ?? {};
  const reference = {
    kind: "Deployment",
    name: valueAt(owner, "metadata", "name") ?? "",
    uid: uidOf(owner),
    controller: true,
  };
  const metadata: JsonObject = {
    name,
    namespace: "shop",
    uid: name,
    labels: objectAt(template, "metadata", "labels") ?? {},
    creationTimestamp: "2026-01-01T00:00:00Z",
    ownerReferences: [reference],
  };
  return { apiVersion: "apps/v1", kind: "ReplicaSet", metadata, spec: { template } };
}
