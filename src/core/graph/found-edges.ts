import type { Problem } from "../problem.ts";
import type { Edge } from "./edge.ts";

/** What one source of edges says about one object. */
export interface FoundEdges {
  readonly edges: readonly Edge[];
  readonly problems: readonly Problem[];
}
