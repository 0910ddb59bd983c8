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
