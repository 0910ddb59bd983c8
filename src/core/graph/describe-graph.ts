import type { Mode } from "../mode.ts";
import { type ObjectKey, objectKey } from "../object/object-id.ts";
import type { Graph } from "./edge.ts";
import { asksForVersion } from "./find-unversioned.ts";
import { gateText } from "./gate-text.ts";

/** A graph as JSON: what `lockstep graph --output json` prints for each stack. Fields are added, never changed. */
export interface GraphDocument {
  /** The objects of the set, by tier and then by id. */
  readonly nodes: readonly {
    readonly id: string;
    readonly tier: number;
    /** Left out: `enforce`. */
    readonly mode?: Mode;
  }[];
  /** `from` is the dependent; `to` may be no node: then Git does not have it. */
  readonly edges: readonly {
    readonly from: string;
    readonly to: string;
    readonly gate: string;
    readonly origin: string;
    readonly informational: boolean;
    /** The gate asks for a version, and the target in Git declares none: for `rolled-out` it is enough that it is ready. */
    readonly unversioned: boolean;
  }[];
  /** In each, every object waits for the next and the last for the first. */
  readonly cycles: readonly (readonly string[])[];
}

export function describeGraph(
  graph: Graph,
  modes: ReadonlyMap<ObjectKey, Mode> = new Map(),
): GraphDocument {
  return {
    nodes: [...graph.tiers]
      .map(([id, tier]) => {
        const mode = modes.get(id);
        return mode === undefined ? { id, tier } : { id, tier, mode };
      })
      .toSorted((a, b) => a.tier - b.tier || (a.id < b.id ? -1 : 1)),
    edges: graph.edges.map((edge) => ({
      from: objectKey(edge.dependent),
      to: objectKey(edge.target),
      gate: gateText(edge.gate),
      origin: edge.origin,
      informational: edge.informational,
      unversioned: asksForVersion(edge) && graph.unversioned.has(objectKey(edge.target)),
    })),
    cycles: graph.cycles.map(({ ids }) => ids.map(objectKey)),
  };
}
