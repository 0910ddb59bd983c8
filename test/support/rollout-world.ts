import type { Edge } from "../../src/core/graph/edge.ts";
import { makeEdge } from "../../src/core/graph/make-edge.ts";
import type { JsonObject } from "../../src/core/object/json.ts";
import type { ObjectId } from "../../src/core/object/object-id.ts";
import { checkSkew } from "../../src/core/rollout/check-skew.ts";
import type { EdgeEnd } from "../../src/core/rollout/edge-end.ts";
import { evaluateGate } from "../../src/core/rollout/evaluate-gate.ts";
import type { Party } from "../../src/core/rollout/party.ts";
import type { RolloutReading } from "../../src/core/rollout/rollout-reading.ts";
import { idFrom } from "./graph-builders.ts";
import { readingOf } from "./rollout-builders.ts";

/** What is asked of an object. `config` stands for all else than its version; a `bad` one hangs after its first pod. */
export interface Wish {
  readonly version: number;
  readonly config: number;
  readonly bad: boolean;
}

/** An object of the model: its truth, of which a reading shows only a part. */
export interface WorldObject {
  readonly index: number;
  /** `pods`: a StatefulSet; `status`: a kind that reports only its lowest version. */
  readonly kind: "pods" | "status";
  readonly targets: readonly number[];
  git: Wish;
  applied: Wish | undefined;
  live: { spec: Wish; isObserved: boolean } | undefined;
  pods: Wish[];
}

const REPLICAS = 3;

function isSameWish(a: Wish | undefined, b: Wish | undefined): boolean {
  return a !== undefined && b !== undefined && revisionOf(a) === revisionOf(b);
}

/** The highest version that really runs or is about to; below all when nothing is there. */
export function trueCeil(object: WorldObject): number {
  return Math.max(...truth(object), Number.NEGATIVE_INFINITY);
}

/** The lowest version that really runs or is about to; below all when nothing is there. */
export function trueFloor(object: WorldObject): number {
  return object.live === undefined ? Number.NEGATIVE_INFINITY : Math.min(...truth(object));
}

function truth(object: WorldObject): readonly number[] {
  if (object.live === undefined) return [];
  return [...object.pods, object.live.spec].map((each) => each.version);
}

/** One move of the controller: it observes, or replaces one pod by one of the present spec, if it can. */
export function roll(object: WorldObject): void {
  if (object.live === undefined) return;
  if (!object.live.isObserved) {
    object.live.isObserved = true;
    return;
  }
  const { spec } = object.live;
  const updated = object.pods.filter((pod) => isSameWish(pod, spec)).length;
  if (spec.bad && updated > 0) return;
  const old = object.pods.findIndex((pod) => !isSameWish(pod, spec));
  if (old >= 0) object.pods[old] = spec;
  else if (object.pods.length < REPLICAS) object.pods.push(spec);
}

/** Somebody else writes the live spec. */
export function edit(object: WorldObject | undefined, spec: Wish): void {
  if (object?.live !== undefined) object.live = { spec, isObserved: false };
}

/** Somebody else deletes it, and its pods with it. */
export function vanish(object: WorldObject | undefined): void {
  if (object === undefined) return;
  object.live = undefined;
  object.pods = [];
}

export function isConverged(object: WorldObject): boolean {
  return (
    isSameWish(object.live?.spec, object.git) &&
    object.pods.length === REPLICAS &&
    object.pods.every((pod) => isSameWish(pod, object.git))
  );
}

/** One write that the rules allowed, with how things were before. */
export interface WorldWrite {
  readonly object: WorldObject;
  readonly before: { readonly ceil: number; readonly floor: number };
}

/** One pass of the agent over readings made at its start, in the given order. `onWrite` is called after each write. */
export function runPass(
  world: readonly WorldObject[],
  order: readonly number[],
  onWrite: (write: WorldWrite) => void,
): void {
  const start = world.map((object) => partyOfObject(object));
  const parties = start.map((party, index) => {
    const object = world[index];
    const isHeldBelow = object !== undefined && isHeld(object, start);
    return { ...party, isHeldBelow };
  });
  for (const index of order) {
    const object = world[index];
    if (object === undefined) continue;
    const chosen = chooseWrite(object, parties);
    if (chosen === undefined) continue;
    const before = { ceil: trueCeil(object), floor: trueFloor(object) };
    object.live = { spec: chosen, isObserved: false };
    object.applied = chosen;
    const party = parties[index];
    if (party !== undefined) {
      parties[index] = { ...party, change: "sent", planned: bodyOf(object, chosen) };
    }
    onWrite({ object, before });
  }
}

function chooseWrite(object: WorldObject, parties: readonly Party[]): Wish | undefined {
  const isPending = !isSameWish(object.applied, object.git);
  if (isPending && isOpen("change", object.git, { object, parties })) return object.git;
  const { applied } = object;
  if (applied === undefined || isSameWish(object.live?.spec, applied)) return undefined;
  return isOpen("revert", applied, { object, parties }) ? applied : undefined;
}

