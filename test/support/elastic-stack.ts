import { briefEntry } from "./audit-log.ts";
import { elasticId, elasticObject, elasticTarget } from "./elastic-objects.ts";
import { rollOutAll } from "./elastic-operator.ts";
import { blockersOf, passUntil, writesSince } from "./follow-stack.ts";
import type { Files } from "./git-repository.ts";
import type { Target } from "./kube-client.ts";
import { manifestFiles } from "./kube-manifests.ts";
import { openTestStack, type TestStack } from "./test-stack.ts";

/** Versions before and after an upgrade. */
export const OLD = "8.19.2";
export const NEW = "9.1.0";

const NAMES = { Elasticsearch: "logs", Kibana: "ui", ApmServer: "traces" } as const;

type Tier = keyof typeof NAMES;

/** Elasticsearch/logs, Kibana/ui that refers to it, and ApmServer/traces that refers to both: a file each. */
export function elasticFiles(
  version: string,
  { kibanaVersion = version, kibanaCount = 1 } = {},
): Files {
  const es = { elasticsearchRef: { name: NAMES.Elasticsearch } };
  const kibana = { version: kibanaVersion, count: kibanaCount, ...es };
  const apm = { version: kibanaVersion, ...es, kibanaRef: { name: NAMES.Kibana } };
  return manifestFiles(
    elasticObject("Elasticsearch", { name: NAMES.Elasticsearch }, { version }),
    elasticObject("Kibana", { name: NAMES.Kibana }, kibana),
    elasticObject("ApmServer", { name: NAMES.ApmServer }, apm),
  );
}

/** A stack of the three tiers. */
export interface ElasticStack {
  readonly stack: TestStack;
  readonly es: Target;
  readonly kibana: Target;
  readonly apm: Target;
  /** Whether the tip's change of this tier was applied. */
  isApplied(tier: Tier): boolean;
  /** Passes until it is. */
  untilApplied(tier: Tier): Promise<void>;
  /** Passes until Kibana is held by exactly one gate, for this reason; returns it as a line. */
  untilKibanaHeld(what: string, check: (line: string) => boolean): Promise<string>;
  running(tier: Tier): readonly string[];
}

/** All three tiers in sync at the old version. */
export async function openElasticStack(): Promise<ElasticStack> {
  const stack = await openTestStack();
  await stack.commit(elasticFiles(OLD));
  const scene = viewElasticStack(stack);
  await rollOutAll(stack, [scene.es, scene.kibana, scene.apm]);
  return scene;
}

/** The same questions about another agent of the same stack. */
export function viewElasticStack(stack: TestStack): ElasticStack {
  function idOf(tier: Tier): string {
    return elasticId(tier, stack.namespace, NAMES[tier]);
  }
  function targetOf(tier: Tier): Target {
    return elasticTarget(tier, stack.namespace, NAMES[tier]);
  }
  function isApplied(tier: Tier): boolean {
    return stack.object(idOf(tier))?.appliedRevision === stack.stack.tip;
  }
  function kibanaHeld(): string {
    return blockersOf(stack, idOf("Kibana")).join("; ");
  }
  return {
    stack,
    es: targetOf("Elasticsearch"),
    kibana: targetOf("Kibana"),
    apm: targetOf("ApmServer"),
    isApplied,
    async untilApplied(tier) {
      await passUntil(stack, `${tier} is applied`, () => isApplied(tier));
    },
    async untilKibanaHeld(what, check) {
      await passUntil(stack, what, () => check(kibanaHeld()));
      return kibanaHeld();
    },
    running: (tier) => stack.object(idOf(tier))?.version.running ?? [],
  };
}

/** The agent's writes of one resource, or of all, since the mark. */
export async function patchesSince(
  { stack }: ElasticStack,
  mark: number,
  resource?: string,
): Promise<readonly string[]> {
  const entries = await writesSince(stack, mark);
  return entries
    .filter((each) => resource === undefined || each.resource === resource)
    .map(briefEntry);
}
