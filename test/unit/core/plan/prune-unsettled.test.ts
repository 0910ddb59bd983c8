import { expect, test } from "vitest";
import type { JsonObject } from "../../../../src/core/object/json.ts";
import { decide } from "../../../support/decide.ts";
import { manifest } from "../../../support/graph-builders.ts";
import {
  appliedAt,
  hashOf,
  lookOf,
  memoryOf,
  NEW,
  NOW_MS,
  OLD,
  runningAt,
} from "../../../support/look-builder.ts";
import { withStatus } from "../../../support/server-side-apply.ts";

const workloads = ["a", "b", "c"].map((name) =>
  manifest(`Kibana/shop/${name}`, { spec: "version: 9.1.0" }),
);
const slow = manifest("Kibana/shop/slow", { spec: "version: 9.1.0" });
const orphan = appliedAt(manifest("ConfigMap/shop/settings"), NEW);

/** The fresh reads that are asked for, and what becomes of the orphan. */
function linesBeside(live: JsonObject): readonly string[] {
  const running = workloads.map((each) => runningAt(each, NEW, "9.1.0"));
  const look = lookOf({ git: [...workloads, slow], live: [...running, live, orphan] });
  const { asked, lines } = decide(look);
  return [...asked.filter((line) => line.startsWith("ask rollout")), lines.at(-1) ?? ""];
}

test("B9: while a workload is not rolled out by the cache, no other one is read at each look", () => {
  const status = { observedGeneration: 1, health: "red", version: "9.0.0" };
  expect(linesBeside(withStatus(appliedAt(slow, NEW), status))).toEqual([
    "hold orphan ConfigMap/shop/settings: waits for Kibana/shop/slow: it may still use it until it is rolled out",
  ]);
});

test("O19: once it is by the cache, all that this commit changed are read before the delete", () => {
  expect(linesBeside(runningAt(slow, NEW, "9.1.0"))).toEqual([
    ...["a", "b", "c", "slow"].map((name) => `ask rollout Kibana/shop/${name}`),
    "delete orphan ConfigMap/shop/settings: Git no longer has it",
  ]);
});

test("O19: what is made again as an earlier commit had it may use what that one had", () => {
  const web = "Kibana/shop/web";
  const settings = manifest("ConfigMap/shop/settings");
  const before = manifest(web, { after: "ConfigMap/shop/settings@exists", spec: "version: 9.1.0" });
  const after = manifest(web, { spec: "version: 9.2.0" });
  const refused = {
    intentHash: hashOf(after),
    refusal: { code: "invalid", message: "no", retry: "after-change" },
    attempts: 1,
    retryAtMs: NOW_MS + 1,
  } as const;
  const look = lookOf({
    git: [after],
    before: [before, settings],
    live: [appliedAt(settings, OLD)],
    absent: [web],
    memory: memoryOf({ [web]: { appliedRevision: OLD, refused } }),
  });
  expect(decide(look).lines).toEqual([
    `apply ${web} create: refused invalid + missing reverted [Stalled]`,
    `hold orphan ConfigMap/shop/settings: waits for ${web}: it may still use it until it is rolled out`,
  ]);
});
