import type { Stack } from "./stack.ts";

/** Whether the stack is ours to write now: the Lease was got, and has not run out since it was last renewed. */
export function holdsStack(stack: Stack): boolean {
  return stack.isHolder && stack.setup.ports.clock.now() < stack.holdsUntilMs;
}
