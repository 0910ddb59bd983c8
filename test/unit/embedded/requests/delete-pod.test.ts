import { expect, test } from "vitest";
import { type JsonObject, numberAt, textAt } from "../../../../src/core/object/json.ts";
import type { World } from "../../../../src/embedded/kinds/resource.ts";
import { askWorld } from "./ask-world.ts";
import { openWorld } from "./open-world.ts";

/** A pod that runs on a node. */
function worldWithPod(spec: JsonObject): World {
  const world = openWorld();
  const account = { apiVersion: "v1", kind: "ServiceAccount", metadata: { name: "default" } };
  askWorld(world, { verb: "create", plural: "serviceaccounts", body: account });
  const containers = [{ name: "c", image: "web:1" }];
  const body = {
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name: "web" },
    spec: { nodeName: "node", containers, ...spec },
  };
  askWorld(world, { verb: "create", plural: "pods", body });
  return world;
}

/** When the pod is to end, as seconds after the world's start where that is soon, and the seconds it is given. */
function deletePod(world: World, query: string): string {
  const { body } = askWorld(world, { verb: "delete", plural: "pods", name: "web", query });
  const end = textAt(body, "metadata", "deletionTimestamp") ?? "";
  const seconds = numberAt(body, "metadata", "deletionGracePeriodSeconds");
  return `${end.replace("2026-01-01T00:00:", "")} ${String(seconds)}`;
}

function later(world: World, seconds: number): World {
  return { ...world, now: () => world.now() + seconds * 1_000 };
}

test.each([
  { at: 5, query: "gracePeriodSeconds=20", ends: "20Z 20" },
  { at: 20, query: "gracePeriodSeconds=10", ends: "20Z 1" },
  { at: 5, query: "gracePeriodSeconds=40", ends: "30Z 30" },
  { at: 5, query: "", ends: "30Z 30" },
  { at: 5, query: "gracePeriodSeconds=0", ends: "05Z 0" },
])("a second delete after $at s, $query, of a pod with 30 s: $ends", ({ at, query, ends }) => {
  const world = worldWithPod({ terminationGracePeriodSeconds: 10 });
  expect(deletePod(world, "gracePeriodSeconds=30")).toBe("30Z 30");
  expect(deletePod(later(world, at), query)).toBe(ends);
});

test.each([
  { spec: { terminationGracePeriodSeconds: 1e15 }, query: "" },
  { spec: {}, query: "gracePeriodSeconds=1000000000000000" },
])(
  "a pod with more time than a date can hold ends in the year 9999, or when it must: $spec $query",
  ({ spec, query }) => {
    const world = worldWithPod(spec);
    expect(deletePod(world, query)).toBe("9999-12-31T23:59:59Z 1000000000000000");
    expect(deletePod(later(world, 5), "gracePeriodSeconds=2")).toBe("05Z 1");
  },
);
