import { expect, test } from "vitest";
import {
  isJsonObject,
  type JsonObject,
  listAt,
  numberAt,
  textAt,
} from "../../../../src/core/object/json.ts";
import { EVENTS } from "../../../../src/embedded/controllers/collections.ts";
import { type ControllerWorld, openControllerWorld } from "../../../support/controller-world.ts";
import { pod } from "../../../support/workload-manifests.ts";

const ONE = { apiVersion: "v1", kind: "Pod", name: "one" };

/** `Running ready main=running` or `Pending main=ErrImagePull r2`. */
function brief(world: ControllerWorld): string {
  const live = world.get(ONE);
  if (live === undefined) return "gone";
  const ready = listAt(live, "status", "conditions").find(
    (each) => textAt(each, "type") === "Ready",
  );
  const containers = [
    ...listAt(live, "status", "initContainerStatuses"),
    ...listAt(live, "status", "containerStatuses"),
  ].map((each) => {
    const state =
      textAt(each, "state", "waiting", "reason") ??
      textAt(each, "state", "terminated", "reason") ??
      "running";
    const restarts = numberAt(each, "restartCount") ?? 0;
    return `${textAt(each, "name")}=${state}${restarts === 0 ? "" : ` r${restarts}`}`;
  });
  return [
    textAt(live, "status", "phase"),
    ...(textAt(ready, "status") === "True" ? ["ready"] : []),
    ...containers,
  ].join(" ");
}

function setImage(world: ControllerWorld, image: string): void {
  const [live] = listAt(world.get(ONE), "spec", "containers").filter(isJsonObject);
  world.patch(ONE, { spec: { containers: [{ ...live, image }] } });
}

function containers(image: string, more: JsonObject = {}): JsonObject {
  return { containers: [{ name: "main", image, ...more }] };
}

test.each([
  {
    name: "an ordinary one",
    spec: containers("one:1"),
    seen: ["Pending main=ContainerCreating", "Running ready main=running"],
  },
  {
    name: "init containers run first",
    spec: { ...containers("one:1"), initContainers: [{ name: "init", image: "init:1" }] },
    seen: [
      "Pending init=PodInitializing main=PodInitializing",
      "Pending init=Completed main=PodInitializing",
      "Running ready init=Completed main=running",
    ],
  },
  {
    name: "a sidecar goes on beside the others",
    spec: {
      ...containers("one:1"),
      initContainers: [{ name: "side", image: "side:1", restartPolicy: "Always" }],
    },
    seen: [
      "Pending side=PodInitializing main=PodInitializing",
      "Pending side=running main=PodInitializing",
      "Running ready side=running main=running",
    ],
  },
  {
    name: "an init container that fails keeps the others waiting",
    spec: { ...containers("one:1"), initContainers: [{ name: "init", image: "init:crash-1" }] },
    seen: [
      "Pending init=PodInitializing main=PodInitializing",
      "Pending init=CrashLoopBackOff r1 main=PodInitializing",
      "Pending init=CrashLoopBackOff r2 main=PodInitializing",
    ],
  },
  {
    name: "a broken tag is tried again and again",
    spec: containers("one:broken-1"),
    seen: [
      "Pending main=ContainerCreating",
      "Pending main=ErrImagePull",
      "Pending main=ImagePullBackOff",
      "Pending main=ErrImagePull",
    ],
  },
  {
    name: "a crashing one is restarted",
    spec: containers("one:crash-1"),
    seen: [
      "Pending main=ContainerCreating",
      "Running main=CrashLoopBackOff r1",
      "Running main=CrashLoopBackOff r2",
    ],
  },
  {
    name: "a failing one that is not to be restarted has failed",
    spec: { ...containers("one:fail-1"), restartPolicy: "Never" },
    seen: ["Pending main=ContainerCreating", "Failed main=Error"],
  },
  {
    name: "no image name",
    spec: containers("One!"),
    seen: ["Pending main=ContainerCreating", "Pending main=InvalidImageName"],
  },
  {
    name: "a ConfigMap for variables that is not there",
    spec: containers("one:1", { envFrom: [{ configMapRef: { name: "later" } }] }),
    seen: ["Pending main=ContainerCreating", "Pending main=CreateContainerConfigError"],
  },
  {
    name: "one that may be missing",
    spec: containers("one:1", { envFrom: [{ configMapRef: { name: "later", optional: true } }] }),
    seen: ["Pending main=ContainerCreating", "Running ready main=running"],
  },
  {
    name: "a Secret for a volume that is not there",
    spec: { ...containers("one:1"), volumes: [{ name: "v", secret: { secretName: "later" } }] },
    seen: ["Pending main=ContainerCreating"],
  },
  {
    name: "a claim that is not there",
    spec: {
      ...containers("one:1"),
      volumes: [{ name: "v", persistentVolumeClaim: { claimName: "later" } }],
    },
    seen: ["Pending"],
  },
  {
    name: "a node that is not there",
    spec: { ...containers("one:1"), nodeSelector: { disk: "fast" } },
    seen: ["Pending"],
  },
])("a pod starts: $name", ({ spec, seen }) => {
  const world = openControllerWorld();
  world.create(pod("one", spec));
  const lines: string[] = [];
  for (let half = 0; half < 80; half += 1) {
    world.timers.pass(250);
    const line = brief(world);
    if (lines.at(-1) !== line) lines.push(line);
  }
  expect(lines.slice(0, seen.length + 1).join(" > ")).toMatch(
    new RegExp(`^${seen.join(" > ").replaceAll("(", "\\(")}`),
  );
  expect(world.defects).toEqual([]);
});

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
  expect(brief(world)).toBe(outcome);
  expect(world.defects).toEqual([]);
});

test("a node that is cordoned gets no pods, and says why", () => {
  const world = openControllerWorld();
  const node = { apiVersion: "v1", kind: "Node", name: "embedded" };
  world.patch(node, { spec: { unschedulable: true } });
  world.create(pod("one"));
  world.timers.pass(2_000);
  expect(brief(world)).toBe("Pending");
  expect(world.list(EVENTS).map((each) => each["message"])).toEqual([
    "0/1 nodes are available: 1 node(s) were unschedulable. preemption: 0/1 nodes are available: 1 Preemption is not helpful for scheduling.",
  ]);
  world.patch(node, { spec: { unschedulable: null } });
  world.timers.pass(2_000);
  expect(brief(world)).toBe("Running ready main=running");
});
