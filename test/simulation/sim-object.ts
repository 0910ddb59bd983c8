import type { JsonObject } from "../../src/core/object/json.ts";
import { isTerminating, uidOf } from "../../src/core/object/live-object.ts";
import { type LiveSpec, type Role, readSpec } from "./wish.ts";

/** One pod as it is; the API shows those of kinds whose pods can be seen. */
export interface SimPod {
  readonly serial: number;
  readonly ownerUid: string;
  readonly version: number;
  readonly revision: string;
  readonly isReady: boolean;
  readonly isGoing: boolean;
  /** What the object that made it came after. */
  readonly targets: readonly number[];
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
  /** Its operator has better things to do than to write the status. */
  isSilent: boolean;
  /** It has a finalizer, whose owner takes its time. */
  readonly isFinalized: boolean;
  /** Its operator says first that it has seen a new version, and what it said of health before until that runs. */
  readonly isHasty: boolean;
}

export function newObject(
  role: Role,
  nature: Pick<SimObject, "isFinalized" | "isHasty">,
): SimObject {
  return {
    role,
    live: undefined,
    seen: undefined,
    pods: [],
    replicaSets: [],
    isStuck: false,
    isHanging: false,
    isSilent: false,
    ...nature,
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

/** Whether these pods are what a spec asks for. */
export function isRunning(spec: LiveSpec, pods: readonly SimPod[]): boolean {
  const staying = pods.filter((pod) => !pod.isGoing);
  return (
    !spec.isPaused &&
    staying.length === spec.replicas &&
    staying.every((pod) => pod.isReady) &&
    pods.every((pod) => pod.revision === spec.revision)
  );
}

/** The name tells the template and the owner, so that pods find it. */
export function replicaSetName(role: Role, pod: Pick<SimPod, "revision" | "ownerUid">): string {
  return `o${role.index}-${pod.revision.replaceAll(/[^a-z0-9]/g, "")}${pod.ownerUid}`;
}
