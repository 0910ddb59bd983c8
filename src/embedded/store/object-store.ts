import type { JsonObject } from "../../core/object/json.ts";

/** All objects of one kind, whatever the version in which they are read. */
export interface Collection {
  readonly group: string;
  /** Plural name, such as `deployments`. */
  readonly plural: string;
}

/** Where one object lies. */
export interface Place extends Collection {
  /** Empty for a cluster-scoped object. */
  readonly namespace: string;
  readonly name: string;
}

/** What happened to one object. `object` carries the resourceVersion of the change, also when it was deleted. */
export interface Change {
  readonly kind: "added" | "modified" | "deleted";
  readonly place: Place;
  readonly object: JsonObject;
  /** What it was before; `undefined` for a new one. */
  readonly before: JsonObject | undefined;
  /** The store's revision after the change. */
  readonly revision: number;
}

/** What the store holds of a collection at one revision. */
export interface Listing {
  readonly items: readonly JsonObject[];
  readonly revision: number;
}

/**
 * All objects of the cluster in memory, each change written to disk before it is seen by anybody. Synchronous: between two
 * calls of one turn nobody else writes. Objects are stored as they are, in the version they were written in; the store
 * only sets `metadata.resourceVersion`.
 */
export interface ObjectStore {
  /** Of the last change. */
  readonly revision: number;
  get(place: Place): JsonObject | undefined;
  /** Ordered by namespace and name. An empty namespace means all. */
  list(collection: Collection, namespace?: string): Listing;
  /** The objects as they were at an earlier revision, for the next page of a list; `undefined` when that is too long ago. */
  listAt(collection: Collection, at: { namespace: string; revision: number }): Listing | undefined;
  /** Creates or replaces. @returns the object with its new resourceVersion. @throws {StatusError} 507 when a limit is reached. */
  put(place: Place, object: JsonObject): JsonObject;
  /** @returns the object that was removed, with the resourceVersion of its deletion. */
  remove(place: Place): JsonObject | undefined;
  /** The changes of a collection after `revision`, oldest first; `undefined` when they are not kept any more (410). */
  changesSince(collection: Collection, revision: number): readonly Change[] | undefined;
  /** Calls `listener` in the same turn for each change of the collection (all collections when left out). @returns the stop function. */
  follow(listener: (change: Change) => void, collection?: Collection): () => void;
  /** Writes what is still to be written and closes the files. */
  close(): void;
}
