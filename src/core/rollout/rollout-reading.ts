import type { JsonObject } from "../object/json.ts";
import type { HealthRule } from "./health-rule.ts";

/** What the API server serves for a kind, as far as health rules need it. */
export interface KindFacts {
  /** The kind serves a `status` subresource. Without one its own status writes bump `generation`. */
  readonly hasStatusSubresource: boolean;
  /** Its schema declares `status.observedGeneration`: then an absent one means "not observed". */
  readonly declaresObservedGeneration: boolean;
}

/** All that one read says about how far one object is rolled out. */
export interface RolloutReading {
  /** The live object, with status. */
  readonly object: JsonObject;
  /** Workloads: the pods that its selector finds (the rules check the owner). Else empty. */
  readonly pods: readonly JsonObject[];
  /** Deployments: the ReplicaSets that its selector finds. Else empty. */
  readonly replicaSets: readonly JsonObject[];
  readonly facts: KindFacts;
  /** What the user's config says of the kind's health. */
  readonly rule?: HealthRule | undefined;
  /** Epoch milliseconds at which the read began; for the cache, of the newest event in it. */
  readonly readAtMs: number;
  /** `fresh`: read from the server for this decision; only such a reading opens a gate. */
  readonly source: "cache" | "fresh";
}
