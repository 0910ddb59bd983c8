import { expect, test } from "vitest";
import { tellNews } from "../../../../src/cli/demo/tell-news.ts";
import type { ObjectStatus, StackStatus } from "../../../../src/core/report/status-document.ts";
import {
  blockerStatus,
  driftStatus,
  objectStatus,
  stackStatus,
} from "../../../support/status-builder.ts";

const DB = "Deployment.apps/shop/db";
const API = "Deployment.apps/shop/api";
const NEXT = "5d6e7f8a9b0c1d2e3f4a5d6e7f8a9b0c1d2e3f4a";

function brief(previous: StackStatus | undefined, next: StackStatus): readonly string[] {
  return tellNews(previous, next).map(({ label, text }) => `${label}: ${text}`);
}

function db(written: Partial<ObjectStatus> = {}): ObjectStatus {
  return objectStatus(DB, { version: { declared: "2.0.0", running: ["1.0.0"] }, ...written });
}

function api(written: Partial<ObjectStatus> = {}): ObjectStatus {
  return objectStatus(API, {
    tier: 1,
    version: { declared: "2.0.0", running: ["1.0.0"] },
    ...written,
  });
}

const start = stackStatus({
  objects: [
    db({ version: { declared: "1.0.0", running: ["1.0.0"] } }),
    api({ version: { declared: "1.0.0", running: ["1.0.0"] } }),
  ],
});
const behind = blockerStatus(DB, { want: "2.0.0", have: "1.0.0" });
const first = stackStatus({
  revision: NEXT,
  objects: [
    db({ phase: "ApplyingChanges", appliedRevision: NEXT }),
    api({ phase: "DelayingChanges", blockers: [behind] }),
  ],
});
const second = stackStatus({
  revision: NEXT,
  objects: [
    db({ appliedRevision: NEXT, version: { declared: "2.0.0", running: ["2.0.0"] } }),
    api({ phase: "ApplyingChanges", appliedRevision: NEXT }),
  ],
});
const last = stackStatus({
  revision: NEXT,
  objects: second.objects.map((each) => ({
    ...each,
    phase: "Ready",
    version: { declared: "2.0.0", running: ["2.0.0"] },
  })),
});

test("an upgrade: causes before effects, and each wait once", () => {
  const steps = [start, first, { ...first, writes: 5 }, second, last];
  expect(steps.slice(1).map((step, index) => brief(steps[index], step))).toEqual([
    [
      "applied: Deployment/shop/db 1.0.0 → 2.0.0",
      "waits: Deployment/shop/api for Deployment/shop/db: it runs 1.0.0, 2.0.0 wanted",
    ],
    [],
    ["runs: Deployment/shop/db 2.0.0", "applied: Deployment/shop/api 1.0.0 → 2.0.0"],
    ["runs: Deployment/shop/api 2.0.0", "in sync: at 5d6e7f8, 2 objects"],
  ]);
});

test("an install: objects that go together stand in one line, by tier", () => {
  const objects = [
    objectStatus("Namespace/shop", { phase: "ApplyingChanges" }),
    objectStatus("Namespace/elastic", { phase: "ApplyingChanges" }),
    objectStatus("ConfigMap/shop/settings", { tier: 1, phase: "ApplyingChanges" }),
    objectStatus(API, { tier: 2, phase: "Pending", appliedRevision: "", blockers: [behind] }),
  ];
  expect(brief(undefined, stackStatus({ objects }))).toEqual([
    "applied: Namespace/shop, Namespace/elastic",
    "applied: ConfigMap/shop/settings",
    "waits: Deployment/shop/api for Deployment/shop/db: it runs 1.0.0, 2.0.0 wanted",
  ]);
});

test("drift, told once, and a stall", () => {
  const drifted = { ...last, drift: [driftStatus(DB)] };
  expect(brief(last, drifted)).toEqual([
    "drift: Deployment/shop/db: kubectl-edit changed spec.replicas from 3 to 5: reverted",
  ]);
  expect(brief(drifted, { ...drifted, writes: 9 })).toEqual([]);
  const cause = { pod: "api-1", reason: "ImagePullBackOff", message: "" };
  const stalled = stackStatus({
    ...last,
    inSync: false,
    objects: [api({ phase: "Stalled", appliedRevision: NEXT, cause })],
  });
  expect(brief(last, stalled)).toEqual([
    "trouble: Deployment/shop/api makes no progress: ImagePullBackOff",
  ]);
});
