import { describe, expect, test } from "vitest";
import { PLAIN } from "../../../src/cli/palette.ts";
import { progressFrame } from "../../../src/cli/progress-frame.ts";
import {
  ago,
  blockerStatus,
  NOW_MS,
  objectStatus,
  stackStatus,
} from "../../support/status-builder.ts";

const DB = "StatefulSet.apps/shop/db";
const API = "Deployment.apps/shop/api";
const WEB = "Deployment.apps/shop/web";
const view = { nowMs: NOW_MS, palette: PLAIN, columns: 120, rows: 30 };

const stack = stackStatus({
  inSync: false,
  objects: [
    objectStatus("Namespace/shop"),
    objectStatus(DB, { tier: 1 }),
    objectStatus("ConfigMap/shop/a", { tier: 1, phase: "ApplyingChanges" }),
    objectStatus(API, {
      tier: 2,
      phase: "Stalled",
      cause: { pod: "", reason: "FailedCreate", message: "exceeded quota" },
    }),
    objectStatus(WEB, {
      tier: 2,
      phase: "DelayingChanges",
      blockers: [blockerStatus(API, { since: ago(7500) })],
    }),
    objectStatus("Job.batch/shop/x", { tier: 2 }),
  ],
  refusals: [{ id: DB, code: "quota", message: "exceeded" }],
});

const whole = [
  "shop: stalled at 1a2b3c4, Deployment/shop/api makes no progress",
  "  refused: StatefulSet.apps/shop/db: exceeded (quota); raise the quota or free a part of it; it is tried again",
  "  tier 0 ████████████████████ 1 of 1 ready",
  "  tier 1 ██████████░░░░░░░░░░ 1 of 2 ready, 1 rolling out",
  "  tier 2 ██████░░░░░░░░░░░░░░ 1 of 3 ready, 1 held, 1 stalled",
  "    Deployment/shop/api is stalled: FailedCreate: exceeded quota",
  "    Deployment/shop/web waits for Deployment/shop/api: it runs 8.19.2, 9.1.0 wanted (VersionBehind, for 2h5m)",
];

test("a row per tier, with what its objects wait for", () => {
  expect(progressFrame([stack], view)).toEqual(whole);
});

describe("a small terminal", () => {
  test("narrow: lines are cut", () => {
    expect(progressFrame([stackStatus()], { ...view, columns: 21 })).toEqual([
      "shop: in sync at 1a…",
    ]);
  });

  test("low: tiers at rest go first, then what is below is counted", () => {
    const [head, refusal, , tier1, tier2, stall, wait] = whole;
    expect(progressFrame([stack], { ...view, rows: 7 })).toEqual([
      head,
      refusal,
      tier1,
      tier2,
      stall,
      wait,
    ]);
    expect(progressFrame([stack], { ...view, rows: 5 })).toEqual([
      head,
      refusal,
      tier1,
      "  … 3 more lines",
    ]);
  });

  test("several stacks share the rows", () => {
    expect(progressFrame([stack, stackStatus({ name: "logs" })], { ...view, rows: 5 })).toEqual([
      whole[0],
      "  … 5 more lines",
      "logs: in sync at 1a2b3c4 (0 objects)",
    ]);
    const names = ["a", "b", "c"].map((name) => stackStatus({ name }));
    expect(progressFrame(names, { ...view, rows: 3 })).toEqual([
      "a: in sync at 1a2b3c4 (0 objects)",
      "  … 2 more lines",
    ]);
  });
});
