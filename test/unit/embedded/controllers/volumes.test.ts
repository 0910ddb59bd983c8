import { expect, test } from "vitest";
import { type JsonObject, textAt } from "../../../../src/core/object/json.ts";
import { VOLUMES } from "../../../../src/embedded/kinds/collections.ts";
import { openControllerWorld } from "../../../support/controller-world.ts";
import { pod } from "../../../support/workload-manifests.ts";

function claim(spec: JsonObject): JsonObject {
  return {
    apiVersion: "v1",
    kind: "PersistentVolumeClaim",
    metadata: { name: "data", namespace: "shop" },
    spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "2Gi" } }, ...spec },
  };
}

function volume(name: string, storage: string, spec: JsonObject = {}): JsonObject {
  return {
    apiVersion: "v1",
    kind: "PersistentVolume",
    metadata: { name },
    spec: {
      accessModes: ["ReadWriteOnce"],
      capacity: { storage },
      persistentVolumeReclaimPolicy: "Retain",
      hostPath: { path: "/data" },
      ...spec,
    },
  };
}

const DATA = { apiVersion: "v1", kind: "PersistentVolumeClaim", name: "data" };

test.each([
  {
    name: "the default class makes a volume, which goes with the claim",
    made: [claim({})],
    bound: "Bound pvc",
    after: "",
  },
  {
    name: "the smallest volume that is large enough, which stays",
    made: [
      volume("large", "10Gi"),
      volume("fitting", "3Gi"),
      volume("small", "1Gi"),
      claim({ storageClassName: "" }),
    ],
    bound: "Bound fitting",
    after: "fitting Released, large Available, small Available",
  },
  {
    name: "the volume that the claim names",
    made: [
      volume("large", "10Gi"),
      volume("fitting", "3Gi"),
      claim({ storageClassName: "", volumeName: "large" }),
    ],
    bound: "Bound large",
    after: "fitting Available, large Released",
  },
  {
    name: "no class and no volume",
    made: [claim({ storageClassName: "" })],
    bound: "Pending none",
    after: "",
  },
  {
    name: "a class that is not there",
    made: [claim({ storageClassName: "gold" })],
    bound: "Pending none",
    after: "",
  },
])("a claim: $name", ({ made, bound, after }) => {
  const world = openControllerWorld();
  world.create(...made);
  world.timers.pass(2_000);
  const live = world.get(DATA);
  const name = textAt(live, "spec", "volumeName")?.replace(/^pvc-.*/, "pvc") ?? "none";
  const found = bound.startsWith("Pending") ? "none" : name;
  expect(`${textAt(live, "status", "phase")} ${found}`).toBe(bound);
  world.remove(DATA);
  world.timers.pass(2_000);
  expect(world.get(DATA)).toBeUndefined();
  const volumes = world
    .list(VOLUMES)
    .map((each) => `${textAt(each, "metadata", "name")} ${textAt(each, "status", "phase")}`);
  expect(volumes.join(", ")).toBe(after);
  expect(world.defects).toEqual([]);
});

test("a claim that a pod uses stays until the pod is gone", () => {
  const world = openControllerWorld();
  const volumes = [{ name: "v", persistentVolumeClaim: { claimName: "data" } }];
  world.create(claim({}), pod("one", { containers: [{ name: "c", image: "one:1" }], volumes }));
  world.timers.pass(3_000);
  world.remove(DATA);
  world.timers.pass(2_000);
  expect(textAt(world.get(DATA), "metadata", "deletionTimestamp")).toBeDefined();
  world.remove({ apiVersion: "v1", kind: "Pod", name: "one" });
  world.timers.pass(2_000);
  expect(world.get(DATA)).toBeUndefined();
});
