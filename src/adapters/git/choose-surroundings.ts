import { join, resolve } from "node:path";
import type { AgentConfig, StackConfig } from "../../core/config/agent-config.ts";
import type { openSource } from "./open-source.ts";
import { locateExample } from "./seed-example.ts";

type Surroundings = Parameters<typeof openSource>[1];

/** What a stack's repository is opened with: each stack has a work folder of its own. */
export function chooseSurroundings(
  of: { readonly config: AgentConfig; readonly stack: StackConfig; readonly configFolder: string },
  outside: Pick<Surroundings, "token" | "httpsProxy" | "noProxy" | "searchPath" | "clock">,
): Surroundings {
  const { config, stack, configFolder } = of;
  const { token, httpsProxy, noProxy, searchPath, clock } = outside;
  const workDir = join(resolve(configFolder, config.agent.workDir), "stacks", stack.name);
  const madeFrom = locateExample(config, stack, configFolder)?.manifests;
  return { workDir, configFolder, token, httpsProxy, noProxy, searchPath, clock, madeFrom };
}
