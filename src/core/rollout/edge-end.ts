import type { Edge } from "../graph/edge.ts";
import type { ExternalAnswer } from "./external-answer.ts";
import type { Party } from "./party.ts";

/** One edge and what is known of its other end: of the target, seen from the dependent, or the other way round. */
export interface EdgeEnd {
  readonly edge: Edge;
  readonly party: Party;
  /** For an edge whose target is outside the cluster: what it answered. `undefined`: not asked yet. */
  readonly external?: ExternalAnswer | undefined;
}
