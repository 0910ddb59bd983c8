import type { JsonObject } from "../../core/object/json.ts";
import type { Resource } from "../kinds/resource.ts";
import type { StatusError } from "../status-error.ts";
import type { Change, Collection, Place } from "../store/object-store.ts";
import type { UncontrolledKind } from "./owner-index.ts";
import type { Write } from "./write.ts";

/** The cluster as it is now. */
export interface ClusterView {
  /** Epoch milliseconds. */
  readonly now: number;
  get(place: Place): JsonObject | undefined;
  /** Ordered by namespace and name; of all namespaces when none is given. */
  list(collection: Collection, namespace?: string): readonly JsonObject[];
  /** The objects of any kind that name this uid among their owners. */
  ownedBy(uid: string): readonly JsonObject[];
  /** The Pods or ReplicaSets of a namespace that nobody controls. */
  uncontrolled(kind: UncontrolledKind, namespace: string): readonly JsonObject[];
  /** How the kind of an object is served; `undefined` when it is not, or not any more. */
  resourceOf(of: { readonly apiVersion: string; readonly kind: string }): Resource | undefined;
  /** All kinds that are served, in all versions. */
  resources(): readonly Resource[];
  /** Lower-case letters and digits, as in generated names. */
  randomText(length: number): string;
}

/** What a controller makes of what it sees. */
export interface Decision {
  /** Done one after another, until one is refused. */
  readonly writes: readonly Write[];
  /** When to look again although nothing changed. */
  readonly againMs?: number;
}

/** Nothing to do. */
export const SETTLED: Decision = { writes: [] };

/**
 * Keeps the objects of one kind as they should be. Level-based: `decide` looks at what is there, never at what happened,
 * and is asked again after each change that `concerns` says it should know of.
 * @see https://kubernetes.io/docs/concepts/architecture/controller/
 */
export interface Controller {
  /** Source of its events, such as `deployment-controller`. */
  readonly name: string;
  /** The field manager of its writes, as the real cluster has it. */
  readonly userAgent: string;
  /** The objects to look at after a change of any object. */
  readonly concerns: (change: Change, view: ClusterView) => readonly Place[];
  /** Pure but for what a controller itself remembers of times. */
  readonly decide: (place: Place, view: ClusterView) => Decision;
  /** What to say when the API refused a write of the last decision. It is tried again later anyway. */
  readonly reportRefusal?: (
    place: Place,
    view: ClusterView,
    refusal: StatusError,
  ) => readonly Write[];
}
