import type { JsonObject } from "../object/json.ts";

/** What fresh lists of the whole cluster show of those that may depend on one object, whoever made them. */
export interface FoundDependents {
  readonly objects: readonly JsonObject[];
  readonly unseen: readonly UnseenKind[];
}

/** A kind whose objects may depend on it, and that could not be listed. */
export interface UnseenKind {
  readonly group: string;
  readonly kind: string;
  readonly reason: string;
  /** The server lets us not: only a person ends that. */
  readonly isForbidden: boolean;
}
