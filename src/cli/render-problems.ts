import type { Problem } from "../core/problem.ts";
import { describeProblem } from "../core/wording/describe-problem.ts";
import { paintLines } from "./paint-line.ts";
import type { Palette } from "./palette.ts";

/** Problems of arguments, configuration or manifests, one line each. */
export function renderProblems(problems: readonly Problem[], palette: Palette): string {
  return paintLines(
    problems.map((problem) => [{ text: describeProblem(problem), tone: "bad" }]),
    palette,
  );
}
