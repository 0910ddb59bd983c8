import type { StackStatus } from "../core/report/status-document.ts";
import { refreshTip } from "./refresh-source.ts";
import { runPass } from "./run-pass.ts";
import type { Stack } from "./stack.ts";

/**
 * What the next pass would do: the same look and the same decision, without the acts. Dry runs are asked, nothing is
 * written, neither to the cluster nor to the repository. When nothing could be looked at, no object is in it: what an
 * earlier run left is no plan.
 */
export async function previewStack(stack: Stack): Promise<StackStatus> {
  await refreshTip(stack);
  const { status } = await runPass(stack, { isPreview: true });
  const isPlan = stack.desired !== undefined && !stack.refusals.has("cluster");
  return isPlan
    ? status
    : { ...status, revision: "", objects: [], drift: [], orphans: [], cycles: [] };
}
