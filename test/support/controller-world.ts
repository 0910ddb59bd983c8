import { type JsonObject, listAt, textAt } from "../../src/core/object/json.ts";
import { idOf, isTerminating, labelOf } from "../../src/core/object/live-object.ts";
import { executeWrite, type ObjectWrite } from "../../src/embedded/controllers/execute-write.ts";
import type { Pace } from "../../src/embedded/controllers/pace.ts";
import { isReady } from "../../src/embedded/controllers/pod-facts.ts";
import { resourceOf } from "../../src/embedded/controllers/resource-of.ts";
import {
  type ControllerOptions,
  startControllers,
} from "../../src/embedded/controllers/start-controllers.ts";
import { PODS } from "../../src/embedded/kinds/collections.ts";
import { openCatalogue } from "../../src/embedded/kinds/open-catalogue.ts";
import type { World } from "../../src/embedded/kinds/resource.ts";
import { answerCall } from "../../src/embedded/requests/answer-call.ts";
import type { Change, Collection, ObjectStore } from "../../src/embedded/store/object-store.ts";
import { openStore } from "../../src/embedded/store/open-store.ts";
import { type FakeTimers, fakeTimers } from "./fake-timers.ts";

/** A cluster in memory with its controllers, whose time passes only when a test says so. */
export interface ControllerWorld {
  readonly world: World;
  readonly timers: FakeTimers;
  /** What the controllers reported as their own faults. */
  readonly defects: readonly unknown[];
  create(...objects: readonly JsonObject[]): void;
  /** With a JSON merge patch. */
  patch(target: Target, patch: JsonObject): void;
  scale(target: Target, replicas: number): void;
  remove(target: Target, options?: JsonObject): void;
  get(target: Target): JsonObject | undefined;
  list(collection: Collection): readonly JsonObject[];
  /** Ends the controllers and starts new ones, as after a crash. */
  restart(): void;
  stop(): void;
}

