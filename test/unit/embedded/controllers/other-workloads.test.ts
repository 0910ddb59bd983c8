import { expect, test } from "vitest";
import { type JsonObject, numberAt, textAt } from "../../../../src/core/object/json.ts";
import { CRON_JOBS, JOBS, NODES, PODS } from "../../../../src/embedded/kinds/collections.ts";
import {
  briefConditions,
  briefPods,
  type ControllerWorld,
  namesOf,
  openControllerWorld,
} from "../../../support/controller-world.ts";
import { template, withTag, workload } from "../../../support/workload-manifests.ts";

const LOG = { apiVersion: "apps/v1", kind: "DaemonSet", name: "log" };
const ONCE = { apiVersion: "batch/v1", kind: "Job", name: "once" };

function job(tag: string, spec: JsonObject = {}, pod: JsonObject = {}): JsonObject {
  return {
    apiVersion: "batch/v1",
    kind: "Job",
    metadata: { name: "once", namespace: "shop" },
    spec: { template: template("once", tag, { restartPolicy: "Never", ...pod }), ...spec },
  };
}

function watch(world: ControllerWorld, app: string, seconds: number): readonly string[] {
  return Array.from({ length: seconds }, () => {
    world.timers.pass(1_000);
    return briefPods(world, app);
  });
}

test("a DaemonSet has one pod on each node, and replaces it when its template changes", () => {
  const world = openControllerWorld();
  world.create(workload("DaemonSet", "log"));
  expect(watch(world, "log", 2)).toEqual(["1 +", "1 +"]);
  world.patch(LOG, withTag("log", "2"));
  expect(watch(world, "log", 2)).toEqual(["2 .", "2 +"]);
  const node = world.list(NODES)[0];
  world.create({ apiVersion: "v1", kind: "Node", metadata: { name: "second" }, spec: {} });
  expect(watch(world, "log", 2)).toEqual(["2 ++", "2 ++"]);
  const status = world.get(LOG)?.["status"];
  expect(status).toMatchObject({
    currentNumberScheduled: 2,
    desiredNumberScheduled: 2,
    numberAvailable: 2,
    numberMisscheduled: 0,
    numberReady: 2,
    observedGeneration: 2,
    updatedNumberScheduled: 2,
  });
  expect(node).toBeDefined();
  expect(world.defects).toEqual([]);
});

test.each([
  {
    name: "two completions, one after another",
    made: job("1", { completions: 2 }),
    pods: "1 ==",
    conditions: "SuccessCriteriaMet=True CompletionsReached, Complete=True CompletionsReached",
    counts: "2 succeeded, 0 failed",
  },
  {
    name: "it gives up at the limit",
    made: job("fail-1", { backoffLimit: 1 }),
    pods: "fail-1 xx",
    conditions: "FailureTarget=True BackoffLimitExceeded, Failed=True BackoffLimitExceeded",
    counts: "0 succeeded, 2 failed",
  },
  {
    name: "restarts in place count as failures",
    made: job("fail-1", { backoffLimit: 1 }, { restartPolicy: "OnFailure" }),
    pods: "none",
    conditions: "FailureTarget=True BackoffLimitExceeded, Failed=True BackoffLimitExceeded",
    counts: "0 succeeded, 1 failed",
  },
  {
    name: "the deadline",
    made: job("broken-1", { activeDeadlineSeconds: 5 }),
    pods: "none",
    conditions: "FailureTarget=True DeadlineExceeded, Failed=True DeadlineExceeded",
    counts: "0 succeeded, 1 failed",
  },
  {
    name: "suspended from the start",
    made: job("1", { suspend: true }),
    pods: "none",
    conditions: "Suspended=True JobSuspended",
    counts: "0 succeeded, 0 failed",
  },
])("a Job: $name", ({ made, pods, conditions, counts }) => {
  const world = openControllerWorld();
  world.create(made);
  world.timers.pass(60_000);
  const live = world.get(ONCE);
  expect(briefPods(world, "once")).toBe(pods);
  expect(briefConditions(live)).toBe(conditions);
  const [succeeded, failed] = ["succeeded", "failed"].map(
    (key) => numberAt(live, "status", key) ?? 0,
  );
  expect(`${succeeded} succeeded, ${failed} failed`).toBe(counts);
  expect(world.defects).toEqual([]);
});

test("a Job that is resumed runs; after its time to live it is gone with its pods", () => {
  const world = openControllerWorld();
  world.create(job("1", { suspend: true, ttlSecondsAfterFinished: 5 }));
  world.timers.pass(2_000);
  world.patch(ONCE, { spec: { suspend: false } });
  world.timers.pass(4_000);
  expect(briefConditions(world.get(ONCE))).toBe(
    "Suspended=False JobResumed, SuccessCriteriaMet=True CompletionsReached, Complete=True CompletionsReached",
  );
  world.timers.pass(8_000);
  expect(world.get(ONCE)).toBeUndefined();
  expect(world.list(PODS)).toEqual([]);
});

test("pods of a Job that was deleted are not kept by it", () => {
  const world = openControllerWorld();
  world.create(job("1", { parallelism: 2, completions: 2 }));
  world.timers.pass(500);
  world.remove(ONCE, { propagationPolicy: "Background" });
  world.timers.pass(5_000);
  expect(world.list(PODS)).toEqual([]);
});

test("a CronJob makes a Job each time, and keeps the last three", () => {
  const world = openControllerWorld();
  world.create({
    apiVersion: "batch/v1",
    kind: "CronJob",
    metadata: { name: "tick", namespace: "shop" },
    spec: {
      schedule: "*/2 * * * *",
      jobTemplate: { spec: { template: template("tick", "1", { restartPolicy: "Never" }) } },
    },
  });
  const minute = Math.floor(world.timers.now() / 60_000);
  world.timers.pass(630_000);
  const names = [6, 8, 10].map((each) => `tick-${minute + each}`);
  expect(namesOf(world.list(JOBS))).toEqual(names);
  const [cronJob] = world.list(CRON_JOBS);
  expect(textAt(cronJob, "status", "lastScheduleTime")).toBe("2026-01-01T00:10:00Z");
  expect(textAt(cronJob, "status", "lastSuccessfulTime")).toBe("2026-01-01T00:10:02Z");
});
