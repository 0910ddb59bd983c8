import type { AgentConfig, StackConfig, WrittenIgnoreRule } from "../core/config/agent-config.ts";
import { applySetId } from "../core/inventory/apply-set.ts";
import { parentId } from "../core/inventory/stack-parent.ts";
import { compileAllowRule, compilePattern } from "../core/ownership/compile-allow-rule.ts";
import type { IgnoreRule } from "../core/released/ignore-rule.ts";
import { compileTemplates } from "../core/restart/compile-templates.ts";
import type { RestartRules } from "../core/restart/restart-rules.ts";
import { compileHealth } from "../core/rollout/compile-health.ts";
import type { SourcePort } from "../ports/source-port.ts";
import type { SiblingSetup, Stack, StackPorts, StackSetup } from "./stack.ts";

interface SetupOutside {
  readonly ports: StackPorts;
  readonly version: string;
  /** SHA-256 of a text in base64url without padding. */
  readonly sha256: (text: string) => string;
  /** The stacks that are open, by name: each that is opened enters itself. */
  readonly family: Map<string, Stack>;
  /** The repository of another stack of the config. @throws {SourceError} */
  readonly openSibling: (sibling: StackConfig) => SourcePort;
}

function compileIgnoreRule({ manager, until, ...rule }: WrittenIgnoreRule): IgnoreRule {
  return {
    ...rule,
    manager: manager === undefined ? undefined : compilePattern(manager),
    untilMs: until === undefined ? undefined : Date.parse(until),
  };
}

function compileRestarts({ templates, ...rest }: StackConfig["secrets"]): RestartRules {
  return { ...rest, templates: compileTemplates({ templates }) };
}

/** What a stack is, from the config. */
export function makeSetup(
  config: AgentConfig,
  stack: StackConfig,
  outside: SetupOutside,
): StackSetup {
  const parent = parentId(stack.name, config.agent.namespace);
  const earlierParents = stack.renamedFrom.map((name) => parentId(name, config.agent.namespace));
  return {
    config: stack,
    rules: {
      name: stack.name,
      applySetId: applySetId(parent, outside.sha256),
      earlierSets: new Set(earlierParents.map((each) => applySetId(each, outside.sha256))),
      manager: config.agent.name,
      renamedFrom: config.agent.renamedFrom,
      mode: stack.mode,
      modes: new Map(stack.modes.map(({ kind, mode }) => [kind, mode])),
      allowSkip: stack.allowSkip,
      skipLabels: stack.skipLabels,
      isPreflighted: stack.apply.preflight,
      offersRights: stack.reports.pullRequest?.includeRights === true,
      progressDeadlineMs: stack.gates.progressDeadlineMs,
      unknownVersion: stack.gates.unknownVersion,
      allow: stack.ownership.allow.map(compileAllowRule),
      revertPaths: stack.ownership.revert,
      ignore: stack.ignore.map(compileIgnoreRule),
      associations: stack.associations,
      ...compileHealth(stack.health),
      fights: stack.fights,
      restarts: compileRestarts(stack.secrets),
      prune: { ...stack.prune, unprotected: new Set(stack.prune.kinds) },
    },
    siblings: config.stacks
      .filter(({ name }) => name !== stack.name)
      .map((sibling) => makeSibling(config, sibling, outside)),
    family: outside.family,
    offerRules: {
      people: stack.reports.people.map(compilePattern),
      offerMs: stack.reports.offerMs,
    },
    clusterName: config.cluster.name,
    agentNamespace: config.agent.namespace,
    concurrency: config.agent.concurrency,
    version: outside.version,
    parent,
    earlierParents,
    setOf: (name) => applySetId(parentId(name, config.agent.namespace), outside.sha256),
    ports: outside.ports,
  };
}

function makeSibling(
  config: AgentConfig,
  sibling: StackConfig,
  { sha256, openSibling }: SetupOutside,
): SiblingSetup {
  const { namespace } = config.agent;
  const parent = parentId(sibling.name, namespace);
  return {
    name: sibling.name,
    applySetId: applySetId(parent, sha256),
    earlierSets: new Set(
      sibling.renamedFrom.map((name) => applySetId(parentId(name, namespace), sha256)),
    ),
    config: sibling,
    parent,
    openSource: () => openSibling(sibling),
  };
}
