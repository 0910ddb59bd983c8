import type { Edge } from "./edge.ts";

/** An edge that is waited for, with the strict choice wherever the caller names none. */
export function makeEdge(
  essence: Pick<Edge, "dependent" | "target" | "gate" | "origin">,
  choices: Partial<Edge> = {},
): Edge {
  return {
    informational: false,
    compare: "full",
    unknownVersion: "hold",
    trust: "status",
    external: "",
    ...choices,
    ...essence,
  };
}
