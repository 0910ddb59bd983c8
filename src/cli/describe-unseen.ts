import { refreshTip } from "../agent/refresh-source.ts";
import type { Stack } from "../agent/stack.ts";
import type { StackStatus } from "../core/report/status-document.ts";

const REMOTE = /^[a-z][a-z0-9+.-]*:\/\//i;

/**
 * The status of a stack that no agent has looked at: whether its repository is there is all that can be said. A remote one is
 * not asked: `status` needs the cluster alone.
 */
export async function describeUnseen(stack: Stack): Promise<StackStatus> {
  if (!REMOTE.test(stack.setup.config.source.url)) await refreshTip(stack);
  return { ...stack.status, refusals: [...stack.refusals.values()] };
}
