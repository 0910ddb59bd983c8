import { describe, expect, test } from "vitest";
import { progressLines } from "../../../src/cli/progress-lines.ts";
import type {
  DriftStatus,
  ObjectStatus,
  StackStatus,
} from "../../../src/core/report/status-document.ts";
import {
  ago,
  blockerStatus,
  driftStatus,
  NOW_MS,
  objectStatus,
  stackStatus,
} from "../../support/status-builder.ts";

const DB = "StatefulSet.apps/shop/db";
const API = "Deployment.apps/shop/api";
const NEXT = "5d6e7f8a9b0c1d2e3f4a5d6e7f8a9b0c1d2e3f4a";

function lines(previous: StackStatus | undefined, next: StackStatus): readonly string[] {
  return progressLines(previous, next, { nowMs: NOW_MS, startedAtMs: NOW_MS - 60_000 });
}

const oldVersion = { declared: "2.0.0", running: ["1.0.0"] };
const newVersion = { declared: "2.0.0", running: ["2.0.0"] };

function db(written: Partial<ObjectStatus> = {}): ObjectStatus {
  return objectStatus(DB, { version: oldVersion, ...written });
}

function api(written: Partial<ObjectStatus> = {}): ObjectStatus {
  return objectStatus(API, { tier: 1, version: oldVersion, ...written });
}

/** Seen so many seconds ago. */
function deletedDb(seconds: number): DriftStatus {
  return driftStatus(DB, {
    class: "missing",
    path: "",
    desired: null,
    live: null,
    manager: "",
    at: "",
    seenAt: ago(seconds),
  });
}

const behind = blockerStatus(DB, { want: "2.0.0", have: "1.0.0", since: ago(0) });
const heldApi = api({ phase: "DelayingChanges", blockers: [behind] });

test("an upgrade, told step by step", () => {
  const steps: readonly StackStatus[] = [
    stackStatus({ objects: [objectStatus(DB), objectStatus(API, { tier: 1 })] }),
    stackStatus({
      revision: NEXT,
      objects: [db({ phase: "ApplyingChanges", appliedRevision: NEXT }), heldApi],
    }),
    stackStatus({
      revision: NEXT,
      objects: [
        db({ phase: "ApplyingChanges", appliedRevision: NEXT }),
        { ...heldApi, blockers: [{ ...behind, have: "1.5.0" }] },
      ],
    }),
    stackStatus({
      revision: NEXT,
      objects: [
        db({ appliedRevision: NEXT, version: newVersion }),
        api({ phase: "ApplyingChanges", appliedRevision: NEXT }),
      ],
    }),
    stackStatus({
      revision: NEXT,
      objects: [
        db({ appliedRevision: NEXT, version: newVersion }),
        api({ appliedRevision: NEXT, version: newVersion }),
      ],
    }),
  ];
  const told = steps.map((step, index) => lines(steps[index - 1], step));
  expect(told).toEqual([
    ["shop: takes commit 1a2b3c4", "shop: in sync at 1a2b3c4 (2 objects)"],
    [
      "shop: takes commit 5d6e7f8 after 1a2b3c4",
      "shop: StatefulSet/shop/db is applied",
      "shop: Deployment/shop/api waits for StatefulSet/shop/db: it runs 1.0.0, 2.0.0 wanted (VersionBehind)",
    ],
    [],
    [
      "shop: StatefulSet/shop/db is ready (2.0.0)",
      "shop: tier 0 is ready",
      "shop: tier 1 is released",
      "shop: Deployment/shop/api is applied",
    ],
    [
      "shop: Deployment/shop/api is ready (2.0.0)",
      "shop: tier 1 is ready",
      "shop: in sync at 5d6e7f8 (2 objects)",
    ],
  ]);
});

describe("at the start", () => {
  test("what is ready already is not told, what is not is", () => {
    const stalled = api({
      phase: "Stalled",
      cause: { pod: "api-1", reason: "CrashLoopBackOff", message: "back-off 5m" },
    });
    const rolling = objectStatus("Deployment.apps/shop/web", { phase: "ApplyingChanges" });
    expect(
      lines(undefined, stackStatus({ objects: [objectStatus(DB), rolling, stalled] })),
    ).toEqual([
      "shop: takes commit 1a2b3c4",
      "shop: Deployment/shop/web is rolling out",
      "shop: Deployment/shop/api is stalled, pod api-1: CrashLoopBackOff: back-off 5m",
    ]);
  });

  test("drift that was over before this run is not told again, other drift is", () => {
    const objects = [objectStatus(DB), objectStatus(API, { action: "revert" })];
    const drift = [
      driftStatus("ConfigMap/shop/a", { action: "failed", seenAt: ago(3600) }),
      driftStatus(API, { seenAt: ago(30) }),
      driftStatus(API, { path: "/spec/paused", seenAt: ago(90) }),
      driftStatus(DB, { seenAt: ago(90) }),
      driftStatus(DB, { path: "/spec/paused" }),
    ];
    expect(lines(undefined, stackStatus({ inSync: false, objects, drift }))).toEqual([
      "shop: takes commit 1a2b3c4",
      "shop: drift: ConfigMap/shop/a: kubectl-edit changed spec.replicas from 3 to 5, 2m ago: the revert failed",
      "shop: drift: Deployment/shop/api: kubectl-edit changed spec.replicas from 3 to 5, 2m ago: reverted",
    ]);
  });

  test("what this very pass applied is told as that", () => {
    const applied = api({ action: "apply", phase: "ApplyingChanges" });
    expect(lines(undefined, stackStatus({ objects: [objectStatus(DB), applied] }))).toEqual([
      "shop: takes commit 1a2b3c4",
      "shop: Deployment/shop/api is applied",
    ]);
  });

  test("a stack that is off takes no commit, and is not in sync", () => {
    const objects = [objectStatus(DB, { phase: "Skipped", action: "skip", mode: "off" })];
    expect(lines(undefined, stackStatus({ inSync: true, objects }))).toEqual([
      "shop: off (mode: off in the configuration), nothing of it is looked at or written",
    ]);
  });

  test("an empty status says nothing", () => {
    expect(lines(undefined, stackStatus({ revision: "", inSync: false }))).toEqual([]);
  });
});

