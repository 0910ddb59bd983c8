import { isJsonEqual, type JsonObject, objectAt, valueAt } from "../../src/core/object/json.ts";
import { generationOf, isTerminating, uidOf } from "../../src/core/object/live-object.ts";
import { withStatus } from "../support/server-side-apply.ts";
import type { Dice } from "./dice.ts";
import { isHidden, type LiveSpec, type Role, readSpec, versionText } from "./wish.ts";

/** One pod as it is; the API shows those of kinds whose pods can be seen. */
export interface SimPod {
  readonly serial: number;
  readonly ownerUid: string;
  readonly version: number;
  readonly revision: string;
  readonly isReady: boolean;
  readonly isGoing: boolean;
}

/** An object as it really is: what the server stores, and what runs. */
export interface SimObject {
  readonly role: Role;
  live: JsonObject | undefined;
  /** What its operator has seen of it: it works after that, and its view lags like everybody's. */
  seen: JsonObject | undefined;
  pods: readonly SimPod[];
  replicaSets: readonly JsonObject[];
  /** Its operator does nothing. */
  isStuck: boolean;
  /** Its pods do not end. */
  isHanging: boolean;
}

export function newObject(role: Role): SimObject {
  return {
    role,
    live: undefined,
    seen: undefined,
    pods: [],
    replicaSets: [],
    isStuck: false,
    isHanging: false,
  };
}

/** The pods of the present object, terminating ones too. */
export function podsOf({ live, pods }: SimObject): readonly SimPod[] {
  if (live === undefined) return [];
  const uid = uidOf(live);
  return pods.filter(({ ownerUid }) => ownerUid === uid);
}

/** Whether everything that runs is what the live spec asks for, by the truth. */
export function isSettled(object: SimObject): boolean {
  const { live } = object;
  return live !== undefined && !isTerminating(live) && isRunning(readSpec(live), podsOf(object));
}

function isRunning(spec: LiveSpec, pods: readonly SimPod[]): boolean {
  const staying = pods.filter((pod) => !pod.isGoing);
  return (
    !spec.isPaused &&
    staying.length === spec.replicas &&
    staying.every((pod) => pod.isReady) &&
    pods.every((pod) => pod.revision === spec.revision)
  );
}

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
  if (isTerminating(live)) endObject(object);
  else if (seen === undefined || uidOf(seen) !== uidOf(live) || dice.chance(0.4)) {
    object.seen = live;
  } else if (dice.chance(0.35)) writeStatus(object, { live, seen });
  else movePods(object, seen, dice);
}

/** Foreground: the object goes when its last pod has gone. */
function endObject(object: SimObject): void {
  const [first] = podsOf(object);
  if (first !== undefined) drop(object, first);
  else if (!object.isHanging) object.live = undefined;
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
  const { version, revision } = readSpec(seen);
  const ownerUid = uidOf(seen);
  const pod = { serial: serials, ownerUid, version, revision, isReady: false, isGoing: false };
  object.pods = [...object.pods, pod];
  if (object.role.kind !== "Deployment.apps") return;
  const name = replicaSetName(object.role, pod);
  if (object.replicaSets.some((each) => valueAt(each, "metadata", "name") === name)) return;
  object.replicaSets = [...object.replicaSets, replicaSetOf(seen, name)];
}

/** The name tells the template and the owner, so that pods find it. */
export function replicaSetName(role: Role, pod: Pick<SimPod, "revision" | "ownerUid">): string {
  return `o${role.index}-${pod.revision.replaceAll(/[^a-z0-9]/g, "")}${pod.ownerUid}`;
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

/** What the operator says now: true at this moment of what it has seen, and stale soon after. */
function writeStatus(
  object: SimObject,
  { live, seen }: { readonly live: JsonObject; readonly seen: JsonObject },
): void {
  const spec = readSpec(seen);
  const pods = podsOf(object);
  const observedGeneration = generationOf(seen) ?? 0;
  const status = isHidden(object.role) ? hiddenStatus(pods, spec) : workloadStatus(pods, spec);
  const whole = { observedGeneration, ...status };
  if (!isJsonEqual(whole, objectAt(live, "status") ?? {})) object.live = withStatus(live, whole);
}

function hiddenStatus(pods: readonly SimPod[], spec: LiveSpec): JsonObject {
  const lowest = Math.min(...pods.map((pod) => pod.version));
  const isReady = isRunning(spec, pods);
  return {
    phase: isReady ? "Ready" : "ApplyingChanges",
    health: isReady ? "green" : "yellow",
    availableNodes: pods.length,
    ...(pods.length === 0 ? {} : { version: versionText(lowest) }),
  };
}

function workloadStatus(pods: readonly SimPod[], spec: LiveSpec): JsonObject {
  const staying = pods.filter((pod) => !pod.isGoing);
  const ready = staying.filter((pod) => pod.isReady).length;
  return {
    updateRevision: spec.revision,
    replicas: staying.length,
    updatedReplicas: staying.filter((pod) => pod.revision === spec.revision).length,
    readyReplicas: ready,
    availableReplicas: ready,
    conditions: [{ type: "Available", status: ready >= spec.replicas ? "True" : "False" }],
  };
}
