import { expect, test } from "vitest";
import { type JsonObject, numberAt, textAt } from "../../../../src/core/object/json.ts";
import type { Controller, Decision } from "../../../../src/embedded/controllers/controller.ts";
import { runControllers } from "../../../../src/embedded/controllers/run-controllers.ts";
import { mergePatch, tell } from "../../../../src/embedded/controllers/writes.ts";
import {
  CONFIG_MAPS,
  EVENTS,
  isOf,
  NODES,
  PODS,
} from "../../../../src/embedded/kinds/collections.ts";
import { answerCall } from "../../../../src/embedded/requests/answer-call.ts";
import {
  briefConditions,
  briefPods,
  type ControllerWorld,
  namesOf,
  openControllerWorld,
} from "../../../support/controller-world.ts";
import { template, withTag, workload } from "../../../support/workload-manifests.ts";

const ONE = { apiVersion: "v1", kind: "ConfigMap", name: "one" };

function configMap(name: string): JsonObject {
  return { apiVersion: "v1", kind: "ConfigMap", metadata: { name, namespace: "shop" } };
}

/** A run of one controller that looks at the ConfigMap `one`. */
function runOne(
  world: ControllerWorld,
  decide: (live: JsonObject, look: number) => Decision,
): { readonly looks: readonly number[]; readonly defects: readonly unknown[]; stop(): void } {
  const looks: number[] = [];
  const defects: unknown[] = [];
  const start = world.timers.now();
  const controller: Controller = {
    name: "test-controller",
    userAgent: "test",
    concerns: ({ place }) => (isOf(place, CONFIG_MAPS) && place.name === "one" ? [place] : []),
    decide: (place, view) => {
      looks.push(view.now - start);
      const live = view.get(place);
      return live === undefined ? { writes: [] } : decide(live, looks.length);
    },
  };
  const run = runControllers({
    api: { world: world.world, answer: answerCall },
    timers: world.timers,
    controllers: [controller],
    onDefect: (error) => void defects.push(error),
  });
  return { looks, defects, stop: () => run.stop() };
}

test("what is there at the start is looked at, and then each change, once for many", () => {
  const world = openControllerWorld();
  world.create(configMap("one"));
  const run = runOne(world, () => ({ writes: [] }));
  world.timers.pass(1_000);
  expect(run.looks).toEqual([0]);
  world.patch(ONE, { data: { a: "1" } });
  world.patch(ONE, { data: { a: "2" } });
  world.timers.pass(1_000);
  expect(run.looks).toEqual([0, 1_000]);
  run.stop();
  world.patch(ONE, { data: { a: "3" } });
  world.timers.pass(1_000);
  expect(run.looks).toEqual([0, 1_000]);
});

test("a controller looks again when it said so", () => {
  const world = openControllerWorld();
  world.create(configMap("one"));
  const run = runOne(world, (_, look) =>
    look < 3 ? { writes: [], againMs: 500 } : { writes: [] },
  );
  world.timers.pass(5_000);
  expect(run.looks).toEqual([0, 500, 1_000]);
});

test("a refused write is tried again, less and less often", () => {
  const world = openControllerWorld();
  world.create(configMap("one"));
  const run = runOne(world, (live) => ({
    writes: [mergePatch(live, { metadata: { resourceVersion: "1" } })],
  }));
  world.timers.pass(1_000);
  expect(run.looks).toEqual([0, 20, 60, 140, 300, 620]);
  expect(run.defects).toEqual([]);
});

test("an exception is reported, tried again, and stops nothing else", () => {
  const world = openControllerWorld();
  world.create(configMap("one"));
  const run = runOne(world, (_, look) => {
    if (look < 3) throw new Error("a bug");
    return { writes: [] };
  });
  world.create(workload("ReplicaSet", "web", { replicas: 1 }));
  world.timers.pass(2_000);
  expect(run.looks).toHaveLength(3);
  expect(run.defects).toHaveLength(2);
  expect(briefPods(world, "web")).toBe("1 +");
});

test("a controller that changes its object each time is slowed down", () => {
  const world = openControllerWorld();
  world.create(configMap("one"));
  const run = runOne(world, (live, look) => ({
    writes: [mergePatch(live, { data: { look: `${look}` } })],
  }));
  world.timers.pass(1_500);
  expect(run.looks.length).toBeLessThan(500);
  expect(run.looks.length).toBeGreaterThan(200);
});