describe("one change, one line", () => {
  const calm = stackStatus({ objects: [objectStatus(DB)] });
  const open = stackStatus({
    objects: [objectStatus(DB)],
    inSync: false,
    drift: [driftStatus(DB, { action: "open" })],
  });
  const problem = { where: "a.yaml:1:1", what: "is broken", expected: "" };
  const refusal = { id: DB, code: "quota", message: "exceeded" };
  test.each([
    { title: "nothing", from: calm, to: calm, told: [] },
    {
      title: "drift found",
      from: calm,
      to: open,
      told: [
        "drift: StatefulSet/shop/db: kubectl-edit changed spec.replicas from 3 to 5, 2m ago: not reverted yet",
      ],
    },
    {
      title: "drift reverted",
      from: open,
      to: { ...calm, drift: [driftStatus(DB)] },
      told: [
        "drift: StatefulSet/shop/db: kubectl-edit changed spec.replicas from 3 to 5, 2m ago: reverted",
        "in sync at 1a2b3c4 (1 object)",
      ],
    },
    {
      title: "the same deletion once more",
      from: stackStatus({ objects: [objectStatus(DB)], drift: [deletedDb(60)] }),
      to: stackStatus({ objects: [objectStatus(DB)], drift: [deletedDb(5)] }),
      told: ["drift: StatefulSet/shop/db: somebody deleted it, seen 5s ago: reverted"],
    },
    {
      title: "problem and refusal, once",
      from: stackStatus({ inSync: false, problems: [problem] }),
      to: stackStatus({ inSync: false, problems: [problem], refusals: [refusal] }),
      told: [
        "refused: StatefulSet.apps/shop/db: exceeded (quota); raise the quota or free a part of it; it is tried again",
      ],
    },
    {
      title: "what was deleted to be made anew",
      from: stackStatus({ objects: [db()] }),
      to: stackStatus({ objects: [db({ phase: "DelayingChanges", appliedRevision: "" })] }),
      told: [],
    },
    {
      title: "a tip that is not applied",
      from: calm,
      to: { ...calm, inSync: false, tip: NEXT, problems: [problem] },
      told: ["problem: a.yaml:1:1: is broken"],
    },
    {
      title: "another reason to wait",
      from: stackStatus({ objects: [heldApi] }),
      to: stackStatus({
        objects: [{ ...heldApi, blockers: [{ ...behind, reason: "NotReady", have: "" }] }],
      }),
      told: ["Deployment/shop/api waits for StatefulSet/shop/db: it is not ready (NotReady)"],
    },
    {
      title: "a new object, taken over, ready at once",
      from: calm,
      to: stackStatus({
        objects: [objectStatus(DB), objectStatus("ConfigMap/shop/a", { takesOver: ["helm"] })],
      }),
      told: [
        "ConfigMap/shop/a is applied, taken over from helm",
        "ConfigMap/shop/a is ready",
        "tier 0 is ready",
      ],
    },
    ...(["apply", "recreate"] as const).map((action) => ({
      title: `a step that was planned and not done: ${action}`,
      from: stackStatus({ objects: [objectStatus(DB)] }),
      to: stackStatus({
        revision: NEXT,
        objects: [objectStatus(DB, { action, phase: "ApplyingChanges" })],
      }),
      told: ["takes commit 5d6e7f8 after 1a2b3c4"],
    })),
    {
      title: "the same step, done by the next pass",
      from: stackStatus({
        revision: NEXT,
        objects: [objectStatus(DB, { action: "apply", phase: "ApplyingChanges" })],
      }),
      to: stackStatus({
        revision: NEXT,
        objects: [
          objectStatus(DB, { action: "apply", phase: "ApplyingChanges", appliedRevision: NEXT }),
        ],
      }),
      told: ["StatefulSet/shop/db is applied"],
    },
    {
      title: "a Job that ended",
      from: stackStatus({ objects: [objectStatus("Job.batch/a/b", { phase: "ApplyingChanges" })] }),
      to: stackStatus({
        inSync: false,
        objects: [objectStatus("Job.batch/a/b", { phase: "Done" })],
      }),
      told: ["Job/a/b is done", "tier 0 is ready"],
    },
  ])("$title", ({ from, to, told }) => {
    expect(lines(from, to)).toEqual(told.map((line) => `shop: ${line}`));
  });
});
