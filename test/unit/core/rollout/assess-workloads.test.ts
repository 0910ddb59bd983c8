import { describe, expect, test } from "vitest";
import { objectAt } from "../../../../src/core/object/json.ts";
import { assessHealth } from "../../../../src/core/rollout/assess-health.ts";
import type { RolloutReading } from "../../../../src/core/rollout/rollout-reading.ts";
import { briefVerdict, type WrittenPod, workload } from "../../../support/rollout-builders.ts";

const NEW: WrittenPod = { version: "9.1.0" };
const OLD: WrittenPod = { version: "8.19.2", revision: "old" };
const DYING: WrittenPod = { ...OLD, isTerminating: true };

function healthOf(reading: RolloutReading): string {
  return briefVerdict(assessHealth(reading));
}

describe("B1: Deployment", () => {
  const three = [NEW, NEW, NEW];
  test.each([
    ["all updated and available", { pods: three }, "ok"],
    [
      "old pod alive, counts complete",
      { pods: [...three, OLD] },
      "RollingOut: 3 of 3 pods updated, 1 old pod still there",
    ],
    [
      "old pods terminating",
      { pods: [...three, DYING, DYING] },
      "RollingOut: 3 of 3 pods updated, 2 old pods still there",
    ],
    [
      "in the middle",
      { pods: [NEW, NEW, OLD], status: "{updatedReplicas: 2}" },
      "RollingOut: 2 of 3 pods updated, 1 old pod still there",
    ],
    [
      "a new pod terminating after scaling down",
      { pods: [...three, { ...NEW, isTerminating: true }] },
      "ok",
    ],
    [
      "status ahead of the pods that can be seen",
      { pods: [NEW, NEW] },
      "RollingOut: 2 of 3 pods updated",
    ],
    [
      "scaled up by an autoscaler in the middle",
      { pods: three, spec: "{replicas: 5}" },
      "RollingOut: 3 of 5 pods updated",
    ],
    [
      "updated, counted only partly",
      { pods: three, status: "{updatedReplicas: 2}" },
      "RollingOut: 2 of 3 pods updated",
    ],
    [
      "a surge pod of the new revision",
      { pods: [...three, NEW], status: "{replicas: 4}" },
      "RollingOut: 1 pods more than 3",
    ],
    [
      "ready, not available for minReadySeconds yet",
      { pods: three, status: "{availableReplicas: 1}" },
      "NotReady: 1 of 3 pods available",
    ],
    [
      "available, one not ready",
      { pods: three, status: "{readyReplicas: 2}" },
      "NotReady: 2 of 3 pods ready",
    ],
    [
      "paused though complete",
      { pods: three, spec: "{paused: true}" },
      "RollingOut: it is paused (spec.paused)",
    ],
    [
      "replicas 0",
      {
        pods: [],
        spec: "{replicas: 0}",
        status: "{replicas: 0, updatedReplicas: 0, readyReplicas: 0, availableReplicas: 0}",
      },
      "ok",
    ],
    [
      "generation not observed",
      { pods: three, status: "{observedGeneration: 1}" },
      "NotObserved: generation 2 of the Deployment, observed 1",
    ],
    [
      "no condition yet",
      { pods: three, status: "{conditions: []}", spec: "{progressDeadlineSeconds: 600}" },
      "RollingOut: Progressing is missing",
    ],
    [
      "no condition needed without a deadline",
      { pods: three, status: `{conditions: [{type: Available, status: "True"}]}` },
      "ok",
    ],
    [
      "not available",
      {
        pods: three,
        status: `{conditions: [{type: Available, status: "False", reason: MinimumReplicasUnavailable}]}`,
      },
      "NotReady: Available is False: MinimumReplicasUnavailable",
    ],
    [
      "its own deadline exceeded",
      {
        pods: [NEW, OLD],
        status: `{conditions: [{type: Progressing, status: "False", reason: ProgressDeadlineExceeded, message: timed out}]}`,
      },
      "failed: Progressing is False: ProgressDeadlineExceeded: timed out",
    ],
  ])("%s", (_name, pods, expected) => {
    expect(healthOf(workload("Deployment", "9.1.0", pods))).toBe(expected);
  });

  test("its status not there at all is not observed", () => {
    const reading = workload("Deployment", "9.1.0", { pods: three });
    const object = { ...reading.object, status: {} };
    expect(healthOf({ ...reading, object })).toBe(
      "NotObserved: generation 2 of the Deployment, observed none",
    );
  });

  test("no ReplicaSet of the present template: all pods are old", () => {
    const reading = workload("Deployment", "9.1.0", { pods: three });
    const replicaSets = reading.replicaSets.filter(
      (each) => objectAt(each, "metadata")?.["name"] === "x-old",
    );
    expect(healthOf({ ...reading, replicaSets })).toBe(
      "RollingOut: 0 of 3 pods updated, 3 old pods still there",
    );
  });
});

