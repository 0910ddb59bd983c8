import { describe, expect, test } from "vitest";
import { describeBlocker } from "../../../src/cli/describe-blocker.ts";
import { ago, blockerStatus, NOW_MS } from "../../support/status-builder.ts";

const view = { name: (id: string) => id, nowMs: NOW_MS };

describe("each reason in words", () => {
  test.each([
    ["TargetNotFound", "", "", "it is neither in the cluster nor in Git"],
    ["TargetNotApplied", "", "", "its own change is not applied yet"],
    [
      "TargetNotApplied",
      "",
      "it is in Git and not in the cluster yet",
      "it is in Git and not in the cluster yet",
    ],
    ["TargetTerminating", "", "it is being deleted", "it is being deleted"],
    ["NotObserved", "", "", "its controller has not seen the change yet"],
    ["RollingOut", "9.1.0", "2 of 3 pods updated", "it is rolling out: 2 of 3 pods updated"],
    ["RollingOut", "9.1.0", "it is paused (spec.paused)", "it is paused (spec.paused)"],
    ["NotReady", "ready", "phase Pending", "it is not ready: phase Pending"],
    [
      "VersionUnknown",
      "9.1.0",
      "latest is no version",
      "the version that it runs is not known: latest is no version, 9.1.0 wanted",
    ],
    [
      "VersionUnknown",
      "9.1.0",
      "web-1 reports no version",
      "the version that it runs is not known: web-1 reports no version, 9.1.0 wanted",
    ],
    ["VersionBehind", "9.1.0", "8.19.2", "it runs 8.19.2, 9.1.0 wanted"],
    ["VersionBehind", "9.1.0", "", "it runs another version, 9.1.0 wanted"],
    ["VersionBehind", "9.1.0", "it runs 8.19.2", "it runs 8.19.2, 9.1.0 wanted"],
    ["VersionAhead", "8.19.2", "9.1.0", "it runs 9.1.0, which is above 8.19.2"],
    ["VersionOutOfRange", ">=3 <5", "5.1.0", "it runs 5.1.0, which is outside of >=3 <5"],
    [
      "VersionUnsatisfiable",
      "9.1.0",
      "8.19.2",
      "Git gives it 8.19.2 and this needs 9.1.0, so only another commit can help",
    ],
    [
      "StatusBehindPods",
      "9.1.0",
      "status says 8.19.2, its pods are above",
      "its status is behind its pods: status says 8.19.2, its pods are above, 9.1.0 wanted",
    ],
    [
      "ExternalUnreachable",
      "9.1.0",
      "time-out",
      "it is outside the cluster and does not answer: time-out",
    ],
    ["Stalled", "ready", "CrashLoopBackOff", "it makes no progress: CrashLoopBackOff"],
    ["Cycle", "", "", "each of the two waits for the other"],
    ["Unreadable", "", "forbidden", "it could not be read: forbidden"],
    [
      "NotServed",
      "",
      "the cluster does not serve this kind yet",
      "the cluster does not serve this kind yet",
    ],
    ["Refused", "applied", "quota", "it was refused: quota"],
    ["SomethingNew", "", "a detail", "its gate is shut: a detail"],
  ] as const)("%s, wants %j, has %j → %s", (...[reason, want, have, words]) => {
    const blocker = blockerStatus("Deployment/shop/db", { reason, want, have });
    expect(describeBlocker(blocker, view)).toBe(
      `waits for Deployment/shop/db: ${words} (${reason}, for 3m)`,
    );
  });

  test("OwnedByOther: the object itself belongs to somebody and waits for nobody", () => {
    const want = "lockstep.dev/take-over: billing in Git";
    const blocker = blockerStatus("ConfigMap/shop/a", {
      reason: "OwnedByOther",
      have: "billing",
      want,
    });
    expect(describeBlocker(blocker, view)).toBe(
      "belongs to billing; what helps is lockstep.dev/take-over: billing in Git (OwnedByOther, for 3m)",
    );
  });

  test.each([
    [
      "NotServed",
      "the cluster does not serve this kind; install its CRD, or add it to the repository",
    ],
    ["TargetTerminating", "it waits for finalizers: example.com/hold"],
  ])("%s of the object itself: it does not wait for itself", (reason, have) => {
    const blocker = blockerStatus("ConfigMap/shop/a", { reason, have, origin: "structure:object" });
    expect(describeBlocker(blocker, view)).toBe(`is held: ${have} (${reason}, for 3m)`);
  });
});

test.each([
  ["just now", ago(0), "(VersionBehind)"],
  ["for an unknown time", "", "(VersionBehind)"],
  ["for hours", ago(7500), "(VersionBehind, for 2h5m)"],
])("shut %s", (_title, since, note) => {
  expect(describeBlocker(blockerStatus("A/b", { since }), view)).toBe(
    `waits for A/b: it runs 8.19.2, 9.1.0 wanted ${note}`,
  );
});
