import { isAtRest } from "../core/plan/is-at-rest.ts";
import type { StackStatus } from "../core/report/status-document.ts";
import { holdsStack } from "./holds-stack.ts";
import type { Stack } from "./stack.ts";

/** Whether a stack is at rest at the tip, or stopped by something that no waiting ends. */
export function hasEnded(stack: Stack, status: StackStatus): boolean {
  if (stack.refusals.has("cluster") || stack.refusals.has("source")) return true;
  if (status.problems.length > 0 && stack.desired === undefined) return true;
  const isCurrent = status.revision === stack.tip || stack.refusedTip === stack.tip;
  return isCurrent && isAtRest(status);
}

/** Whether something waits for another stack of this process that still moves by itself. */
export function awaitsSibling({ awaited, setup }: Stack): boolean {
  return [...awaited].some((name) => {
    const other = setup.family.get(name);
    return other !== undefined && holdsStack(other) && !hasEnded(other, other.status);
  });
}
