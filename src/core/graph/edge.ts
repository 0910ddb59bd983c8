import type { Lint } from "../manifest/manifest.ts";
import type { ObjectId, ObjectKey } from "../object/object-id.ts";
import type { Problem } from "../problem.ts";

/** What an edge waits for. `range` is a valid semver range. */
export type Gate =
  | { readonly kind: "exists" }
  | { readonly kind: "ready" }
  | { readonly kind: "rolled-out" }
  | { readonly kind: "range"; readonly range: string }
  | { readonly kind: "lockstep" };

/** "The dependent comes after the target." */
export interface Edge {
  readonly dependent: ObjectId;
  readonly target: ObjectId;
  readonly gate: Gate;
  /** `association:spec.elasticsearchRef`, `annotation:lockstep.dev/after`, `structure:Namespace`. */
  readonly origin: string;
  /** Shown, never waited for. */
  readonly informational: boolean;
  /** How versions of a `lockstep` edge compare: full semver, or major and minor only. */
  readonly compare: "full" | "minor";
  /** What an unknown version of the target does: hold (default), or let through and say so. */
  readonly unknownVersion: "hold" | "allow";
  /** `pods`: trust the visible pods when `status.version` lags behind them. */
  readonly trust: "status" | "pods";
  /** The kind (`Kibana.kibana.k8s.elastic.co`) of what is outside the cluster, when the target is the Secret that describes it (`secretName`); else empty. */
  readonly external: string;
}

/** The edges of a set of objects, ordered. */
export interface Graph {
  /** Sorted by dependent, then target, then origin; one per (dependent, target). */
  readonly edges: readonly Edge[];
  /** Longest path over gated edges from an object that waits for nothing in the set; targets outside the set count as no step. */
  readonly tiers: ReadonlyMap<ObjectKey, number>;
  /** Each a list `A, B, …` in which each waits for the next and the last for the first. */
  readonly cycles: readonly Cycle[];
  /** Objects of the set that an edge asks for their version, and that declare none. */
  readonly unversioned: ReadonlySet<ObjectKey>;
  /** Objects that may not be written: malformed references and annotations, members of a cycle. With their own problems only; the planner holds what depends on them. */
  readonly refused: ReadonlyMap<ObjectKey, readonly Problem[]>;
  readonly lints: readonly Lint[];
}

export interface Cycle {
  readonly ids: readonly ObjectId[];
  /** `A → B (annotation:…) → A (association:…)`, for people. */
  readonly text: string;
}
