import type { AgentConfig, StackConfig } from "../core/config/agent-config.ts";
import { applySetId } from "../core/inventory/apply-set.ts";
import { parentId } from "../core/inventory/stack-parent.ts";
import { compileAllowRule } from "../core/ownership/compile-allow-rule.ts";
import type { StackPorts, StackSetup } from "./stack.ts";

/** What a stack is, from the config. */
export function makeSetup(
  config: AgentConfig,
  stack: StackConfig,
  outside: {
    readonly ports: StackPorts;
    readonly version: string;
    /** SHA-256 of a text in base64url without padding. */
    readonly sha256: (text: string) => string;
  },
): StackSetup {
  const parent = parentId(stack.name, config.agent.namespace);
  return {
    config: stack,
    rules: {
      name: stack.name,
      applySetId: applySetId(parent, outside.sha256),
      manager: config.agent.name,
      renamedFrom: config.agent.renamedFrom,
      mode: stack.mode,
      isPreflighted: stack.apply.preflight,
      progressDeadlineMs: stack.gates.progressDeadlineMs,
      unknownVersion: stack.gates.unknownVersion,
      allow: stack.ownership.allow.map(compileAllowRule),
      revertPaths: stack.ownership.revert,
      associations: stack.associations,
    },
    clusterName: config.cluster.name,
    agentNamespace: config.agent.namespace,
    concurrency: config.agent.concurrency,
    version: outside.version,
    parent,
    ports: outside.ports,
  };
}
