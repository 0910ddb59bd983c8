import { expect, test } from "vitest";
import { openControllerWorld } from "../../../support/controller-world.ts";
import { briefPod, containers } from "../../../support/one-pod.ts";
import { pod } from "../../../support/workload-manifests.ts";

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
    goesOn: true,
    spec: { ...containers("one:1"), initContainers: [{ name: "init", image: "init:crash-1" }] },
    seen: [
      "Pending init=PodInitializing main=PodInitializing",
      "Pending init=CrashLoopBackOff r1 main=PodInitializing",
      "Pending init=CrashLoopBackOff r2 main=PodInitializing",
    ],
  },
  {
    name: "a broken tag is tried again and again",
    goesOn: true,
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
    goesOn: true,
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
])("a pod starts: $name", ({ spec, seen, goesOn }) => {
  const world = openControllerWorld();
  world.create(pod("one", spec));
  const lines: string[] = [];
  for (let quarter = 0; quarter < 80; quarter += 1) {
    world.timers.pass(250);
    const line = briefPod(world);
    if (lines.at(-1) !== line) lines.push(line);
  }
  expect(goesOn ? lines.slice(0, seen.length) : lines).toEqual(seen);
  expect(world.defects).toEqual([]);
});
