import { expect, test } from "vitest";
import { EVENTS } from "../../../../src/embedded/kinds/collections.ts";
import { type ControllerWorld, openControllerWorld } from "../../../support/controller-world.ts";
import { briefPod, containers, ONE, setImage } from "../../../support/one-pod.ts";
import { pod } from "../../../support/workload-manifests.ts";

test.each([
  {
    name: "the ConfigMap comes",
    spec: containers("one:1", { envFrom: [{ configMapRef: { name: "later" } }] }),
    act: (world: ControllerWorld) =>
      world.create({
        apiVersion: "v1",
        kind: "ConfigMap",
        metadata: { name: "later", namespace: "shop" },
      }),
    outcome: "Running ready main=running",
  },
  {
    name: "the key comes",
    spec: containers("one:1", {
      env: [{ name: "A", valueFrom: { secretKeyRef: { name: "later", key: "a" } } }],
    }),
    act: (world: ControllerWorld) =>
      world.create({
        apiVersion: "v1",
        kind: "Secret",
        metadata: { name: "later", namespace: "shop" },
        stringData: { a: "b" },
      }),
    outcome: "Running ready main=running",
  },
  {
    name: "another Secret comes",
    spec: containers("one:1", {
      env: [{ name: "A", valueFrom: { secretKeyRef: { name: "later", key: "a" } } }],
    }),
    act: (world: ControllerWorld) =>
      world.create({
        apiVersion: "v1",
        kind: "Secret",
        metadata: { name: "later", namespace: "shop" },
        stringData: { b: "b" },
      }),
    outcome: "Pending main=CreateContainerConfigError",
  },
  {
    name: "the claim comes",
    spec: {
      ...containers("one:1"),
      volumes: [{ name: "v", persistentVolumeClaim: { claimName: "later" } }],
    },
    act: (world: ControllerWorld) =>
      world.create({
        apiVersion: "v1",
        kind: "PersistentVolumeClaim",
        metadata: { name: "later", namespace: "shop" },
        spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } } },
      }),
    outcome: "Running ready main=running",
  },
  {
    name: "the node gets the label",
    spec: { ...containers("one:1"), nodeSelector: { disk: "fast" } },
    act: (world: ControllerWorld) =>
      world.patch(
        { apiVersion: "v1", kind: "Node", name: "embedded" },
        { metadata: { labels: { disk: "fast" } } },
      ),
    outcome: "Running ready main=running",
  },
  {
    name: "the image is mended in place",
    spec: containers("one:broken-1"),
    act: (world: ControllerWorld) => setImage(world, "one:2"),
    outcome: "Running ready main=running",
  },
  {
    name: "the image of a running pod is changed",
    spec: containers("one:1"),
    act: (world: ControllerWorld) => setImage(world, "one:2"),
    outcome: "Running ready main=running r1",
  },
  {
    name: "it is deleted",
    spec: containers("one:1"),
    act: (world: ControllerWorld) => world.remove(ONE),
    outcome: "gone",
  },
  {
    name: "it is deleted without grace",
    spec: containers("one:1"),
    act: (world: ControllerWorld) => world.remove(ONE, { gracePeriodSeconds: 0 }),
    outcome: "gone",
  },
  {
    name: "it is deleted before it was scheduled",
    spec: { ...containers("one:1"), nodeSelector: { disk: "fast" } },
    act: (world: ControllerWorld) => world.remove(ONE),
    outcome: "gone",
  },
  {
    name: "it is deleted, and a finalizer holds it",
    spec: containers("one:1"),
    act: (world: ControllerWorld) => {
      world.patch(ONE, { metadata: { finalizers: ["example.org/hold"] } });
      world.remove(ONE);
    },
    outcome: "Failed main=Error",
  },
])("a pod that waits or runs: $name", ({ spec, act, outcome }) => {
  const world = openControllerWorld();
  world.create(pod("one", spec));
  world.timers.pass(3_000);
  act(world);
  world.timers.pass(3_000);
  expect(briefPod(world)).toBe(outcome);
  expect(world.defects).toEqual([]);
});

test("a node that is cordoned gets no pods, and says why", () => {
  const world = openControllerWorld();
  const node = { apiVersion: "v1", kind: "Node", name: "embedded" };
  world.patch(node, { spec: { unschedulable: true } });
  world.create(pod("one"));
  world.timers.pass(2_000);
  expect(briefPod(world)).toBe("Pending");
  expect(world.list(EVENTS).map((each) => each["message"])).toEqual([
    "0/1 nodes are available: 1 node(s) were unschedulable. preemption: 0/1 nodes are available: 1 Preemption is not helpful for scheduling.",
  ]);
  world.patch(node, { spec: { unschedulable: null } });
  world.timers.pass(2_000);
  expect(briefPod(world)).toBe("Running ready main=running");
});
