import type { StackStatus } from "../core/report/status-document.ts";
import { refreshTip } from "./refresh-source.ts";
import { runPass } from "./run-pass.ts";
import type { Stack } from "./stack.ts";

/**
 * What the next pass would do: the same look and the same decision, without the acts. Dry runs are asked, nothing is
 * written, neither to the cluster nor to the repository. When nothing could be looked at, no object is in it: what an
 * earlier run left is no plan. Nor is what is in force one of a ref that the repository does not have, or does not tell.
 */
export async function previewStack(
  stack: Stack,
  { isOfRef = false }: { readonly isOfRef?: boolean } = {},
): Promise<StackStatus> {
  await refreshTip(stack);
  const { status } = await runPass(stack, { isPreview: true });
  const isKnown = !isOfRef || !stack.refusals.has("source");
  const isPlan = stack.desired !== undefined && !stack.refusals.has("cluster") && isKnown;
  return isPlan
    ? status
    : { ...status, revision: "", objects: [], drift: [], orphans: [], cycles: [] };
}