describe("B1: StatefulSet", () => {
  const three = [NEW, NEW, NEW];
  test.each([
    ["all updated", { pods: three }, "ok"],
    [
      "rolling",
      { pods: [OLD, NEW, NEW], status: "{updatedReplicas: 2}" },
      "RollingOut: 2 of 3 pods updated, 1 old pod still there",
    ],
    [
      "terminating",
      { pods: [DYING, NEW, NEW], status: "{updatedReplicas: 2}" },
      "RollingOut: 2 of 3 pods updated, 1 old pod still there",
    ],
    // kstatus: Current, the partition is reached.
    [
      "partition reached",
      {
        pods: [OLD, OLD, NEW],
        spec: "{updateStrategy: {rollingUpdate: {partition: 2}}}",
        status: "{updatedReplicas: 1}",
      },
      "RollingOut: 1 of 3 pods updated, 2 old pods still there (partition 2)",
    ],
    [
      "partition with one revision",
      { pods: three, spec: "{updateStrategy: {rollingUpdate: {partition: 2}}}" },
      "ok",
    ],
    // kstatus: Current at once.
    [
      "OnDelete",
      {
        pods: [OLD, OLD, OLD],
        spec: "{updateStrategy: {type: OnDelete}}",
        status: "{updatedReplicas: 0}",
      },
      "RollingOut: 0 of 3 pods updated, 3 old pods still there (update strategy OnDelete)",
    ],
    [
      "OnDelete, all deleted since",
      { pods: three, spec: "{updateStrategy: {type: OnDelete}}" },
      "ok",
    ],
    [
      "not available",
      { pods: three, status: "{availableReplicas: 2}" },
      "NotReady: 2 of 3 pods available",
    ],
    ["too many", { pods: three, status: "{replicas: 4}" }, "RollingOut: 4 pods, 3 wanted"],
    [
      "no update revision",
      { pods: three, status: "{updateRevision: null}" },
      "NotObserved: its status names no update revision",
    ],
  ])("%s", (_name, pods, expected) => {
    expect(healthOf(workload("StatefulSet", "9.1.0", pods))).toBe(expected);
  });
});

describe("B1: DaemonSet", () => {
  const three = [NEW, NEW, NEW];
  test.each([
    ["all updated", { pods: three }, "ok"],
    [
      "counts complete, an old pod terminating",
      { pods: [...three, DYING] },
      "RollingOut: 3 of 3 pods updated, 1 old pod still there",
    ],
    [
      "OnDelete",
      {
        pods: [OLD, OLD, OLD],
        spec: "{updateStrategy: {type: OnDelete}}",
        status: "{updatedNumberScheduled: 0}",
      },
      "RollingOut: 0 of 3 pods updated (update strategy OnDelete)",
    ],
    [
      "OnDelete, some deleted since",
      {
        pods: [NEW, NEW, OLD],
        spec: "{updateStrategy: {type: OnDelete}}",
        status: "{updatedNumberScheduled: 2}",
      },
      "RollingOut: 2 of 3 pods updated, 1 old pod still there (update strategy OnDelete)",
    ],
    [
      "a surge: the old pod of a node beside its new one",
      {
        pods: [...three, OLD],
        spec: "{updateStrategy: {rollingUpdate: {maxSurge: 1, maxUnavailable: 0}}}",
      },
      "RollingOut: 3 of 3 pods updated, 1 old pod still there",
    ],
    ["no node wants it", { pods: [], status: "{desiredNumberScheduled: 0}" }, "ok"],
    [
      "not counted yet",
      { pods: [], status: "{desiredNumberScheduled: null}" },
      "NotObserved: its status counts no nodes",
    ],
    [
      "not created everywhere",
      { pods: three, status: "{desiredNumberScheduled: 4}" },
      "RollingOut: 3 of 4 pods created",
    ],
    [
      "not available",
      { pods: three, status: "{numberAvailable: 1}" },
      "NotReady: 1 of 3 pods available",
    ],
  ])("%s", (_name, pods, expected) => {
    expect(healthOf(workload("DaemonSet", "9.1.0", pods))).toBe(expected);
  });
});
