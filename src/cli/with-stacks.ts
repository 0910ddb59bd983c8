import { closeStack } from "../agent/open-stack.ts";
import type { PreviewOf } from "./command.ts";
import type { LoadedConfig } from "./load-config.ts";
import type { OpenedStack, Outside } from "./outside.ts";

/** Opens the stacks of a command side by side, uses them, and closes them whatever happened. */
export async function withStacks<Result>(
  { config, stacks, preview = {} }: LoadedConfig & { readonly preview?: PreviewOf },
  outside: Outside,
  use: (opened: OpenedStack) => Promise<Result>,
): Promise<readonly Result[]> {
  const opened = await Promise.all(
    stacks.map(async (stack) => outside.openStack(config, stack, preview)),
  );
  try {
    return await Promise.all(opened.map(use));
  } finally {
    await Promise.all(opened.map(async ({ stack }) => closeStack(stack)));
  }
}
