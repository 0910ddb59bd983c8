import type { Suspension } from "../core/inventory/suspension.ts";
import type { Stack } from "./stack.ts";
import { writeParent } from "./write-parent.ts";

/**
 * Notes in the stack's parent that a person holds the stack still, or does so no more (`undefined`). Whoever holds the stack
 * reads it there.
 *
 * @throws {ClusterError} when the parent cannot be written.
 */
export async function suspendStack(
  stack: Stack,
  suspension: Pick<Suspension, "reason" | "until"> | undefined,
): Promise<void> {
  const since = new Date(stack.setup.ports.clock.now()).toISOString();
  stack.parent = undefined;
  await writeParent(stack, () => ({
    suspension: suspension === undefined ? undefined : { ...suspension, since },
  }));
}
