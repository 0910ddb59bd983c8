import type { Place } from "../store/object-store.ts";
import { backOffAfter } from "./pace.ts";
import type { Timers } from "./timers.ts";

/** One object that one controller should look at. */
export interface Task {
  /** Index of the controller. */
  readonly controller: number;
  readonly place: Place;
}

/** Tasks, each at most once, first come first served. Bounded by the number of objects times controllers. */
export interface WorkQueue {
  readonly size: number;
  add(task: Task): void;
  /** Adds it after a while. Replaces an earlier wait of the same task. */
  addLater(task: Task, ms: number): void;
  /** Adds it after a wait that doubles with each failure in a row. */
  addAfterFailure(task: Task): void;
  succeeded(task: Task): void;
  /** The next task; one that came too often within a second is put off. */
  take(): Task | undefined;
  stop(): void;
}

const FIRST_RETRY_MS = 20;
const RUNS_PER_SECOND_MAX = 200;

/** @param wake is called each time something was added. */
export function openWorkQueue(timers: Timers, wake: () => void): WorkQueue {
  const waiting = new Map<string, Task>();
  const later = new Map<string, () => void>();
  const failures = new Map<string, number>();
  const runs = openRunCounter(timers);

  function add(task: Task): void {
    waiting.set(keyOf(task), task);
    wake();
  }

  function addLater(task: Task, ms: number): void {
    const key = keyOf(task);
    later.get(key)?.();
    const cancel = timers.after(Math.max(ms, 1), () => {
      later.delete(key);
      add(task);
    });
    later.set(key, cancel);
  }

  return {
    get size() {
      return waiting.size;
    },
    add,
    addLater,
    addAfterFailure: (task) => {
      const count = (failures.get(keyOf(task)) ?? 0) + 1;
      failures.set(keyOf(task), count);
      addLater(task, backOffAfter(count, FIRST_RETRY_MS));
    },
    succeeded: (task) => void failures.delete(keyOf(task)),
    take: () => {
      for (const [key, task] of waiting) {
        waiting.delete(key);
        if (runs.count(key) <= RUNS_PER_SECOND_MAX) return task;
        addLater(task, 1_000);
      }
      return undefined;
    },
    stop: () => {
      for (const cancel of later.values()) cancel();
      later.clear();
      waiting.clear();
    },
  };
}

/** Counts per key within the present second. */
function openRunCounter(timers: Timers): { count(key: string): number } {
  const counts = new Map<string, number>();
  let second = 0;
  return {
    count: (key) => {
      const now = Math.floor(timers.now() / 1000);
      if (now !== second) counts.clear();
      second = now;
      const count = (counts.get(key) ?? 0) + 1;
      counts.set(key, count);
      return count;
    },
  };
}

function keyOf({ controller, place }: Task): string {
  return `${controller} ${place.group}/${place.plural}/${place.namespace}/${place.name}`;
}
