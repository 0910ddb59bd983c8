import { setTimeout as delay } from "node:timers/promises";
import { isJsonObject, type JsonObject, numberAt, textAt } from "../../src/core/object/json.ts";
import { type KubeClient, KubeRefusal, targetOf } from "../support/kube-client.ts";
import { type ElasticStatus, setElasticStatus } from "../support/set-elastic-status.ts";

const LOOK_EVERY_MS = 500;

/** The kinds that have a version, with their API versions. */
const KINDS = [
  { kind: "Elasticsearch", apiVersion: "elasticsearch.k8s.elastic.co/v1" },
  { kind: "Kibana", apiVersion: "kibana.k8s.elastic.co/v1" },
  { kind: "ApmServer", apiVersion: "apm.k8s.elastic.co/v1" },
  { kind: "EnterpriseSearch", apiVersion: "enterprisesearch.k8s.elastic.co/v1" },
  { kind: "Beat", apiVersion: "beat.k8s.elastic.co/v1beta1" },
  { kind: "Agent", apiVersion: "agent.k8s.elastic.co/v1alpha1" },
  { kind: "ElasticMapsServer", apiVersion: "maps.k8s.elastic.co/v1alpha1" },
  { kind: "Logstash", apiVersion: "logstash.k8s.elastic.co/v1alpha1" },
  { kind: "PackageRegistry", apiVersion: "packageregistry.k8s.elastic.co/v1alpha1" },
] as const;

/**
 * Plays the operator of the Elastic kinds until aborted: each object runs its declared version so long after it was
 * declared, and says meanwhile that it is applying changes.
 */
export async function playElasticOperator(
  client: KubeClient,
  options: { readonly takesMs: number; readonly signal: AbortSignal },
): Promise<void> {
  const readyAt = new Map<string, number>();
  while (!options.signal.aborted) {
    // oxlint-disable-next-line no-await-in-loop -- one look after the other
    const objects = (await Promise.all(KINDS.map(async (kind) => client.list(kind)))).flat();
    // oxlint-disable-next-line no-await-in-loop -- as above
    await Promise.all(
      objects.map(async (object) => {
        const status = nextStatus(object, { readyAt, takesMs: options.takesMs });
        if (status !== undefined) await writeStatus(client, { object, status });
      }),
    );
    // oxlint-disable-next-line no-await-in-loop -- as above
    await delay(LOOK_EVERY_MS, undefined, { signal: options.signal }).catch(() => undefined);
  }
}

async function writeStatus(
  client: KubeClient,
  { object, status }: { readonly object: JsonObject; readonly status: ElasticStatus },
): Promise<void> {
  try {
    await setElasticStatus(client, targetOf(object), status);
  } catch (error) {
    // Deleted since the look: the next one knows.
    if (!(error instanceof KubeRefusal && error.status === 404)) throw error;
  }
}

/** What to write now; `undefined` when there is nothing to say. */
function nextStatus(
  object: JsonObject,
  play: { readonly readyAt: Map<string, number>; readonly takesMs: number },
): ElasticStatus | undefined {
  const observedGeneration = numberAt(object, "metadata", "generation") ?? 0;
  const key = `${textAt(object, "metadata", "uid") ?? ""} ${observedGeneration}`;
  if (isDone(object, observedGeneration)) return undefined;
  const readyAt = play.readyAt.get(key);
  if (readyAt === undefined) {
    play.readyAt.set(key, Date.now() + play.takesMs);
    return { observedGeneration, health: "yellow", phase: "ApplyingChanges" };
  }
  if (Date.now() < readyAt) return undefined;
  play.readyAt.delete(key);
  const version = textAt(object, "spec", "version");
  return {
    observedGeneration,
    health: "green",
    phase: "Ready",
    ...(version === undefined ? {} : { version }),
  };
}

function isDone(object: JsonObject, generation: number): boolean {
  const status = object["status"];
  return (
    isJsonObject(status) &&
    numberAt(status, "observedGeneration") === generation &&
    textAt(status, "phase") === "Ready" &&
    textAt(status, "version") === textAt(object, "spec", "version")
  );
}
