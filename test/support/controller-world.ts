import { type JsonObject, textAt } from "../../src/core/object/json.ts";
import { idOf } from "../../src/core/object/live-object.ts";
import { executeWrite } from "../../src/embedded/controllers/execute-write.ts";
import type { Pace } from "../../src/embedded/controllers/pace.ts";
import { resourceOf } from "../../src/embedded/controllers/resource-of.ts";
import { startControllers } from "../../src/embedded/controllers/start-controllers.ts";
import { timeText } from "../../src/embedded/controllers/time-text.ts";
import type { Timers } from "../../src/embedded/controllers/timers.ts";
import { openCatalogue } from "../../src/embedded/kinds/open-catalogue.ts";
import type { World } from "../../src/embedded/kinds/resource.ts";
import { answerCall } from "../../src/embedded/requests/answer-call.ts";
import type { Collection } from "../../src/embedded/store/object-store.ts";
import { openStore } from "../../src/embedded/store/open-store.ts";

/** Timers whose time passes only when a test says so. */
export interface FakeTimers extends Timers {
  /** Runs what is due within the next `ms`, in order. */
  pass(ms: number): void;
}

export function fakeTimers(start = Date.UTC(2026, 0, 1)): FakeTimers {
  let now = start;
  let count = 0;
  const waiting = new Map<number, { readonly at: number; readonly run: () => void }>();
  return {
    now: () => now,
    after: (ms, run) => {
      count += 1;
      const id = count;
      waiting.set(id, { at: now + ms, run });
      return () => void waiting.delete(id);
    },
    pass: (ms) => {
      const end = now + ms;
      for (let turns = 0; turns < 100_000; turns += 1) {
        const [next] = [...waiting].toSorted(([a, x], [b, y]) => x.at - y.at || a - b);
        if (next === undefined || next[1].at > end) break;
        waiting.delete(next[0]);
        now = Math.max(now, next[1].at);
        next[1].run();
      }
      now = end;
    },
  };
}

/** A cluster in memory with its controllers, whose time passes only when a test says so. */
export interface ControllerWorld {
  readonly world: World;
  readonly timers: FakeTimers;
  readonly defects: unknown[];
  /** Creates objects of YAML-like data as a person with kubectl. */
  create(...objects: readonly JsonObject[]): void;
  patch(target: Target, patch: JsonObject): void;
  remove(target: Target, options?: JsonObject): void;
  get(target: Target): JsonObject | undefined;
  list(collection: Collection): readonly JsonObject[];
  stop(): void;
}

export interface Target {
  readonly apiVersion: string;
  readonly kind: string;
  readonly namespace?: string;
  readonly name: string;
}

const TEST_PACE: Pace = {
  podStartMs: 1_000,
  podStopMs: 1_000,
  jobRunMs: 1_000,
  backOffMs: 10_000,
  provisionMs: 500,
};

export function openControllerWorld(pace: Partial<Pace> = {}): ControllerWorld {
  const timers = fakeTimers();
  const store = openStore({ folder: undefined, historyMax: 1_000 });
  let uids = 0;
  let names = 0;
  const world: World = {
    store,
    catalogue: openCatalogue(store),
    now: timers.now,
    randomText: (length) => {
      names += 1;
      return names.toString(36).padStart(length, "0").slice(-length);
    },
    newUid: () => {
      uids += 1;
      return `00000000-0000-4000-8000-${String(uids).padStart(12, "0")}`;
    },
  };
  const api = { world, answer: answerCall };
  const defects: unknown[] = [];
  for (const name of ["default", "kube-system", "shop"]) {
    const object = { apiVersion: "v1", kind: "Namespace", metadata: { name } };
    executeWrite({ kind: "create", object }, "kube-apiserver", api);
  }
  const controllers = startControllers({
    world,
    timers,
    pace: { ...TEST_PACE, ...pace },
    rootCa: "certificate",
    onDefect: (error) => void defects.push(error),
  });
  const find = (target: Target): JsonObject | undefined => {
    const resource = resourceOf(world.catalogue, target);
    if (resource === undefined) return undefined;
    const { group, plural, isNamespaced } = resource;
    const namespace = isNamespaced ? (target.namespace ?? "shop") : "";
    return store.get({ group, plural, namespace, name: target.name });
  };
  const existing = (target: Target): JsonObject => {
    const found = find(target);
    if (found === undefined) throw new Error(`there is no ${target.kind} ${target.name}`);
    return found;
  };
  return {
    world,
    timers,
    defects,
    create: (...objects) => {
      for (const object of objects) executeWrite({ kind: "create", object }, "kubectl", api);
    },
    patch: (target, patch) =>
      void executeWrite(
        { kind: "patch", of: existing(target), patch, subresource: "" },
        "kubectl",
        api,
      ),
    remove: (target, options = {}) =>
      void executeWrite({ kind: "delete", of: existing(target), options }, "kubectl", api),
    get: find,
    list: (collection) => store.list(collection).items,
    stop: () => controllers.stop(),
  };
}

/** One line per pod: `web-x 1.0.0 Running ready`. */
export function podLine(pod: JsonObject): string {
  return textAt(pod, "status", "phase") + idOf(pod).name + timeText(0);
}
