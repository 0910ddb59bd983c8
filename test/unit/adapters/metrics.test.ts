import { expect, test } from "vitest";
import { createMetrics } from "../../../src/adapters/metrics/create-metrics.ts";

/** Our own lines of the text format, without comments and buckets. */
async function ourLines(metrics: ReturnType<typeof createMetrics>): Promise<readonly string[]> {
  const text = await metrics.text();
  return text
    .split("\n")
    .filter((line) => line.startsWith("lockstep_") && !line.includes("_bucket"));
}

test("each fact is counted under its labels", async () => {
  const metrics = createMetrics();
  metrics.passEnded({ stack: "shop", outcome: "in-sync", durationMs: 1500 });
  metrics.written({ stack: "shop", verb: "apply", count: 3 });
  metrics.driftFound({ stack: "shop", class: "added", action: "reverted" });
  metrics.phases("shop", new Map([["Ready", 2]]));
  expect(await ourLines(metrics)).toEqual([
    'lockstep_passes_total{stack="shop",outcome="in-sync"} 1',
    'lockstep_pass_duration_seconds_sum{stack="shop"} 1.5',
    'lockstep_pass_duration_seconds_count{stack="shop"} 1',
    'lockstep_writes_total{stack="shop",verb="apply"} 3',
    'lockstep_drift_found_total{stack="shop",class="added",action="reverted"} 1',
    'lockstep_objects{stack="shop",phase="Ready"} 2',
  ]);
});

test("a phase that nothing is in any more is 0", async () => {
  const metrics = createMetrics();
  metrics.phases("shop", new Map([["Pending", 2]]));
  metrics.phases("shop", new Map([["Ready", 2]]));
  metrics.phases("shop", new Map([["Ready", 1]]));
  expect((await ourLines(metrics)).filter((line) => line.startsWith("lockstep_objects"))).toEqual([
    'lockstep_objects{stack="shop",phase="Pending"} 0',
    'lockstep_objects{stack="shop",phase="Ready"} 1',
  ]);
});

test("who fights now has a gauge, which goes with the fight", async () => {
  const metrics = createMetrics();
  const place = { object: "ConfigMap/shop/a", path: "/data/x", manager: "k9s" };
  metrics.contested("shop", [{ ...place, count: 5 }]);
  metrics.contested("other", [{ ...place, count: 9 }]);
  metrics.contested("shop", [{ ...place, count: 6 }]);
  const labels = 'object="ConfigMap/shop/a",path="/data/x",manager="k9s"';
  expect((await ourLines(metrics)).toSorted()).toEqual([
    `lockstep_contested_reverts{stack="other",${labels}} 9`,
    `lockstep_contested_reverts{stack="shop",${labels}} 6`,
  ]);
  metrics.contested("shop", []);
  expect(await ourLines(metrics)).toEqual([
    `lockstep_contested_reverts{stack="other",${labels}} 9`,
  ]);
});

test("the process is measured, and two registries do not know each other", async () => {
  const [one, other] = [createMetrics(), createMetrics()];
  one.written({ stack: "shop", verb: "apply", count: 1 });
  expect(await one.text()).toContain("process_resident_memory_bytes");
  expect((await ourLines(other)).filter((line) => line.includes("writes"))).toEqual([]);
  expect(one.contentType).toMatch(/^text\/plain/);
});