export interface Target {
  readonly apiVersion: string;
  readonly kind: string;
  /** `shop` when left out, for kinds with namespaces. */
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

type WorldOptions = Partial<Pick<ControllerOptions, "scope">> & { readonly pace?: Partial<Pace> };

/** How old a world is when a test gets it: its namespaces have their accounts, its CRDs are established. */
const AGE_MS = 1_000;

/** Uids and names of a grown world are counted from here, so that they are none of its youth. */
const GROWN_COUNT = 1_000_000;

/** All changes of a young world. Making them anew by requests would take most of the time of most tests. */
let youth: readonly Change[] | undefined;

/** With the namespaces `default` and `shop`, one second old. */
export function openControllerWorld(options: WorldOptions = {}): ControllerWorld {
  if (options.scope !== undefined) return raiseWorld(newWorld(), options);
  youth ??= changesOfYouth();
  const opened = runWorld(grownWorld(youth), options);
  opened.timers.pass(0);
  return opened;
}

function changesOfYouth(): readonly Change[] {
  const changes: Change[] = [];
  const raised = raiseWorld(
    newWorld((change) => void changes.push(change)),
    {},
  );
  raised.stop();
  const { defects } = raised;
  if (defects.length > 0) throw new Error("the controllers have defects", { cause: defects });
  return changes;
}

function raiseWorld(young: TimedWorld, options: WorldOptions): ControllerWorld {
  const opened = runWorld(young, options);
  opened.timers.pass(AGE_MS);
  return opened;
}

function runWorld({ world, timers }: TimedWorld, options: WorldOptions): ControllerWorld {
  const defects: unknown[] = [];
  const { pace, ...rest } = options;
  const asked: ControllerOptions = {
    world,
    timers,
    pace: { ...TEST_PACE, ...pace },
    rootCa: "certificate",
    onDefect: (error) => void defects.push(error),
    ...rest,
  };
  let controllers = startControllers(asked);

  function execute(write: ObjectWrite): void {
    executeWrite(write, "kubectl", { world, answer: answerCall });
  }
  function find(target: Target): JsonObject | undefined {
    const resource = resourceOf(world.catalogue, target);
    if (resource === undefined) return undefined;
    const { group, plural, isNamespaced } = resource;
    const namespace = isNamespaced ? (target.namespace ?? "shop") : "";
    return world.store.get({ group, plural, namespace, name: target.name });
  }
  function existing(target: Target): JsonObject {
    const found = find(target);
    if (found === undefined) throw new Error(`there is no ${target.kind} ${target.name}`);
    return found;
  }
  return {
    world,
    timers,
    defects,
    create: (...objects) => {
      for (const object of objects) execute({ kind: "create", object });
    },
    patch: (target, patch) =>
      execute({ kind: "patch", of: existing(target), patch, subresource: "" }),
    scale: (target, replicas) =>
      execute({
        kind: "patch",
        of: existing(target),
        patch: { spec: { replicas } },
        subresource: "scale",
      }),
    remove: (target, deleteOptions = {}) =>
      execute({ kind: "delete", of: existing(target), options: deleteOptions }),
    get: find,
    list: (collection) => world.store.list(collection).items,
    restart: () => {
      controllers.stop();
      controllers = startControllers(asked);
    },
    stop: () => controllers.stop(),
  };
}

interface TimedWorld {
  readonly world: World;
  readonly timers: FakeTimers;
}

function newWorld(onChange: (change: Change) => void = () => {}): TimedWorld {
  const store = emptyStore();
  store.follow(onChange);
  const timed = worldOf(store, { timers: fakeTimers(), firstCount: 1 });
  const { world } = timed;
  for (const name of ["default", "shop"]) {
    const object = { apiVersion: "v1", kind: "Namespace", metadata: { name } };
    executeWrite({ kind: "create", object }, "kube-apiserver", { world, answer: answerCall });
  }
  return timed;
}

/** A world in which these changes were made, up to the revisions. */
function grownWorld(changes: readonly Change[]): TimedWorld {
  const store = emptyStore();
  for (const { kind, place, object } of changes) {
    if (kind === "deleted") store.remove(place);
    else store.put(place, object);
  }
  const timers = fakeTimers();
  timers.pass(AGE_MS);
  return worldOf(store, { timers, firstCount: GROWN_COUNT });
}

function emptyStore(): ObjectStore {
  return openStore({ folder: undefined, historyMax: 1_000 });
}

function worldOf(
  store: ObjectStore,
  { timers, firstCount }: { readonly timers: FakeTimers; readonly firstCount: number },
): TimedWorld {
  let count = firstCount;
  const world: World = {
    store,
    catalogue: openCatalogue(store),
    now: () => timers.now(),
    randomText: (length) => {
      count += 1;
      return count.toString(36).padStart(length, "0").slice(-length);
    },
    newUid: () => {
      count += 1;
      return `00000000-0000-4000-8000-${String(count).padStart(12, "0")}`;
    },
  };
  return { world, timers };
}

/**
 * The pods of an app at a glance, by the tags of their images: `1.0.0 ++† 2.0.0 +.`. A `+` is a ready pod, `.` one that is not,
 * `!` one that is stuck, `†` one that is being deleted, `=` one that succeeded, `x` one that failed.
 */
export function briefPods(world: ControllerWorld, app: string): string {
  const marks = new Map<string, string>();
  for (const pod of world.list(PODS).filter((each) => labelOf(each, "app") === app)) {
    const image = textAt(pod, "spec", "containers", 0, "image") ?? "";
    const tag = image.slice(image.indexOf(":") + 1);
    marks.set(tag, (marks.get(tag) ?? "") + markOf(pod));
  }
  if (marks.size === 0) return "none";
  return [...marks]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([tag, all]) => `${tag} ${all.split("").toSorted().join("")}`)
    .join(" ");
}

const PHASE_MARKS: ReadonlyMap<string, string> = new Map([
  ["Succeeded", "="],
  ["Failed", "x"],
]);

function markOf(pod: JsonObject): string {
  if (isTerminating(pod)) return "†";
  const ended = PHASE_MARKS.get(textAt(pod, "status", "phase") ?? "");
  if (ended !== undefined) return ended;
  if (isReady(pod)) return "+";
  const reasons = listAt(pod, "status", "containerStatuses").map((each) =>
    textAt(each, "state", "waiting", "reason"),
  );
  const isStuck = reasons.some((each) => each?.endsWith("BackOff") || each?.startsWith("Err"));
  return isStuck ? "!" : ".";
}

/** `name: Type=Status Reason` of all conditions. */
export function briefConditions(object: JsonObject | undefined): string {
  return listAt(object, "status", "conditions")
    .map((each) =>
      `${textAt(each, "type")}=${textAt(each, "status")} ${textAt(each, "reason") ?? ""}`.trim(),
    )
    .join(", ");
}

/** The names of objects, sorted. */
export function namesOf(objects: readonly JsonObject[]): readonly string[] {
  return objects.map((each) => idOf(each).name).toSorted();
}
