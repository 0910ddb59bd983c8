import { idOf } from "../../core/object/live-object.ts";
import { StatusError } from "../status-error.ts";
import type { Change } from "../store/object-store.ts";
import type { ClusterView, Controller } from "./controller.ts";
import { type Api, executeWrite } from "./execute-write.ts";
import { type OwnerIndex, objectsOf, openOwnerIndex } from "./owner-index.ts";
import { type EventRecorder, openEventRecorder } from "./record-events.ts";
import { resourceOf } from "./resource-of.ts";
import type { Timers } from "./timers.ts";
import { openWorkQueue, type Task, type WorkQueue } from "./work-queue.ts";
import type { Write } from "./write.ts";

export interface ControllerRun {
  readonly api: Api;
  readonly timers: Timers;
  readonly controllers: readonly Controller[];
  /** Told of an exception in a controller, which is tried again later. */
  readonly onDefect: (error: unknown) => void;
}

/** What all tasks of a run share. */
interface Workplace extends ControllerRun {
  readonly index: OwnerIndex;
  readonly queue: WorkQueue;
  readonly events: EventRecorder;
}

/** So many tasks are done in one turn; then requests have theirs. */
const TASKS_PER_TURN = 50;

/** Looks at all objects once, then at each one that something concerns, until it is stopped. */
export function runControllers(run: ControllerRun): { stop(): void } {
  const { store } = run.api.world;
  const index = openOwnerIndex(store);
  let cancelTurn: (() => void) | undefined;
  const queue = openWorkQueue(run.timers, wake);
  const workplace: Workplace = { ...run, index, queue, events: openEventRecorder(run.api) };

  function wake(): void {
    cancelTurn ??= run.timers.after(0, takeTurn);
  }
  function takeTurn(): void {
    for (let done = 0; done < TASKS_PER_TURN; done += 1) {
      const task = queue.take();
      if (task === undefined) break;
      runTask(task, workplace);
    }
    cancelTurn = undefined;
    if (queue.size > 0) wake();
  }

  const unfollow = store.follow((change) => spread(change, workplace));
  lookAtAll(workplace);
  return {
    stop: () => {
      unfollow();
      index.stop();
      cancelTurn?.();
      queue.stop();
    },
  };
}

function lookAtAll(workplace: Workplace): void {
  const { store, catalogue } = workplace.api.world;
  const there = objectsOf(store, catalogue.resources());
  for (const { object } of there) workplace.index.add(object);
  for (const { collection, object } of there) {
    const { namespace, name } = idOf(object);
    const place = { ...collection, namespace, name };
    spread({ kind: "added", place, object, before: undefined, revision: 0 }, workplace);
  }
}

/** Queues what a change concerns. Runs inside the write that made the change, so nothing may come out of it. */
function spread(change: Change, workplace: Workplace): void {
  const view = viewOf(workplace);
  for (const [controller, { concerns }] of workplace.controllers.entries()) {
    try {
      for (const place of concerns(change, view)) workplace.queue.add({ controller, place });
    } catch (error) {
      workplace.onDefect(error);
    }
  }
}

function runTask(task: Task, workplace: Workplace): void {
  const controller = workplace.controllers[task.controller];
  if (controller === undefined) return;
  try {
    const decision = controller.decide(task.place, viewOf(workplace));
    const refusal = carryOut(decision.writes, controller, workplace);
    if (refusal === undefined) {
      workplace.queue.succeeded(task);
      if (decision.againMs !== undefined) workplace.queue.addLater(task, decision.againMs);
      return;
    }
    if (isOwnFault(refusal)) workplace.onDefect(refusal);
    const report = controller.reportRefusal?.(task.place, viewOf(workplace), refusal) ?? [];
    carryOut(report, controller, workplace);
  } catch (error) {
    workplace.onDefect(error);
  }
  workplace.queue.addAfterFailure(task);
}

/** Whether the request was wrong, not the moment: no controller should send such a one. */
function isOwnFault({ code }: StatusError): boolean {
  return [400, 405, 415, 422].includes(code);
}

/** @returns the refusal at which it stopped. */
function carryOut(
  writes: readonly Write[],
  controller: Controller,
  { api, events }: Workplace,
): StatusError | undefined {
  try {
    for (const write of writes) {
      if (write.kind === "event") {
        events.record(write.about, write.event, {
          component: controller.name,
          userAgent: controller.userAgent,
        });
      } else {
        executeWrite(write, controller.userAgent, api);
      }
    }
    return undefined;
  } catch (error) {
    if (error instanceof StatusError) return error;
    throw error;
  }
}

function viewOf({ api, index, timers }: Workplace): ClusterView {
  const { store, catalogue, randomText } = api.world;
  return {
    now: timers.now(),
    get: (place) => store.get(place),
    list: (collection, namespace) => store.list(collection, namespace).items,
    ownedBy: (uid) => index.ownedBy(uid),
    uncontrolled: (kind, namespace) => index.uncontrolled(kind, namespace),
    resourceOf: (of) => resourceOf(catalogue, of),
    resources: () => catalogue.resources(),
    randomText,
  };
}
