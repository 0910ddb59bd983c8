import type { AgentConfig, StackConfig } from "../../core/config/agent-config.ts";
import { parseConfig } from "../../core/config/parse-config.ts";
import { invariant } from "../../core/invariant.ts";

/** The configuration of a demo, and its only stack. */
export interface DemoConfig {
  readonly config: AgentConfig;
  readonly stack: StackConfig;
}

/**
 * What the demo runs with: the embedded cluster and the example's repository, both in a folder of their own.
 *
 * @param podStartMs From the start of a pod to its being ready.
 */
export function demoConfig({
  folder,
  podStartMs,
}: {
  readonly folder: string;
  readonly podStartMs: number;
}): DemoConfig {
  const written = {
    cluster: { name: "demo", connect: "embedded", embedded: { podStart: `${podStartMs}ms` } },
    agent: { workDir: folder },
    stacks: [
      {
        name: "example",
        source: { url: `${folder}/repository` },
        // News of the demo is to be in the report before the next act.
        reports: { every: "1s" },
        // Nobody waits a minute for the first slow revert.
        fights: { window: "20s" },
      },
    ],
  };
  // JSON is YAML, and needs no care for what a path may hold.
  const parsed = parseConfig(JSON.stringify(written), "the demo's configuration");
  invariant(parsed.ok, "the demo's configuration has a problem");
  const { config } = parsed.value;
  const [stack] = config.stacks;
  invariant(stack, "the demo's configuration has no stack");
  return { config, stack };
}
