import { setTimeout as delay } from "node:timers/promises";
import { elasticTarget } from "../support/elastic-objects.ts";
import type { KubeClient } from "../support/kube-client.ts";
import { type ElasticStatus, setElasticStatus } from "../support/set-elastic-status.ts";
import type { Part } from "./draw-story.ts";
import type { History } from "./observer/history.ts";
import { hasHiddenPods, isSettled } from "./observer/history.ts";
import type { Sight } from "./observer/sight.ts";
import { versionText } from "./write-manifest.ts";

const LOOK_EVERY_MS = 50;

/** What it does for one generation of one object. */
interface Rollout {
  readonly generation: number;
  readonly steps: readonly ElasticStatus[];
  /** How many of them are done. */
  done: number;
  dueAt: number;
}

/**
 * Plays the operator of the Elastic kinds in one namespace until aborted. It is slow, begins anew when the spec changes under
 * its hands, and never says a version that is higher than what all pods run.
 */
export async function playOperator(
  client: KubeClient,
  stage: { readonly namespace: string; readonly history: History; readonly parts: readonly Part[] },
  signal: AbortSignal,
): Promise<void> {
  const rollouts = new Map<string, Rollout>();
  while (!signal.aborted) {
    for (const part of stage.parts) {
      const object = stage.history.latest(part.name);
      if (object === undefined || !hasHiddenPods(object)) continue;
      const status = nextStatus(part, object, rollouts);
      // oxlint-disable-next-line no-await-in-loop -- one hand
      if (status !== undefined) await say(client, { part, namespace: stage.namespace, status });
    }
    // oxlint-disable-next-line no-await-in-loop -- one look after the other
    await delay(LOOK_EVERY_MS, undefined, { signal }).catch(() => undefined);
  }
}

function nextStatus(
  part: Part,
  object: Sight,
  rollouts: Map<string, Rollout>,
): ElasticStatus | undefined {
  const { generation } = object;
  const known = rollouts.get(part.name);
  if (known?.generation !== generation) {
    if (isSettled(object)) return undefined;
    const steps = stepsOf(part, object);
    rollouts.set(part.name, { generation, steps, done: 0, dueAt: Date.now() + part.paceMs });
    return undefined;
  }
  const step = known.steps[known.done];
  if (step === undefined || Date.now() < known.dueAt) return undefined;
  known.done += 1;
  known.dueAt = Date.now() + part.paceMs;
  return step;
}

function stepsOf(
  part: Part,
  { generation, version, saidVersion }: Sight,
): readonly ElasticStatus[] {
  const seen = {
    observedGeneration: generation,
    phase: "ApplyingChanges",
    health: "yellow",
  } as const;
  const isDown = saidVersion !== undefined && saidVersion > version;
  // The first pod that goes down is the lowest; of those that go up it is the last.
  const first = isDown ? { version: versionText(version) } : {};
  const last = { version: versionText(version) };
  const end = { ...last, observedGeneration: generation, phase: "Ready", health: "green" } as const;
  return part.saysVersionFirst ? [first, last, end] : [seen, { ...seen, ...first }, end];
}

async function say(
  client: KubeClient,
  {
    part,
    namespace,
    status,
  }: { readonly part: Part; readonly namespace: string; readonly status: ElasticStatus },
): Promise<void> {
  if (part.kind === "Deployment" || part.kind === "StatefulSet") return;
  await setElasticStatus(client, elasticTarget(part.kind, namespace, part.name), status);
}
