import { refreshTip } from "./refresh-source.ts";
import type { Stack } from "./stack.ts";
import { readStackParent, writeParent } from "./write-parent.ts";

/**
 * Notes in the stack's parent that a person wants what the brake holds up at the tip deleted. Whoever holds the stack reads it
 * there.
 *
 * @param revision The tip, or how it begins.
 * @returns whether that is the tip.
 * @throws {ClusterError} when the parent cannot be written.
 */
export async function confirmPrune(stack: Stack, revision: string): Promise<boolean> {
  await refreshTip(stack);
  if (stack.tip === "" || !stack.tip.startsWith(revision)) return false;
  await readStackParent(stack);
  await writeParent(stack, () => ({ confirmedPrune: stack.tip }));
  return true;
}
