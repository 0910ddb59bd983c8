import type { Stack } from "./stack.ts";

/** Whether the stack is ours to write now: the Lease was got, and has not run out since it was last renewed. */
export function holdsStack(stack: Stack): boolean {
  return stack.isHolder && stack.setup.ports.clock.now() < stack.holdsUntilMs;
}

/**
 * At a change of hands: who held the stack before has written its parent meanwhile, and applied what this process knows nothing of.
 * The next pass begins with what the parent says.
 */
export function forgetParent(stack: Stack): void {
  stack.parent = undefined;
  stack.isSeeded = false;
}

/**
 * Whoever takes a stack over may have slept, or a repository that lags behind: the commit that it knows may be older than what
 * was applied meanwhile. Until the repository was asked again the one that the parent names is in force.
 */
export function forgetRevision(stack: Stack): void {
  stack.tip = "";
  stack.desired = undefined;
  stack.problems = [];
  stack.refusedTip = "";
}
