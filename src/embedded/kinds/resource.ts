import type { JsonObject } from "../../core/object/json.ts";
import type { Fault } from "../fault.ts";
import type { Schema } from "../schema/schema.ts";
import type { ObjectStore } from "../store/object-store.ts";
import type { Column } from "../tables/column.ts";

/** What deciding about a write may look at besides the object. */
export interface World {
  readonly store: ObjectStore;
  readonly catalogue: Catalogue;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** Lower-case letters and digits, as in generated names. */
  readonly randomText: (length: number) => string;
  readonly newUid: () => string;
}

/**
 * What is particular about one kind on its way to the store. All functions are pure but for what they read of the `World`;
 * objects are in the version of the resource. Order of a create: `setDefaults` → managedFields → `prepareCreate` → `validate`.
 * Of an update: `setDefaults` → managedFields → `prepareUpdate` → `validate` and `validateUpdate`.
 */
export interface Strategy {
  /** Fills in what the server fills in for fields that are left out. Idempotent. */
  readonly setDefaults: (object: JsonObject) => JsonObject;
  /** Admission and allocation: what a new object gets that nobody owns (service account, clusterIP, finalizers). */
  readonly prepareCreate: (object: JsonObject, world: World) => JsonObject;
  /** Keeps what was allocated. Neither `status` nor `generation` is its business. */
  readonly prepareUpdate: (next: JsonObject, live: JsonObject, world: World) => JsonObject;
  /** @returns all faults, in the order of the real server. */
  readonly validate: (object: JsonObject, world: World) => readonly Fault[];
  /** What is only checked of a new object, before the rest. */
  readonly validateCreate?: (object: JsonObject) => readonly Fault[];
  /** What is allowed but better left. @param live - `undefined` for a create. */
  readonly warn?: (next: JsonObject, live: JsonObject | undefined) => readonly string[];
  /** Only what depends on both, such as immutable fields. */
  readonly validateUpdate: (next: JsonObject, live: JsonObject) => readonly Fault[];
  /**
   * How `metadata.generation` behaves: `none` for kinds without, `spec` when it counts changes of everything but metadata and
   * status, `spec-and-annotations` as `Deployment` and others do it.
   */
  readonly generation: "none" | "spec" | "spec-and-annotations";
}

export interface Subresource {
  readonly name:
    | "status"
    | "scale"
    | "binding"
    | "eviction"
    | "log"
    | "token"
    | "finalize"
    | "approval";
  /** Kind of the body, such as `Scale` of `autoscaling/v1`. */
  readonly kind: string;
  readonly group: string;
  readonly version: string;
  readonly verbs: readonly string[];
}

/** Where the scale subresource finds its values, as field names: `["spec", "replicas"]`. */
export interface ScalePaths {
  readonly specReplicas: readonly string[];
  readonly statusReplicas: readonly string[];
  /** Of the selector as text or as an object; empty when there is none. */
  readonly selector: readonly string[];
}

/** One kind as it is served in one version. */
export interface Resource {
  /** Empty for the core group. */
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly listKind: string;
  readonly plural: string;
  readonly singular: string;
  readonly shortNames: readonly string[];
  readonly categories: readonly string[];
  readonly isNamespaced: boolean;
  readonly verbs: readonly string[];
  readonly subresources: readonly Subresource[];
  readonly scale: ScalePaths | undefined;
  /** Of the whole object. */
  readonly schema: Schema;
  /** Comes from a CRD: no strategic merge patch, unknown fields pruned by its schema. */
  readonly isCustom: boolean;
  /** All versions that its CRD names, served or not: managedFields may speak of any of them. */
  readonly versions?: readonly string[];
  /** JSON paths of a CRD's `selectableFields`, such as `.spec.color`; left out for built-in kinds. */
  readonly selectableFields?: readonly string[];
  /** All that `kubectl get` shows, in order: the name and the age are among them. */
  readonly columns: readonly Column[];
  readonly strategy: Strategy;
  /** The warning that each request about it gets; left out for a version that is not deprecated. */
  readonly deprecation?: string;
  /** Objects that are only asked and never stored (`SelfSubjectAccessReview`): the answer to a create. */
  readonly answer?: (object: JsonObject, world: World) => JsonObject;
}

/** Which kinds are served just now: the built-in ones and those of established CRDs. */
export interface Catalogue {
  /** In the order of discovery: groups by priority, versions newest first. */
  resources(): readonly Resource[];
  find(at: { group: string; version: string; plural: string }): Resource | undefined;
  ofKind(of: { group: string; version: string; kind: string }): Resource | undefined;
}
