import { expect, test } from "vitest";
import { type JsonObject, textAt } from "../../../../src/core/object/json.ts";
import { parseCronSchedule } from "../../../../src/embedded/controllers/cron-schedule.ts";
import type { ReplicaSets } from "../../../../src/embedded/controllers/deployment-revisions.ts";
import {
  currentReplicas,
  oldScalings,
} from "../../../../src/embedded/controllers/deployment-scaling.ts";
import { deploymentSpecOf } from "../../../../src/embedded/controllers/deployment-spec.ts";
import { imageVerdict } from "../../../../src/embedded/controllers/image-verdict.ts";
import { backOffAfter } from "../../../../src/embedded/controllers/pace.ts";
import { inScaleDownOrder } from "../../../../src/embedded/controllers/scale-down-order.ts";
import { templateHash } from "../../../../src/embedded/controllers/template-hash.ts";
import { timeText } from "../../../../src/embedded/time-text.ts";

test.each([
  { replicas: 4, rolling: { maxSurge: "25%", maxUnavailable: "25%" }, outcome: [1, 1] },
  { replicas: 3, rolling: { maxSurge: "25%", maxUnavailable: "25%" }, outcome: [1, 0] },
  { replicas: 10, rolling: { maxSurge: "25%", maxUnavailable: "25%" }, outcome: [3, 2] },
  { replicas: 3, rolling: { maxSurge: 0, maxUnavailable: "10%" }, outcome: [0, 1] },
  { replicas: 2, rolling: { maxSurge: 2, maxUnavailable: 5 }, outcome: [2, 2] },
  { replicas: 0, rolling: { maxSurge: "25%", maxUnavailable: "25%" }, outcome: [0, 0] },
])(
  "surge and unavailable of $replicas with $rolling are $outcome",
  ({ replicas, rolling, outcome }) => {
    const spec = { replicas, strategy: { type: "RollingUpdate", rollingUpdate: rolling } };
    const { maxSurge, maxUnavailable } = deploymentSpecOf({ spec });
    expect([maxSurge, maxUnavailable]).toEqual(outcome);
  },
);

/** `3/2` is a ReplicaSet that wants 3 and has 2 available. */
function replicaSet(text: string): JsonObject {
  const [replicas = 0, available = 0] = text.split("/").map(Number);
  return { spec: { replicas }, status: { replicas, availableReplicas: available } };
}

function sets(current: string, old: readonly string[]): ReplicaSets {
  return { current: replicaSet(current), old: old.map(replicaSet) };
}

test.each([
  { given: "the start", current: "0/0", old: ["4/4"], up: 1, down: [4] },
  { given: "the first new one is there", current: "1/1", old: ["4/4"], up: 1, down: [3] },
  { given: "the first new one is not ready", current: "1/0", old: ["4/4"], up: 1, down: [4] },
  { given: "room after an old one has gone", current: "1/1", old: ["3/3"], up: 2, down: [3] },
  {
    given: "old ones that are not available go first",
    current: "1/0",
    old: ["4/2"],
    up: 1,
    down: [4],
  },
  {
    given: "broken old ones of two ages",
    current: "1/1",
    old: ["2/0", "2/2"],
    up: 1,
    down: [1, 2],
  },
  { given: "the last old one", current: "4/4", old: ["1/1"], up: 4, down: [0] },
  { given: "fewer are wanted now", current: "6/6", old: [], up: 4, down: [] },
])("the next step of a rollout of 4 (surge 1): $given", ({ current, old, up, down }) => {
  const strategy = { rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } };
  const spec = deploymentSpecOf({ spec: { replicas: 4, strategy } });
  const all = sets(current, old);
  const changed = new Map(oldScalings(spec, all).map((each) => [each.replicaSet, each.replicas]));
  const after = all.old.map(
    (each, index) => changed.get(each) ?? Number(old[index]?.split("/")[0]),
  );
  expect({ up: currentReplicas(spec, all), down: after }).toEqual({ up, down });
});