function isOpen(
  kind: "change" | "revert",
  wish: Wish,
  { object, parties }: { readonly object: WorldObject; readonly parties: readonly Party[] },
): boolean {
  const self = parties[object.index];
  if (self === undefined) return false;
  const targets = object.targets.flatMap((index) => endsOf(self, parties[index]));
  const dependents = dependentsOf(object, self, parties);
  const skew = checkSkew(
    { kind, self, body: bodyOf(object, wish), targets, dependents },
    new Map(),
  );
  const gates = kind === "change" ? targets.map((end) => evaluateGate(end, new Map())) : [];
  return [skew, ...gates].every((each) => each.blockers.length === 0);
}

function isHeld(object: WorldObject, parties: readonly Party[]): boolean {
  const self = parties[object.index];
  if (self?.change !== "pending") return false;
  const dependents = dependentsOf(object, self, parties);
  const write = { kind: "change", self, body: bodyOf(object, object.git), dependents } as const;
  return checkSkew({ ...write, targets: [] }, new Map()).blockers.length > 0;
}

function dependentsOf(
  object: WorldObject,
  self: Party,
  parties: readonly Party[],
): readonly EdgeEnd[] {
  return parties.flatMap((party) =>
    targetsOf(party).includes(object.index) ? endsOf(party, self, party) : [],
  );
}

function endsOf(
  dependent: Party,
  target: Party | undefined,
  other: Party | undefined = target,
): readonly EdgeEnd[] {
  if (target === undefined || other === undefined) return [];
  const edge: Edge = makeEdge({
    dependent: dependent.id,
    target: target.id,
    gate: { kind: "lockstep" },
    origin: "world",
  });
  return [{ edge, party: other }];
}

/** The model keeps the edges in the names: `o3-0-1` depends on 0 and 1. */
function targetsOf(party: Party): readonly number[] {
  return party.id.name.split("-").slice(1).map(Number);
}

function partyOfObject(object: WorldObject): Party {
  const reading = readingOfObject(object);
  return {
    id: idOfObject(object),
    sighting: reading === undefined ? "absent" : "present",
    reading,
    intent: bodyOf(object, object.git),
    change: isSameWish(object.applied, object.git) ? "none" : "pending",
    isRecreated: false,
    isDrifted: object.applied !== undefined && !isSameWish(object.live?.spec, object.applied),
    refusal: undefined,
    stall: undefined,
  };
}

function idOfObject(object: WorldObject): ObjectId {
  const name = [`o${object.index}`, ...object.targets].join("-");
  const kind = object.kind === "pods" ? "StatefulSet.apps" : "Kibana.kibana.k8s.elastic.co";
  return idFrom(`${kind}/n/${name}`);
}

function revisionOf(wish: Wish): string {
  return `r${wish.version}-${wish.config}-${wish.bad}`;
}

function bodyOf(object: WorldObject, wish: Wish): JsonObject {
  const { group, kind, name, namespace } = idOfObject(object);
  const metadata = { name, namespace, uid: name };
  const version = `9.${wish.version}.0`;
  const spec: JsonObject =
    object.kind === "status"
      ? { version }
      : {
          replicas: REPLICAS,
          selector: { matchLabels: { app: name } },
          template: { metadata: { labels: labelsOf(name, wish) }, spec: { containers: [] } },
        };
  return { apiVersion: `${group}/v1`, kind, metadata, spec };
}

function labelsOf(name: string, wish: Wish): JsonObject {
  return {
    app: name,
    "app.kubernetes.io/version": `9.${wish.version}.0`,
    "controller-revision-hash": revisionOf(wish),
  };
}

function readingOfObject(object: WorldObject): RolloutReading | undefined {
  const { live } = object;
  if (live === undefined) return undefined;
  const { name } = idOfObject(object);
  const counts =
    object.kind === "status" ? elasticStatus(object, live.spec) : setStatus(object, live.spec);
  const status = { ...counts, observedGeneration: live.isObserved ? 2 : 1 };
  const metadata = { name, namespace: "n", uid: name, generation: 2 };
  const pods = object.kind === "pods" ? object.pods.map((pod) => podOf(name, pod)) : [];
  return readingOf({ ...bodyOf(object, live.spec), metadata, status }, { pods });
}

function elasticStatus(object: WorldObject, spec: Wish): JsonObject {
  const isUpdated = object.pods.every((pod) => isSameWish(pod, spec));
  const lowest = Math.min(...object.pods.map((pod) => pod.version));
  return {
    phase: isReady(object, spec) && isUpdated ? "Ready" : "ApplyingChanges",
    ...(object.pods.length === 0 ? {} : { version: `9.${lowest}.0` }),
  };
}

function setStatus(object: WorldObject, spec: Wish): JsonObject {
  const ready = isReady(object, spec) ? REPLICAS : 0;
  return {
    updateRevision: revisionOf(spec),
    replicas: object.pods.length,
    updatedReplicas: object.pods.filter((pod) => isSameWish(pod, spec)).length,
    readyReplicas: ready,
    availableReplicas: ready,
  };
}

function isReady(object: WorldObject, spec: Wish): boolean {
  return object.pods.length === REPLICAS && !spec.bad;
}

function podOf(name: string, wish: Wish): JsonObject {
  const ownerReferences = [{ kind: "StatefulSet", name, uid: name, controller: true }];
  return {
    metadata: { name: `${name}-pod`, labels: labelsOf(name, wish), ownerReferences },
    status: { phase: "Running" },
  };
}