test("Events that say the same are counted, others are not", () => {
  const world = openControllerWorld();
  world.create(configMap("one"));
  runOne(world, (live, look) => ({
    writes: [tell(live, "Tried", look % 2 === 0 ? "even" : "odd")],
    ...(look < 5 ? { againMs: 1_000 } : {}),
  }));
  world.timers.pass(10_000);
  const told = world
    .list(EVENTS)
    .map((each) => `${textAt(each, "message")} ${numberAt(each, "count")}`);
  expect(told.toSorted()).toEqual(["even 2", "odd 3"]);
});

test("Events are removed after an hour", () => {
  const world = openControllerWorld();
  world.create(configMap("one"));
  runOne(world, (live, look) => ({
    writes: Array.from({ length: 60 }, (_, index) => tell(live, "Told", `${look} ${index}`)),
  }));
  world.timers.pass(1_000);
  expect(world.list(EVENTS)).toHaveLength(60);
  world.timers.pass(3_600_000);
  world.patch(ONE, { data: { a: "1" } });
  world.timers.pass(1_000);
  const told = world.list(EVENTS).map((each) => textAt(each, "message")?.split(" ")[0]);
  expect(told).toEqual(Array.from({ length: 60 }, () => "2"));
});

test("an Event of an object without a namespace lies in the default one", () => {
  const world = openControllerWorld();
  world.create(configMap("one"));
  const [node = {}] = world.list(NODES);
  runOne(world, () => ({ writes: [tell(node, "Told", "about a node")] }));
  world.timers.pass(1_000);
  expect(world.list(EVENTS).map((each) => textAt(each, "metadata", "namespace"))).toEqual([
    "default",
  ]);
});

test("after a restart in the middle of a rollout it goes on where it was", () => {
  const world = openControllerWorld();
  const web = { apiVersion: "apps/v1", kind: "Deployment", name: "web" };
  world.create(workload("Deployment", "web", { replicas: 3 }));
  world.timers.pass(5_000);
  world.patch(web, withTag("web", "2"));
  world.timers.pass(1_500);
  expect(briefPods(world, "web")).toBe("1 ++† 2 +.");
  world.restart();
  expect(briefPods(world, "web")).toBe("1 ++† 2 +.");
  world.timers.pass(6_000);
  expect(briefPods(world, "web")).toBe("2 +++");
  expect(world.defects).toEqual([]);
});

test("pods of different owners do not wait for each other", () => {
  const world = openControllerWorld();
  world.create(
    workload("ReplicaSet", "web", { replicas: 2 }),
    workload("ReplicaSet", "api", { replicas: 2 }),
  );
  world.timers.pass(1_000);
  expect([briefPods(world, "web"), briefPods(world, "api")]).toEqual(["1 +.", "1 +."]);
  world.timers.pass(1_000);
  expect([briefPods(world, "web"), briefPods(world, "api")]).toEqual(["1 ++", "1 ++"]);
});

test("pods that may not be made are told in the status, and made as soon as they may", () => {
  const world = openControllerWorld();
  const web = { apiVersion: "apps/v1", kind: "Deployment", name: "web" };
  const spec = { replicas: 1, template: template("web", "1", { serviceAccountName: "robot" }) };
  world.create(workload("Deployment", "web", spec));
  world.timers.pass(2_000);
  expect(briefPods(world, "web")).toBe("none");
  expect(briefConditions(world.get(web))).toBe(
    "Progressing=True NewReplicaSetCreated, Available=False MinimumReplicasUnavailable, ReplicaFailure=True FailedCreate",
  );
  const metadata = { name: "robot", namespace: "shop" };
  world.create({ apiVersion: "v1", kind: "ServiceAccount", metadata });
  world.timers.pass(10_000);
  expect(briefPods(world, "web")).toBe("1 +");
  expect(briefConditions(world.get(web))).toBe(
    "Available=True MinimumReplicasAvailable, Progressing=True NewReplicaSetAvailable",
  );
});

test("more pods than are made at once follow; long names are cut", () => {
  const world = openControllerWorld();
  const name = "a-name-that-is-much-too-long-for-a-host-name-and-yet-a-valid-one";
  const spec = { replicas: 51, selector: { matchLabels: { app: "web" } } };
  world.create(workload("ReplicaSet", name, { ...spec, template: template("web", "1") }));
  world.timers.pass(500);
  const names = namesOf(world.list(PODS));
  expect(names).toHaveLength(51);
  expect(names.every((each) => each.length === 63)).toBe(true);
});
