import { type ObjectKey, objectKey } from "../object/object-id.ts";
import type { Edge, Gate } from "./edge.ts";
import { gateText } from "./gate-text.ts";

/** The two objects of an edge. */
export type Ends = Pick<Edge, "dependent" | "target">;

/** Them as a map key. */
type Pair = `${ObjectKey} after ${ObjectKey}`;

export function pairOf({ dependent, target }: Ends): Pair {
  return `${objectKey(dependent)} after ${objectKey(target)}`;
}

/**
 * One edge for each dependent and target, sorted by dependent, target and origin: the strictest gate wins, a gate wins
 * over none. Origins of equally strict edges are joined with `, `; of their other choices each stricter one counts.
 */
export function mergeEdges(edges: readonly Edge[]): readonly Edge[] {
  const merged = new Map<Pair, Edge>();
  for (const { edge, pair } of edges.map(keyed).toSorted(compareKeyed)) {
    const earlier = merged.get(pair);
    merged.set(pair, earlier === undefined ? edge : stricterOf(earlier, edge));
  }
  return [...merged.values()];
}

function stricterOf(a: Edge, b: Edge): Edge {
  const difference = strictness(a) - strictness(b);
  if (difference !== 0) return difference > 0 ? a : b;
  const origins = new Set([...a.origin.split(ORIGIN_SEPARATOR), b.origin]);
  return {
    ...a,
    origin: [...origins].join(ORIGIN_SEPARATOR),
    compare: a.compare === b.compare ? a.compare : "full",
    unknownVersion: a.unknownVersion === b.unknownVersion ? a.unknownVersion : "hold",
    trust: a.trust === b.trust ? a.trust : "status",
    external: a.external === "" ? b.external : a.external,
  };
}

const ORIGIN_SEPARATOR = ", ";

const STRICTNESS: Readonly<Record<Gate["kind"], number>> = {
  exists: 1,
  ready: 2,
  "rolled-out": 3,
  range: 4,
  lockstep: 5,
};

function strictness({ informational, gate }: Edge): number {
  return informational ? STRICTNESS[gate.kind] - 10 : STRICTNESS[gate.kind];
}

/** An edge with what it is sorted by, made once: a sort asks for it many times. */
interface Keyed {
  readonly edge: Edge;
  readonly pair: Pair;
  readonly dependent: ObjectKey;
  readonly target: ObjectKey;
}

function keyed(edge: Edge): Keyed {
  const dependent = objectKey(edge.dependent);
  const target = objectKey(edge.target);
  return { edge, pair: `${dependent} after ${target}`, dependent, target };
}

function compareKeyed(a: Keyed, b: Keyed): number {
  return (
    compareTexts(a.dependent, b.dependent) ||
    compareTexts(a.target, b.target) ||
    compareTexts(a.edge.origin, b.edge.origin) ||
    compareTexts(gateText(a.edge.gate), gateText(b.edge.gate))
  );
}

function compareTexts(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
