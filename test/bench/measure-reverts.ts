import { setTimeout as delay } from "node:timers/promises";
import { textAt } from "../../src/core/object/json.ts";
import type { BenchBed } from "./bench-bed.ts";
import { benchName } from "./bench-config-map.ts";
import { median } from "./median.ts";
import { type SeenEvent, watchObjects } from "./watch-objects.ts";

const FOREIGN = "slow";
const OURS = "fast";

/** The pauses between edits lie evenly between none and this, in milliseconds: people do not wait for the agent's pace. */
const PAUSE_MS_MAX = 100;
const PAUSE_STEP_MS = 37;

/** Milliseconds. */
export interface RevertTimes {
  /** From the answer of the edit to the watch event that has the value back. */
  readonly median: number;
  readonly worst: number;
  /** One plain server-side apply that changes a value, and its answer: the median of as many. */
  readonly roundTrip: number;
}

/** One foreign edit after the other, each of another object, so that no fight is begun, while the agent's loop runs. */
export async function measureReverts(bed: BenchBed): Promise<RevertTimes> {
  const repository = await bed.makeRepository(bed.options.objects);
  const place = await bed.makePlace({ repository, config: [] });
  const { namespace } = place;
  const child = bed.startProcess();
  await child.ask({ do: "open", place });
  await child.ask({ do: "start" });
  const watch = await watchModes(bed, namespace);
  const reverts: number[] = [];
  const roundTrips: number[] = [];
  for (let index = 0; index < bed.options.edits; index += 1) {
    // oxlint-disable-next-line no-await-in-loop -- one edit after the other
    roundTrips.push(await applyOnce(bed, namespace, index));
    // oxlint-disable-next-line no-await-in-loop -- as above
    await delay((index * PAUSE_STEP_MS) % PAUSE_MS_MAX);
    // oxlint-disable-next-line no-await-in-loop -- as above
    reverts.push(await revertOnce(bed, watch, benchTarget(namespace, index)));
  }
  watch.close();
  await child.ask({ do: "stop" });
  await child.end();
  await bed.emptyNamespace(namespace);
  return {
    median: median(reverts),
    worst: Math.max(...reverts),
    roundTrip: median(roundTrips),
  };
}

interface BenchTarget {
  readonly apiVersion: string;
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
}

function benchTarget(namespace: string, index: number): BenchTarget {
  return { apiVersion: "v1", kind: "ConfigMap", namespace, name: benchName(index) };
}

async function revertOnce(bed: BenchBed, watch: ModeWatch, target: BenchTarget): Promise<number> {
  const isBack = watch.whenBack(target.name);
  await bed.admin.patch(target, { merge: { data: { mode: FOREIGN } } }, { as: "kubectl-edit" });
  const answeredAtMs = performance.now();
  return (await isBack) - answeredAtMs;
}

async function applyOnce(bed: BenchBed, namespace: string, index: number): Promise<number> {
  const body = {
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: { name: "plain", namespace },
    data: { mode: String(index) },
  };
  const startedAtMs = performance.now();
  await bed.admin.apply(body, { as: "bench", force: true });
  return performance.now() - startedAtMs;
}

interface ModeWatch {
  /** Resolves with the time at which the object's mode was foreign and then ours again. */
  whenBack(name: string): Promise<number>;
  close(): void;
}

async function watchModes(bed: BenchBed, namespace: string): Promise<ModeWatch> {
  const waiting = new Map<string, (atMs: number) => void>();
  const foreign = new Set<string>();
  function see({ object }: SeenEvent): void {
    const name = textAt(object, "metadata", "name") ?? "";
    const mode = textAt(object, "data", "mode");
    if (mode === FOREIGN) foreign.add(name);
    if (mode !== OURS || !foreign.delete(name)) return;
    waiting.get(name)?.(performance.now());
    waiting.delete(name);
  }
  const path = `/api/v1/namespaces/${namespace}/configmaps`;
  return {
    whenBack: async (name) =>
      new Promise((resolve) => {
        waiting.set(name, resolve);
      }),
    close: await watchObjects(bed.address, path, see),
  };
}
