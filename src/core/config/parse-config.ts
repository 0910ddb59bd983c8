import type { FightRules } from "../drift/fight.ts";
import type { Lint } from "../manifest/manifest.ts";
import type { Parsed } from "../problem.ts";
import type {
  AgentConfig,
  HooksConfig,
  PullRequestConfig,
  StackConfig,
  WrittenIgnoreRule,
} from "./agent-config.ts";
import { comparePlaces } from "./compare-places.ts";
import { describeIssue } from "./describe-issue.ts";
import { adoptBranchOf, fillBranch } from "./fill-branch.ts";
import { findConflicts } from "./find-conflicts.ts";
import { locateYaml } from "./locate-yaml.ts";
import { type WrittenConfig, writtenConfig } from "./written-config.ts";

/** A config that can be used, and what its author should know. */
export interface ParsedConfig {
  readonly config: AgentConfig;
  readonly lints: readonly Lint[];
}

type WrittenStack = WrittenConfig["stacks"][number];

/**
 * Reads the config file. Never throws.
 *
 * @param file How a person names the file; problems begin with it.
 * @returns All problems at once, in the order of the text, each with `file:line:column`. They never repeat a value.
 */
export function parseConfig(text: string, file: string): Parsed<ParsedConfig> {
  const yaml = locateYaml(text, file);
  if (!yaml.ok) return yaml;
  const written = writtenConfig.safeParse(yaml.value.json);
  const issues = written.success ? [] : written.error.issues;
  const problems = [
    ...issues.flatMap((issue) => describeIssue(issue, yaml.value)),
    ...findConflicts(yaml.value),
  ].toSorted(comparePlaces);
  if (!written.success || problems.length > 0) return { ok: false, problems };
  return {
    ok: true,
    value: { config: normalise(written.data), lints: [] },
  };
}

function normalise(written: WrittenConfig): AgentConfig {
  return {
    cluster: {
      name: written.cluster.name,
      connect: written.cluster.connect,
      kubeconfig: written.cluster.kubeconfig,
      context: written.cluster.context,
      embedded: {
        listen: written.cluster.embedded.listen,
        podStartMs: written.cluster.embedded.podStart,
      },
    },
    agent: { ...written.agent, hooks: normaliseHooks(written.agent.hooks) },
    stacks: written.stacks.map((stack) => normaliseStack(stack, written.cluster.name)),
  };
}

function normaliseHooks(written: WrittenConfig["agent"]["hooks"]): HooksConfig | undefined {
  if (written === undefined) return undefined;
  const { listen, secretFile, secretEnv } = written;
  return { listen, secretFile, secretEnv };
}

function normaliseStack(written: WrittenStack, cluster: string): StackConfig {
  const { source, reports, gates } = written;
  return {
    name: written.name,
    renamedFrom: written.renamedFrom,
    source: {
      url: source.url,
      branch: source.branch,
      path: source.path,
      username: source.username,
      tokenFile: source.tokenFile,
      tokenEnv: source.tokenEnv,
      caFile: source.caFile,
    },
    namespace: written.namespace,
    schedule: written.schedule,
    mode: written.mode,
    modes: written.modes,
    allowSkip: written.allowSkip,
    skipLabels: written.skipLabels,
    apply: written.apply,
    gates: { progressDeadlineMs: gates.progressDeadline, unknownVersion: gates.unknownVersion },
    associations: written.associations,
    health: written.health.map(({ kind, ready, failed, version }) => ({
      kind,
      ready,
      failed,
      version,
    })),
    external: { allow: written.external.allow, pollMs: written.external.poll },
    prune: {
      isEnabled: written.prune.enabled,
      objectsMax: written.prune.limit.objects,
      percentMax: written.prune.limit.percent,
      kinds: written.prune.protected,
    },
    ownership: {
      allow: written.ownership.allow.map((rule) => ({ ...rule, operation: rule.operation })),
      revert: written.ownership.revert,
    },
    ignore: written.ignore.map(normaliseIgnore),
    fights: normaliseFights(written.fights),
    secrets: normaliseSecrets(written.secrets),
    reports: normaliseReports(reports, { cluster, stack: written.name }),
  };
}

function normaliseReports(
  written: WrittenStack["reports"],
  names: { readonly cluster: string; readonly stack: string },
): StackConfig["reports"] {
  const { path, branch, every, offer, people, author, trailers, pullRequest } = written;
  return {
    path,
    branch: fillBranch(branch, names),
    everyMs: every,
    offerMs: offer,
    people,
    author,
    trailers,
    signingKeyFile: written.signingKeyFile,
    pullRequest: normalisePullRequest(pullRequest, names),
  };
}

function normalisePullRequest(
  written: WrittenStack["reports"]["pullRequest"],
  names: { readonly cluster: string; readonly stack: string },
): PullRequestConfig | undefined {
  if (written === undefined) return undefined;
  // Left out and not there are the same.
  const { tokenFile, tokenEnv, caFile } = written;
  return { ...written, tokenFile, tokenEnv, caFile, branch: adoptBranchOf(names) };
}

function normaliseSecrets({ window, ...rest }: WrittenStack["secrets"]): StackConfig["secrets"] {
  return { ...rest, windowMs: window };
}

function normaliseFights({ budget, window, onBudget }: WrittenStack["fights"]): FightRules {
  return { budget, windowMs: window, onBudget };
}

function normaliseIgnore({
  manager,
  until,
  ...rule
}: WrittenStack["ignore"][number]): WrittenIgnoreRule {
  return { ...rule, manager, until };
}