test.each([
  { schedule: "*/5 * * * *", outcome: "00:00 00:05 00:10" },
  { schedule: "7 * * * *", outcome: "00:07 01:07 02:07" },
  { schedule: "0 9-17/4 * * mon-fri", outcome: "09:00 13:00 17:00" },
  { schedule: "30 4 1,15 * *", outcome: "04:30" },
  { schedule: "@hourly", outcome: "00:00 01:00 02:00" },
  { schedule: "0 0 13 * 4", outcome: "00:00" },
  { schedule: "0 0 13 * 5", outcome: "" },
  { schedule: "5/20 0 * * *", outcome: "00:05 00:25 00:45" },
])(
  "$schedule on the first of January 2026, a Thursday, starts with $outcome",
  ({ schedule, outcome }) => {
    const parsed = parseCronSchedule(schedule, "UTC");
    const start = Date.UTC(2026, 0, 1);
    const minutes = Array.from({ length: 1_440 }, (_, index) => start + index * 60_000);
    const found = minutes.filter((each) => parsed?.matches(each)).slice(0, 3);
    expect(found.map((each) => timeText(each).slice(11, 16)).join(" ")).toBe(outcome);
  },
);

test("a schedule follows its time zone", () => {
  const parsed = parseCronSchedule("0 9 * * *", "America/New_York");
  expect(parsed?.matches(Date.UTC(2026, 0, 1, 14))).toBe(true);
  expect(parsed?.matches(Date.UTC(2026, 6, 1, 13))).toBe(true);
});

test.each(["", "* * * *", "60 * * * *", "a * * * *", "*/0 * * * *", "5-1 * * * *"])(
  "'%s' is no schedule",
  (text) => {
    expect(parseCronSchedule(text, "UTC")).toBeUndefined();
  },
);

test.each([
  ["web", "runs"],
  ["web:1.2.3", "runs"],
  ["registry.example:5000/team/web", "runs"],
  ["registry.example:5000/team/web:broken-1", "broken"],
  ["web:broken-1@sha256:0123", "broken"],
  ["broken-web:1", "runs"],
  ["web:crash-1", "fails"],
  ["web:fail-1", "fails"],
  ["Web:1", "invalid"],
  ["web:a b", "invalid"],
  ["", "invalid"],
])("an image %s %s", (image, outcome) => {
  expect(imageVerdict(image)).toBe(outcome);
});

/** A pod as `name node? phase readySince? restarts`. */
function candidate(name: string, more: JsonObject = {}): JsonObject {
  return {
    metadata: { name, creationTimestamp: "2026-01-01T00:00:00Z" },
    spec: { nodeName: "n" },
    ...more,
  };
}

function ready(since: string, restartCount = 0): JsonObject {
  return {
    status: {
      phase: "Running",
      conditions: [
        { type: "Ready", status: "True", lastTransitionTime: `2026-01-01T00:00:0${since}Z` },
      ],
      containerStatuses: [{ restartCount }],
    },
  };
}

test("pods are given up in the order of their worth", () => {
  const pods = [
    candidate("ready longest", ready("1")),
    candidate("ready later", ready("5")),
    candidate("ready longest, restarted", ready("1", 3)),
    candidate("running, not ready", { status: { phase: "Running" } }),
    candidate("pending", { status: { phase: "Pending" } }),
    candidate("unscheduled", { spec: {}, status: { phase: "Pending" } }),
    candidate("cheap", {
      metadata: {
        name: "cheap",
        creationTimestamp: "2026-01-01T00:00:00Z",
        annotations: { "controller.kubernetes.io/pod-deletion-cost": "-5" },
      },
      ...ready("1"),
    }),
  ];
  expect(inScaleDownOrder(pods).map((each) => textAt(each, "metadata", "name"))).toEqual([
    "unscheduled",
    "pending",
    "running, not ready",
    "cheap",
    "ready later",
    "ready longest, restarted",
    "ready longest",
  ]);
});

test("equal templates have equal hashes, others and collisions do not", () => {
  const one = { spec: { a: 1, b: [2] } };
  expect(templateHash(one, 0)).toBe(templateHash({ spec: { b: [2], a: 1 } }, 0));
  expect(templateHash(one, 0)).not.toBe(templateHash({ spec: { a: 1, b: [3] } }, 0));
  expect(templateHash(one, 0)).not.toBe(templateHash(one, 1));
  expect(templateHash(one, 0)).toMatch(/^[456789bcdf]{5,10}$/);
});

test.each([
  [1, 10_000],
  [2, 20_000],
  [5, 160_000],
  [9, 300_000],
  [500, 300_000],
])("after %i failures the wait is %i ms", (failures, ms) => {
  expect(backOffAfter(failures, 10_000)).toBe(ms);
});
