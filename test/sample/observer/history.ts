import { setTimeout as delay } from "node:timers/promises";
import type { Sight } from "./sight.ts";

/** The lowest and the highest version that an object runs. */
export interface Running {
  readonly lowest: number;
  readonly highest: number;
}

const ABSENT: Running = {
  lowest: Number.NEGATIVE_INFINITY,
  highest: Number.NEGATIVE_INFINITY,
};

/**
 * All that the watches have told of one namespace, in the order in which the store wrote it. What an object ran can be asked
 * for every revision of the store.
 */
export class History {
  readonly #objects = new Map<string, Sight[]>();
  /** By owner, then by uid: the next pod of a StatefulSet has the name of the last. */
  readonly #pods = new Map<string, Map<string, Sight[]>>();
  readonly #listeners = new Set<() => void>();
  #count = 0;

  /** How many sights there were so far. */
  get count(): number {
    return this.#count;
  }

  add(sight: Sight): void {
    const isPod = sight.kind === "Pod";
    const lists = isPod ? this.#podsOf(sight.app) : this.#objects;
    const key = isPod ? sight.uid : sight.name;
    const list = lists.get(key) ?? [];
    list.push(sight);
    this.#count += 1;
    lists.set(key, list);
    for (const listener of this.#listeners) listener();
  }

  /** Waits until what was seen satisfies the check, or time is over. */
  async until(check: () => boolean, timeoutMs: number): Promise<void> {
    if (check()) return;
    const waiting = new AbortController();
    function listener(): void {
      if (check()) waiting.abort();
    }
    this.#listeners.add(listener);
    await delay(timeoutMs, undefined, { signal: waiting.signal }).catch(() => undefined);
    this.#listeners.delete(listener);
  }

  names(): readonly string[] {
    return [...this.#objects.keys()];
  }

  sightsOf(name: string): readonly Sight[] {
    return this.#objects.get(name) ?? [];
  }

  /** The object as it is, as far as is known. */
  latest(name: string): Sight | undefined {
    return this.at(name, Number.POSITIVE_INFINITY);
  }

  /** The object as it was at a revision of the store; `undefined` when it was not there. */
  at(name: string, revision: number): Sight | undefined {
    return standing(this.sightsOf(name), revision);
  }

  /** Its pods that were there at a revision, those that end too. */
  podsAt(name: string, revision: number): readonly Sight[] {
    return [...this.#podsOf(name).values()].flatMap((list) => standing(list, revision) ?? []);
  }

  runningAt(name: string, revision: number): Running {
    const object = this.at(name, revision);
    if (object === undefined) return ABSENT;
    return hasHiddenPods(object)
      ? this.#hiddenAt(object, revision)
      : boundsOf([object.version, ...this.podsAt(name, revision).map((pod) => pod.version)]);
  }

  /** Every revision from one to another at which something of an object changed, the first one too. */
  momentsOf(name: string, from: number, to: number): readonly number[] {
    const revisions = this.changesOf(name).map(({ revision }) => revision);
    return [from, ...revisions.filter((each) => each > from && each <= to)];
  }

  /** Every sight of an object and of its pods. */
  changesOf(name: string): readonly Sight[] {
    const all = [this.sightsOf(name), ...this.#podsOf(name).values()].flat();
    return all.toSorted((a, b) => a.revision - b.revision);
  }

  /**
   * The operator tells the lowest version as soon as it changes. Of the highest it tells only the end: until it says that all
   * is done, a pod may run anything that was asked for since it last said so.
   */
  #hiddenAt(object: Sight, revision: number): Running {
    const sights = this.sightsOf(object.name).filter((each) => each.revision <= revision);
    const since = sights.slice(Math.max(0, sights.findLastIndex(isSettled)));
    const lowest = object.saidVersion ?? Number.NEGATIVE_INFINITY;
    const asked = since.flatMap(({ version, saidVersion = version }) => [version, saidVersion]);
    return { lowest: Math.min(object.version, lowest), highest: Math.max(...asked) };
  }

  #podsOf(app: string): Map<string, Sight[]> {
    const pods = this.#pods.get(app) ?? new Map<string, Sight[]>();
    this.#pods.set(app, pods);
    return pods;
  }
}

/** The pods of the Elastic kinds are the operator's secret. */
export function hasHiddenPods({ kind }: Sight): boolean {
  return kind !== "Deployment" && kind !== "StatefulSet";
}

/** The operator says that all pods run what is asked for. */
export function isSettled(object: Sight): boolean {
  return (
    object.phase === "Ready" &&
    object.observedGeneration === object.generation &&
    object.saidVersion === object.version
  );
}

function standing(sights: readonly Sight[], revision: number): Sight | undefined {
  const last = sights.findLast((each) => each.revision <= revision);
  return last?.isGone === true ? undefined : last;
}

function boundsOf(versions: readonly number[]): Running {
  return { lowest: Math.min(...versions), highest: Math.max(...versions) };
}
