import { describe, expect, test } from "vitest";
import { assessHealth } from "../../../../src/core/rollout/assess-health.ts";
import { findStallCause } from "../../../../src/core/rollout/find-stall-cause.ts";
import type { RolloutReading } from "../../../../src/core/rollout/rollout-reading.ts";
import { yaml } from "../../../support/graph-builders.ts";
import { briefVerdict, type WrittenPod, workload } from "../../../support/rollout-builders.ts";

const HEALTHY: WrittenPod = { version: "9.1.0" };

function stuck(reason: string, containers = "containerStatuses"): WrittenPod {
  const waiting = `{reason: ${reason}, message: it does not work}`;
  return {
    version: "9.1.0",
    status: `{phase: Pending, ${containers}: [{name: app, state: {waiting: ${waiting}}}]}`,
  };
}

const UNSCHEDULABLE: WrittenPod = {
  version: "9.1.0",
  status: `{phase: Pending, conditions: [{type: PodScheduled, status: "False", reason: Unschedulable, message: 0/3 nodes}]}`,
};

function brief(reading: RolloutReading): string {
  const cause = findStallCause(reading);
  const found =
    cause === undefined ? "none" : `${cause.pod || "itself"} ${cause.reason}: ${cause.message}`;
  return `${found} → ${briefVerdict(assessHealth(reading)).replace(/:.*/, "")}`;
}

describe("B10: the first cause is that of the new revision", () => {
  test.each<[string, readonly WrittenPod[], string]>([
    [
      "image pull",
      [HEALTHY, stuck("ImagePullBackOff")],
      "x-1 ImagePullBackOff: it does not work → failed",
    ],
    ["image name", [stuck("InvalidImageName")], "x-0 InvalidImageName: it does not work → failed"],
    [
      "config",
      [stuck("CreateContainerConfigError")],
      "x-0 CreateContainerConfigError: it does not work → failed",
    ],
    ["crash loop", [stuck("CrashLoopBackOff")], "x-0 CrashLoopBackOff: it does not work → failed"],
    [
      "init container",
      [stuck("CrashLoopBackOff", "initContainerStatuses")],
      "x-0 CrashLoopBackOff: it does not work → failed",
    ],
    // kstatus blames the Deployment for any pod of it that failed.
    [
      "an old pod is not to blame",
      [HEALTHY, { ...stuck("CrashLoopBackOff"), revision: "old" }],
      "none → RollingOut",
    ],
    ["still being created", [stuck("ContainerCreating")], "none → RollingOut"],
    [
      "unschedulable waits for a node",
      [UNSCHEDULABLE],
      "x-0 Unschedulable: 0/3 nodes → RollingOut",
    ],
    [
      "a stuck container before an unschedulable pod",
      [UNSCHEDULABLE, stuck("ErrImagePull")],
      "x-1 ErrImagePull: it does not work → failed",
    ],
    ["healthy", [HEALTHY, HEALTHY], "none → RollingOut"],
  ])("%s", (_name, pods, expected) => {
    expect([
      brief(workload("Deployment", "9.1.0", { pods })),
      brief(workload("StatefulSet", "9.1.0", { pods })),
    ]).toEqual([expected, expected]);
  });

  test("a quota that keeps the new ReplicaSet from making pods", () => {
    const reading = workload("Deployment", "9.1.0", {
      pods: [{ version: "8.19.2", revision: "old" }],
    });
    const status = yaml(
      `{conditions: [{type: ReplicaFailure, status: "True", reason: FailedCreate, message: exceeded quota}]}`,
    );
    const replicaSets = reading.replicaSets.map((each, index) =>
      index === 0 ? { ...each, status } : each,
    );
    expect(brief({ ...reading, replicaSets })).toBe(
      "itself FailedCreate: exceeded quota → RollingOut",
    );
  });

  test("a paused Deployment says that it is paused, not that a pod crashes", () => {
    const reading = workload("Deployment", "9.1.0", {
      pods: [stuck("CrashLoopBackOff")],
      spec: "{paused: true}",
    });
    expect(briefVerdict(assessHealth(reading))).toBe("RollingOut: it is paused (spec.paused)");
  });

  test("the controller's own deadline gets the cause of the new revision", () => {
    const status = `{conditions: [{type: Progressing, status: "False", reason: ProgressDeadlineExceeded}]}`;
    const reading = workload("Deployment", "9.1.0", { pods: [UNSCHEDULABLE], status });
    expect(assessHealth(reading)).toMatchObject({
      kind: "failed",
      cause: { pod: "x-0", reason: "Unschedulable" },
    });
  });
});
