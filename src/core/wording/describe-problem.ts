import type { Problem } from "../problem.ts";

/** A problem in one line that editors can follow: `shop/web.yaml:12:5: what; expected …`. */
export function describeProblem({ where, what, expected }: Problem): string {
  return `${where === "" ? "" : `${where}: `}${what}${hint(expected)}`;
}

function hint(expected: string): string {
  if (expected === "") return "";
  // A suggestion is a question, not a thing.
  return expected.startsWith("did you mean") ? `; ${expected}` : `; expected ${expected}`;
}
