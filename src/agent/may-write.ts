import { findSuspension } from "./find-suspension.ts";
import { holdsStack } from "./holds-stack.ts";
import type { Stack } from "./stack.ts";

/**
 * Whether objects of the stack may be written now: it is ours, and nobody holds it still. While nobody knows what the parent
 * says, nobody knows that.
 */
export function mayWrite(stack: Stack): boolean {
  return holdsStack(stack) && stack.parent !== undefined && findSuspension(stack) === undefined;
}
