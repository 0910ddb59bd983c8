import { generationOf } from "../../src/core/object/live-object.ts";
import { commitFiles } from "../support/git-repository.ts";
import { deployment, manifestFiles } from "../support/kube-manifests.ts";
import { nameOf } from "../support/pods-of.ts";
import { fromSecret, podWithEnv, secret, WATCHED } from "../support/restart-scene.ts";
import { applyOnce } from "./apply-once.ts";
import type { BenchBed } from "./bench-bed.ts";
import { benchName } from "./bench-config-map.ts";
import type { Expense } from "./bench-task.ts";
import { median } from "./median.ts";
import { watchObjects } from "./watch-objects.ts";

/** Secrets that each workload uses. */
const SOURCES_EACH = 4;
/** Objects that are made at the same time. */
const AT_ONCE = 16;
/** What a Secret holds, in bytes: a password and a certificate. */
const CONTENT_BYTES = 1_500;
/** Nothing of the time is waited for: changes that come together are none here. */
const CONFIG = ["secrets: { window: 0s, rollAtOnce: 1000 }"];

/** Consumers of Secrets while the agent's loop runs; milliseconds. */
export interface RestartExpenses {
  readonly secrets: number;
  /** From the answer of a Secret's change to the watch event of the consumer's new pod template. */
  readonly median: number;
  readonly worst: number;
  readonly plainMedian: number;
  readonly plainWorst: number;
  /** What the agent holds with the workloads alone, and with their Secrets. */
  readonly without: Expense;
  readonly with: Expense;
}

export async function measureRestarts(bed: BenchBed): Promise<RestartExpenses> {
  const { consumers } = bed.options;
  const repository = await bed.makeRepository(0);
  const bodies = Array.from({ length: consumers }, (_, index) => consumer(index));
  await commitFiles(repository, { files: manifestFiles(...bodies) });
  const place = await bed.makePlace({ repository, config: CONFIG });
  const { namespace } = place;
  const child = bed.startProcess();
  await child.ask({ do: "open", place });
  await child.ask({ do: "sync" });
  const without = await child.ask({ do: "collect" });
  const names = bodies.flatMap((_, index) => sourcesOf(index));
  await makeAll(names, async (name) => bed.admin.create(inNamespace(name, namespace, "one")));
  await child.ask({ do: "write" });
  await child.ask({ do: "start" });
  const filled = await child.ask({ do: "collect" });
  const watch = await watchTemplates(bed, namespace);
  const times: number[] = [];
  const plain: number[] = [];
  for (let round = 0; round < bed.options.restarts; round += 1) {
    const index = Math.floor((round * consumers) / bed.options.restarts);
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    times.push(await restartOnce(bed, { watch, namespace, index }));
    // oxlint-disable-next-line no-await-in-loop -- as above
    plain.push(await applyOnce(bed, namespace, round));
  }
  watch.close();
  await child.ask({ do: "stop" });
  await child.end();
  return {
    secrets: names.length,
    median: median(times),
    worst: Math.max(...times),
    plainMedian: median(plain),
    plainWorst: Math.max(...plain),
    without,
    with: filled,
  };
}

async function restartOnce(
  { admin }: BenchBed,
  at: { readonly watch: TemplateWatch; readonly namespace: string; readonly index: number },
): Promise<number> {
  const [name = ""] = sourcesOf(at.index);
  const { data = {} } = inNamespace(name, at.namespace, `two-${at.index}`);
  const isRestarted = at.watch.whenChanged(benchName(at.index));
  const startedAtMs = performance.now();
  const target = { apiVersion: "v1", kind: "Secret", namespace: at.namespace, name };
  await admin.patch(target, { merge: { data } }, { as: "person" });
  await isRestarted;
  return performance.now() - startedAtMs;
}

function consumer(index: number): ReturnType<typeof deployment> {
  const pod = podWithEnv(...sourcesOf(index).map((name) => fromSecret(name)));
  return deployment(benchName(index), { spec: { replicas: 0 }, pod });
}

function sourcesOf(index: number): readonly string[] {
  return Array.from({ length: SOURCES_EACH }, (_, each) => `${benchName(index)}-${each}`);
}

function inNamespace(name: string, namespace: string, word: string): ReturnType<typeof secret> {
  const made = secret(name, { word, certificate: "x".repeat(CONTENT_BYTES) });
  const metadata = { labels: WATCHED, name, namespace };
  return { ...made, metadata };
}

async function makeAll(
  names: readonly string[],
  make: (name: string) => Promise<unknown>,
): Promise<void> {
  const left = [...names];
  async function work(): Promise<void> {
    for (let name = left.pop(); name !== undefined; name = left.pop()) {
      // oxlint-disable-next-line no-await-in-loop -- each worker makes one after the other
      await make(name);
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}

interface TemplateWatch {
  /** Resolves when the generation of a Deployment has grown. */
  whenChanged(name: string): Promise<void>;
  close(): void;
}

async function watchTemplates(bed: BenchBed, namespace: string): Promise<TemplateWatch> {
  const generations = new Map<string, number>();
  const waiting = new Map<string, () => void>();
  const path = `/apis/apps/v1/namespaces/${namespace}/deployments`;
  const close = await watchObjects(bed.address, path, ({ object }) => {
    const name = nameOf(object);
    const generation = generationOf(object) ?? 0;
    const before = generations.get(name);
    generations.set(name, generation);
    if (before === undefined || generation <= before) return;
    waiting.get(name)?.();
    waiting.delete(name);
  });
  return {
    close,
    whenChanged: async (name) =>
      new Promise<void>((resolve) => {
        waiting.set(name, resolve);
      }),
  };
}
