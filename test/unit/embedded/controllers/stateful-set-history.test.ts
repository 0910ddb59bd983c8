import { expect, test } from "vitest";
import { type JsonObject, numberAt, textAt } from "../../../../src/core/object/json.ts";
import {
  CONTROLLER_REVISIONS,
  PODS,
  VOLUME_CLAIMS,
} from "../../../../src/embedded/kinds/collections.ts";
import {
  briefPods,
  type ControllerWorld,
  namesOf,
  openControllerWorld,
} from "../../../support/controller-world.ts";
import { withTag, workload } from "../../../support/workload-manifests.ts";

const DB = { apiVersion: "apps/v1", kind: "StatefulSet", name: "db" };

function watch(world: ControllerWorld, seconds: number): readonly string[] {
  return Array.from({ length: seconds }, () => {
    world.timers.pass(1_000);
    return briefPods(world, "db");
  });
}

function open(spec: JsonObject): ControllerWorld {
  const world = openControllerWorld();
  world.create(workload("StatefulSet", "db", spec));
  return world;
}

function revisions(world: ControllerWorld): string {
  const set = world.get(DB);
  const [current, update] = ["currentRevision", "updateRevision"].map((key) => {
    const name = textAt(set, "status", key);
    const found = world
      .list(CONTROLLER_REVISIONS)
      .find((each) => textAt(each, "metadata", "name") === name);
    return numberAt(found, "revision");
  });
  const counts = ["replicas", "readyReplicas", "currentReplicas", "updatedReplicas"].map(
    (key) => numberAt(set, "status", key) ?? 0,
  );
  return `current ${current} update ${update}, ${counts.join(" ")}`;
}

test("pods start in order, are updated from the top, and a rollback counts the old revision anew", () => {
  const world = open({ replicas: 3 });
  expect(watch(world, 4)).toEqual(["1 +.", "1 ++.", "1 +++", "1 +++"]);
  expect(revisions(world)).toBe("current 1 update 1, 3 3 3 3");
  world.patch(DB, withTag("db", "2"));
  expect(watch(world, 3)).toEqual(["1 ++ 2 .", "1 +† 2 +", "1 + 2 +."]);
  expect(revisions(world)).toBe("current 1 update 2, 3 2 1 2");
  expect(watch(world, 4)).toEqual(["1 † 2 ++", "2 ++.", "2 +++", "2 +++"]);
  expect(revisions(world)).toBe("current 2 update 2, 3 3 3 3");
  world.patch(DB, withTag("db", "1"));
  world.timers.pass(8_000);
  expect(revisions(world)).toBe("current 3 update 3, 3 3 3 3");
  expect(world.list(CONTROLLER_REVISIONS).map((each) => numberAt(each, "revision"))).toEqual(
    expect.arrayContaining([2, 3]),
  );
  expect(world.defects).toEqual([]);
});

test.each([
  {
    name: "Parallel makes all pods at once",
    spec: { replicas: 3, podManagementPolicy: "Parallel" },
    act: () => {},
    history: ["1 +..", "1 ++.", "1 +++"],
  },
  {
    name: "Parallel replaces pods one after another all the same",
    spec: { replicas: 3, podManagementPolicy: "Parallel" },
    act: (world: ControllerWorld) => {
      world.timers.pass(4_000);
      world.patch(DB, withTag("db", "2"));
    },
    history: ["1 ++ 2 .", "1 +† 2 +", "1 + 2 +."],
  },
  {
    name: "a partition keeps the lower pods at the old revision",
    spec: { replicas: 3, updateStrategy: { rollingUpdate: { partition: 2 } } },
    act: (world: ControllerWorld) => {
      world.timers.pass(4_000);
      world.patch(DB, withTag("db", "2"));
    },
    history: ["1 ++ 2 .", "1 ++ 2 +", "1 ++ 2 +"],
  },
  {
    name: "a pod below the partition comes back at the old revision",
    spec: { replicas: 2, updateStrategy: { rollingUpdate: { partition: 1 } } },
    act: (world: ControllerWorld) => {
      world.timers.pass(4_000);
      world.patch(DB, withTag("db", "2"));
      world.timers.pass(3_000);
      world.remove({ apiVersion: "v1", kind: "Pod", name: "db-0" });
    },
    history: ["1 . 2 +", "1 + 2 +"],
  },
  {
    name: "OnDelete waits for a person",
    spec: { replicas: 2, updateStrategy: { type: "OnDelete" } },
    act: (world: ControllerWorld) => {
      world.timers.pass(4_000);
      world.patch(DB, withTag("db", "2"));
      world.timers.pass(2_000);
      world.remove({ apiVersion: "v1", kind: "Pod", name: "db-0" });
    },
    history: ["1 + 2 .", "1 + 2 +"],
  },
  {
    name: "scaling down goes from the top, one after another",
    spec: { replicas: 3 },
    act: (world: ControllerWorld) => {
      world.timers.pass(4_000);
      world.scale(DB, 1);
    },
    history: ["1 +†", "1 +"],
  },
  {
    name: "a pod that does not start holds those after it",
    spec: {
      replicas: 2,
      template: {
        metadata: { labels: { app: "db" } },
        spec: { containers: [{ name: "db", image: "db:broken-1" }] },
      },
    },
    act: () => {},
    history: ["broken-1 !", "broken-1 !"],
  },
])("$name", ({ spec, act, history }) => {
  const world = open(spec);
  act(world);
  expect(watch(world, history.length)).toEqual(history);
});

test("each pod has its own claim, which stays when the pod goes", () => {
  const world = open({
    replicas: 2,
    volumeClaimTemplates: [
      {
        metadata: { name: "data" },
        spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } } },
      },
    ],
  });
  world.timers.pass(5_000);
  expect(namesOf(world.list(VOLUME_CLAIMS))).toEqual(["data-db-0", "data-db-1"]);
  expect(world.list(VOLUME_CLAIMS).map((each) => textAt(each, "status", "phase"))).toEqual([
    "Bound",
    "Bound",
  ]);
  world.scale(DB, 1);
  world.timers.pass(3_000);
  expect(namesOf(world.list(PODS))).toEqual(["db-0"]);
  expect(namesOf(world.list(VOLUME_CLAIMS))).toEqual(["data-db-0", "data-db-1"]);
});
