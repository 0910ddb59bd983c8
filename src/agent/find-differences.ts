import type { StackDifferences } from "../core/report/difference.ts";
import { describeDifferences } from "../core/wording/describe-differences.ts";
import { readStoredStatus } from "./open-stack.ts";
import { previewStack } from "./preview-stack.ts";
import type { Stack } from "./stack.ts";

/**
 * How the cluster differs from Git now, and what an agent took back before. Writes nothing.
 *
 * @throws {ClusterError} when the parent cannot be read.
 */
export async function findDifferences(stack: Stack): Promise<StackDifferences> {
  const earlier = await readStoredStatus(stack);
  return describeDifferences(await previewStack(stack), earlier);
}
