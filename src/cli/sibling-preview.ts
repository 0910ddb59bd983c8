import type { StackConfig } from "../core/config/agent-config.ts";
import type { PreviewOf } from "./command.ts";
import type { StackToOpen } from "./outside.ts";

/**
 * What is previewed of another stack of the config beside the one that is opened. Merging a branch changes all stacks that are read
 * from its repository; a folder stands for one of them.
 */
export function siblingPreview(
  { source }: StackConfig,
  { stack, preview }: Pick<StackToOpen, "stack" | "preview">,
): PreviewOf {
  const isSame = source.url === stack.source.url && source.branch === stack.source.branch;
  return isSame && preview.ref !== undefined ? { ref: preview.ref } : {};
}
