import type { StackStatus } from "../core/report/status-document.ts";
import { describeState } from "../core/wording/describe-state.ts";
import type { Line } from "./line.ts";

/** The state of a stack in one sentence: the worst first. */
export function summarizeStack(stack: StackStatus): Line {
  return [{ text: stack.name, tone: "strong" }, ": ", describeState(stack)];
}
