import { dirname, join, resolve } from "node:path";
import type { AgentConfig, StackConfig } from "../../core/config/agent-config.ts";
import { locateRepository } from "./locate-repository.ts";
import { seedRepository } from "./seed-repository.ts";

/** Whether a stack's source is the example repository: `made` just now, `there` from an earlier start, or another one. */
export type Example = "made" | "there" | "other";

/**
 * Makes the example repository from the folder `manifests-example` beside the config, when a stack's source lies in the work
 * folder and is not there yet, so that a first start shows something.
 */
export async function seedExample(
  config: AgentConfig,
  stack: StackConfig,
  configFolder: string,
): Promise<Example> {
  const example = locateExample(config, stack, configFolder);
  if (example === undefined) return "other";
  const isMade = await seedRepository({ ...example, branch: stack.source.branch });
  return isMade ? "made" : "there";
}

/** The example's repository and what it is made from, each of which may not be there; `undefined` for any other source. */
export function locateExample(
  config: AgentConfig,
  stack: StackConfig,
  configFolder: string,
): { readonly repository: string; readonly manifests: string } | undefined {
  const location = locateRepository(stack.source.url, configFolder);
  const workDir = resolve(configFolder, config.agent.workDir);
  if (location.kind !== "folder" || dirname(location.path) !== workDir) return undefined;
  return { repository: location.path, manifests: join(configFolder, "manifests-example") };
}
