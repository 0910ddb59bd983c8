import type { ClusterErrorCode } from "../core/cluster-error.ts";
import type { SeenEdit } from "../core/drift/seen-edits.ts";
import type { JsonObject } from "../core/object/json.ts";
import type { ObjectKey, ObjectRef } from "../core/object/object-id.ts";
import type { Sighting } from "../core/object/sighting.ts";
import type { KindFacts } from "../core/rollout/rollout-reading.ts";

/** A kind that the API server serves at one version. */
export interface ServedKind {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  /** The resource's name in URLs: `deployments`. */
  readonly plural: string;
  readonly isNamespaced: boolean;
  readonly facts: KindFacts;
}

/** Which objects of one kind. At most one of `labelSelector` and `name` is set. */
export interface Selection {
  readonly apiVersion: string;
  readonly kind: string;
  /** Empty: all namespaces, or a cluster-scoped kind. */
  readonly namespace: string;
  readonly labelSelector: string;
  readonly name: string;
}

/** A list that is kept up to date by a watch. Reading it costs no request. */
export interface Following {
  readonly selection: Selection;
  /**
   * `syncing`: the first list has not come back. `unreadable`: the kind cannot be listed now (it goes on trying);
   * `objects` are then the last known ones and must not be taken for the truth about absence.
   */
  state(): FollowingState;
  stop(): void;
}

export interface FollowingState {
  readonly kind: "syncing" | "synced" | "not-served" | "unreadable";
  /** Why not, one sentence; empty when synced. */
  readonly reason: string;
  /** Of `unreadable`: what the server refused the list with, if it did. */
  readonly code?: ClusterErrorCode | undefined;
  readonly objects: ReadonlyMap<ObjectKey, JsonObject>;
  /** How Jobs were when they were deleted, the newest hundred: a time to live of nothing takes one away as it ends. */
  readonly gone: ReadonlyMap<ObjectKey, JsonObject>;
  /** What single writes took away, or applies put there, while the watch went on without a gap; without the field nothing was seen. */
  readonly edits?: ReadonlyMap<ObjectKey, readonly SeenEdit[]>;
  /** The newest resource version seen in a list, event or bookmark of this selection; empty before the first list. */
  readonly resourceVersion: string;
  /** Grows with each change of `objects` or `kind`. */
  readonly version: number;
  /** Epoch milliseconds of the newest event or list. */
  readonly changedAtMs: number;
}

/** Kinds (`Deployment.apps`), sorted. */
export interface KindsOf {
  /** With at least one of the objects. */
  readonly kinds: readonly string[];
  /** May not be listed: nobody knows. */
  readonly unknown: readonly string[];
  /** Did not answer now; `*.sea.example` where not even the kinds of a group are known. */
  readonly unanswered: readonly string[];
}

export interface ApplyRequest {
  readonly ref: ObjectRef;
  /** The apply configuration. For an object that exists it carries `metadata.uid` and `metadata.resourceVersion`. */
  readonly body: JsonObject;
  readonly isDryRun: boolean;
}

export interface DeleteRequest {
  readonly ref: ObjectRef;
  readonly uid: string;
  readonly resourceVersion: string;
}

export interface ApplyAnswer {
  readonly object: JsonObject;
  /** The server created it (201) rather than changed it (200). */
  readonly isCreated: boolean;
}

/** One RFC 6902 operation. */
export interface JsonPatchOperation {
  readonly op: "replace" | "add" | "remove";
  readonly path: string;
  readonly value?: unknown;
}

/** What people must know about one object, as a Kubernetes Event. Never holds a value of a Secret. */
export interface ClusterEvent {
  readonly regarding: ObjectRef & { readonly uid: string };
  readonly type: "Normal" | "Warning";
  /** CamelCase: `Held`, `DriftReverted`, `Stalled`. */
  readonly reason: string;
  readonly note: string;
  /** Events of one reason that belong together although their notes differ: one series whose count grows. */
  readonly isSeries?: boolean;
}

/**
 * One cluster, as one field manager. Every method but `follow` sends requests and throws `ClusterError`.
 * Writes are server-side apply with `force` and strict field validation, or the guarded JSON patch.
 */
export interface ClusterPort {
  /** The kind at that version, or at the server's preferred one when `version` is left out. From cached discovery; asks again once when unknown. */
  findKind(kind: {
    readonly group: string;
    readonly kind: string;
    readonly version?: string;
  }): Promise<ServedKind | undefined>;
  /** One fresh GET by name. */
  read(ref: ObjectRef): Promise<Sighting>;
  /** Many fresh reads by name, bounded concurrency; refusals become `unreadable`. */
  readMany(refs: readonly ObjectRef[]): Promise<ReadonlyMap<ObjectKey, Sighting>>;
  /** One fresh, paged LIST (from etcd, not the server's watch cache). */
  list(selection: Selection): Promise<readonly JsonObject[]>;
  /** The kinds that hold objects with these labels: one short list for each kind that is served, in all groups or in one. */
  findKindsOf(labelSelector: string, group?: string): Promise<KindsOf>;
  apply(request: ApplyRequest): Promise<ApplyAnswer>;
  /** Creates by POST: of two that do so one gets `conflict`. For what no manifest stands for. */
  create(request: { readonly ref: ObjectRef; readonly body: JsonObject }): Promise<JsonObject>;
  /** Dry-run create by POST (not apply), to see what a clean object holds. */
  probeCreate(request: { readonly ref: ObjectRef; readonly body: JsonObject }): Promise<JsonObject>;
  /** `application/json-patch+json` with our field manager. */
  patchOwnership(request: {
    readonly ref: ObjectRef;
    readonly patch: readonly JsonPatchOperation[];
  }): Promise<JsonObject>;
  /**
   * Deletes exactly that version of the object, its dependents first (`Foreground`): it is gone when they are. One that is gone
   * already, and another version of it, are a `conflict`.
   */
  delete(request: DeleteRequest): Promise<void>;
  /** Starts to follow a selection; `onChange` says only "look again" and is never called before `follow` returned. */
  follow(selection: Selection, onChange: () => void): Following;
  recordEvent(event: ClusterEvent): Promise<void>;
  /** Requests sent so far by verb, watches apart: for tests, metrics and "a converged pass makes no request". */
  requestCounts(): { readonly reads: number; readonly writes: number; readonly watches: number };
  close(): Promise<void>;
}
