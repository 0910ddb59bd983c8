import { expect, test } from "vitest";
import { type JsonObject, numberAt, textAt } from "../../../../src/core/object/json.ts";
import { PODS } from "../../../../src/embedded/kinds/collections.ts";
import {
  type ControllerWorld,
  namesOf,
  openControllerWorld,
} from "../../../support/controller-world.ts";
import { withTag } from "../../../support/workload-manifests.ts";

function elastic(kind: string, group: string, spec: JsonObject): JsonObject {
  return {
    apiVersion: `${group}.k8s.elastic.co/v1`,
    kind,
    metadata: { name: "main", namespace: "shop" },
    spec: { version: "8.19.2", ...spec },
  };
}

const MAIN = {
  apiVersion: "elasticsearch.k8s.elastic.co/v1",
  kind: "Elasticsearch",
  name: "main",
};

function elasticLine(world: ControllerWorld): string {
  const status = ["phase", "health", "version"].map((key) =>
    textAt(world.get(MAIN), "status", key),
  );
  const nodes = numberAt(world.get(MAIN), "status", "availableNodes");
  return `${nodes} nodes, ${status.join(" ")}`;
}

test("Elasticsearch reports its new version when the last pod runs it; Kibana waits for it to be there", () => {
  const world = openControllerWorld();
  const elasticsearchRef = { name: "main" };
  world.create(
    elastic("Elasticsearch", "elasticsearch", { nodeSets: [{ name: "default", count: 2 }] }),
    elastic("Kibana", "kibana", { count: 1, elasticsearchRef }),
    elastic("ApmServer", "apm", { count: 1, elasticsearchRef }),
  );
  const seen: string[] = [];
  function watch(seconds: number): void {
    for (let second = 0; second < seconds; second += 1) {
      world.timers.pass(1_000);
      const line = elasticLine(world);
      if (seen.at(-1) !== line) seen.push(line);
    }
  }
  watch(1);
  expect(namesOf(world.list(PODS))).toEqual(["main-es-default-0", "main-es-default-1"]);
  watch(5);
  expect(namesOf(world.list(PODS)).map((each) => each.slice(0, 8))).toEqual([
    "main-apm",
    "main-es-",
    "main-es-",
    "main-kb-",
  ]);
  world.patch(MAIN, { spec: { version: "8.19.3" } });
  watch(8);
  expect(seen).toEqual([
    "1 nodes, ApplyingChanges yellow ",
    "2 nodes, Ready green 8.19.2",
    "1 nodes, ApplyingChanges yellow 8.19.2",
    "2 nodes, ApplyingChanges green 8.19.2",
    "1 nodes, ApplyingChanges yellow 8.19.2",
    "2 nodes, Ready green 8.19.3",
  ]);
  world.patch(MAIN, { spec: { nodeSets: [{ name: "other", count: 1 }] } });
  world.timers.pass(5_000);
  expect(namesOf(world.list(PODS))).toContain("main-es-other-0");
  expect(namesOf(world.list(PODS))).not.toContain("main-es-default-0");
  world.remove(MAIN);
  world.timers.pass(3_000);
  expect(world.list(PODS)).toHaveLength(2);
  expect(world.defects).toEqual([]);
});

test("a Deployment that Elastic's operator keeps goes back to what its object says", () => {
  const world = openControllerWorld();
  world.create(elastic("Kibana", "kibana", { count: 1 }));
  world.timers.pass(3_000);
  const deployment = { apiVersion: "apps/v1", kind: "Deployment", name: "main-kb" };
  world.patch(deployment, withTag("kibana", "9"));
  world.timers.pass(1_000);
  expect(textAt(world.get(deployment), "spec", "template", "spec", "containers", 0, "image")).toBe(
    "docker.elastic.co/kibana/kibana:8.19.2",
  );
});
