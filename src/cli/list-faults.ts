import type { StackStatus } from "../core/report/status-document.ts";
import { describeProblem } from "../core/wording/describe-problem.ts";
import { describeRefusal } from "../core/wording/describe-refusal.ts";
import { type Naming, nameObjects } from "../core/wording/name-objects.ts";
import { findingLine } from "./finding-line.ts";
import type { Line } from "./line.ts";

/** What is wrong with the stack and what was refused, one line each. */
export function listFaults(stack: StackStatus): readonly Line[] {
  const name = nameObjects(stack);
  return [
    ...stack.refusals.map((each) => findingLine("refused", describeRefusal(each), "bad")),
    ...stack.problems.map((each) => findingLine("problem", describeProblem(each), "bad")),
    ...stack.cycles.map((each) => findingLine("cycle", cycleText(each, name), "bad")),
  ];
}

function cycleText(ids: readonly string[], name: Naming): string {
  return [...ids, ...ids.slice(0, 1)].map(name).join(" → ");
}
