import { describe, expect, test } from "vitest";
import { objectAt } from "../../../../src/core/object/json.ts";
import { assessHealth } from "../../../../src/core/rollout/assess-health.ts";
import { hasNeverWrittenStatus } from "../../../../src/core/rollout/has-never-written-status.ts";
import type { KindFacts, RolloutReading } from "../../../../src/core/rollout/rollout-reading.ts";
import { parseTable } from "../../../support/parse-table.ts";
import {
  briefVerdict,
  liveObject,
  readingOf,
  type WrittenPod,
  workload,
} from "../../../support/rollout-builders.ts";

const NEW: WrittenPod = { version: "9.1.0" };
const OLD: WrittenPod = { version: "8.19.2", revision: "old" };
const DYING: WrittenPod = { ...OLD, isTerminating: true };

function healthOf(reading: RolloutReading): string {
  return briefVerdict(assessHealth(reading));
}

function written(id: string, members: string, facts: Partial<KindFacts> = {}): RolloutReading {
  const all = { hasStatusSubresource: true, declaresObservedGeneration: false, ...facts };
  return readingOf(liveObject(id, members), { facts: all });
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
      "RollingOut: 0 of 3 pods updated",
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

describe("other kinds", () => {
  test.each(
    parseTable(`
    ReplicaSet.apps/n/x | {spec: {replicas: 1}, status: {observedGeneration: 2, replicas: 1, fullyLabeledReplicas: 1, readyReplicas: 1, availableReplicas: 1}} | ok
    ReplicaSet.apps/n/x | {spec: {replicas: 1}, status: {observedGeneration: 2, replicas: 1, fullyLabeledReplicas: 1, readyReplicas: 1}} | NotReady: 0 of 1 pods available
    ReplicaSet.apps/n/x | {status: {observedGeneration: 2, conditions: [{type: ReplicaFailure, status: "True", reason: FailedCreate, message: quota}]}} | NotReady: ReplicaFailure is True: FailedCreate: quota
    Pod/n/x | {status: {phase: Running, conditions: [{type: Ready, status: "True"}]}} | ok
    Pod/n/x | {status: {phase: Running, conditions: [{type: Ready, status: "False", reason: ContainersNotReady}]}} | NotReady: Ready is False: ContainersNotReady
    Pod/n/x | {status: {phase: Succeeded}} | ok
    Pod/n/x | {status: {phase: Failed, reason: Evicted}} | failed: phase Failed: Evicted
    Pod/n/x | {metadata: {ownerReferences: [{kind: Job, uid: j}]}, status: {phase: Failed}} | ok
    Pod/n/x | {status: {phase: Pending, conditions: [{type: PodScheduled, status: "False", reason: Unschedulable, message: 0/3 nodes}]}} | NotReady: PodScheduled is False: Unschedulable: 0/3 nodes
    Pod/n/x | {status: {phase: Pending}} | NotReady: phase Pending
    Pod/n/x | {} | NotObserved: it has no phase yet
    Pod/n/x | {status: {phase: Running, conditions: [{type: Ready, status: "True", observedGeneration: 1}]}} | ok
    Job.batch/n/x | {status: {startTime: t, active: 1}} | NotReady: it has not completed
    Job.batch/n/x | {status: {}} | NotReady: it has not started
    Job.batch/n/x | {spec: {suspend: true}, status: {conditions: [{type: Suspended, status: "True"}]}} | NotReady: it is suspended (spec.suspend)
    Job.batch/n/x | {status: {conditions: [{type: Complete, status: "True"}]}} | ok
    Job.batch/n/x | {status: {conditions: [{type: Failed, status: "True", reason: BackoffLimitExceeded}]}} | failed: Failed is True: BackoffLimitExceeded
    CronJob.batch/n/x | {status: {}} | ok
    PersistentVolumeClaim/n/x | {status: {phase: Bound}} | ok
    PersistentVolumeClaim/n/x | {status: {phase: Pending}} | NotReady: phase Pending, not Bound
    Service/n/x | {spec: {type: ClusterIP}, status: {loadBalancer: {}}} | ok
    Service/n/x | {spec: {type: LoadBalancer, clusterIP: 10.0.0.1}, status: {loadBalancer: {}}} | NotReady: the load balancer has no address yet
    Service/n/x | {spec: {type: LoadBalancer}, status: {loadBalancer: {ingress: [{ip: 192.0.2.1}]}}} | ok
    CustomResourceDefinition.apiextensions.k8s.io/x | {status: {conditions: [{type: NamesAccepted, status: "True"}, {type: Established, status: "True"}]}} | ok
    CustomResourceDefinition.apiextensions.k8s.io/x | {status: {conditions: [{type: NamesAccepted, status: "False", reason: Conflict}]}} | failed: NamesAccepted is False: Conflict
    CustomResourceDefinition.apiextensions.k8s.io/x | {status: {conditions: [{type: Established, status: "False", reason: Installing}]}} | NotReady: it is not established yet
    CustomResourceDefinition.apiextensions.k8s.io/x | {status: {conditions: [{type: Established, status: "False", reason: NotAccepted}]}} | failed: Established is False: NotAccepted
    CustomResourceDefinition.apiextensions.k8s.io/x | {} | NotReady: it is not established yet
    APIService.apiregistration.k8s.io/x | {status: {conditions: [{type: Available, status: "True"}]}} | ok
    APIService.apiregistration.k8s.io/x | {status: {}} | NotReady: Available is missing
    Namespace/x | {status: {phase: Active}} | ok
    Namespace/x | {status: {phase: Terminating}} | NotReady: phase Terminating, not Active
    ConfigMap/n/x | {} | ok
    Role.rbac.authorization.k8s.io/n/x | {} | ok
    Ingress.networking.k8s.io/n/x | {status: {loadBalancer: {}}} | ok
    HorizontalPodAutoscaler.autoscaling/n/x | {status: {}} | ok
    ConfigMap/n/x | {metadata: {deletionTimestamp: t}} | TargetTerminating: it is being deleted
    Elasticsearch.elasticsearch.k8s.elastic.co/n/x | {status: {phase: Ready, health: green}} | ok
    Elasticsearch.elasticsearch.k8s.elastic.co/n/x | {status: {phase: Ready, health: yellow}} | ok
    Elasticsearch.elasticsearch.k8s.elastic.co/n/x | {status: {phase: Ready, health: red}} | NotReady: health red
    Elasticsearch.elasticsearch.k8s.elastic.co/n/x | {status: {phase: Ready, health: unknown}} | NotReady: health unknown
    Elasticsearch.elasticsearch.k8s.elastic.co/n/x | {status: {phase: ApplyingChanges, health: green}} | RollingOut: phase ApplyingChanges
    Elasticsearch.elasticsearch.k8s.elastic.co/n/x | {status: {phase: Invalid}} | failed: phase Invalid
    Kibana.kibana.k8s.elastic.co/n/x | {status: {health: green}} | ok
    Kibana.kibana.k8s.elastic.co/n/x | {status: {}} | NotReady: it has never written status
    Thing.example.com/n/x | {status: {conditions: [{type: Ready, status: "True"}]}} | ok
    Thing.example.com/n/x | {status: {conditions: [{type: Ready, status: "Unknown", message: wait}]}} | NotReady: Ready is Unknown: wait
    Thing.example.com/n/x | {status: {conditions: [{type: Available, status: "False"}]}} | NotReady: Available is False
    Thing.example.com/n/x | {status: {observedGeneration: 2}} | ok
    Thing.example.com/n/x | {status: {version: 1.0.0}} | ok
    Thing.example.com/n/x | {} | NotReady: it has never written status
    Thing.example.com/n/x | {status: {phase: Busy}} | NotReady: it has never written status
    Thing.gateway.networking.k8s.io/n/x | {} | NotReady: it has never written status
    Thing.example.com/n/x | {status: {observedGeneration: 2, conditions: [{type: Reconciling, status: "True", reason: Busy}]}} | RollingOut: Reconciling is True: Busy
    Thing.example.com/n/x | {status: {observedGeneration: 2, conditions: [{type: Stalled, status: "True", reason: Broken}]}} | failed: Stalled is True: Broken
    Thing.example.com/n/x | {status: {observedGeneration: 1, conditions: [{type: Ready, status: "True"}]}} | NotObserved: generation 2 of the Thing, observed 1
    Thing.example.com/n/x | {status: {conditions: [{type: Ready, status: "True", observedGeneration: 1}]}} | NotObserved: generation 2 of the Thing, observed none
    `),
  )("%s %s: %s", (id = "", members = "", expected = "") => {
    expect(healthOf(written(id, members))).toBe(expected);
  });
});

describe("O5: observedGeneration of the same read, by what the kind serves", () => {
  const ready = `conditions: [{type: Ready, status: "True"}]`;
  const declares = { hasStatusSubresource: true, declaresObservedGeneration: true };
  const lenient = { hasStatusSubresource: true, declaresObservedGeneration: false };
  const none = { hasStatusSubresource: false, declaresObservedGeneration: true };
  test.each([
    [
      "declared and absent means not observed",
      declares,
      `{status: {${ready}}}`,
      "NotObserved: generation 2 of the Thing, observed none",
    ],
    ["declared and current", declares, `{status: {observedGeneration: 2, ${ready}}}`, "ok"],
    [
      "declared and ahead of a read from the cache",
      declares,
      `{status: {observedGeneration: 3, ${ready}}}`,
      "ok",
    ],
    ["not declared and absent", lenient, `{status: {${ready}}}`, "ok"],
    [
      "not declared and behind",
      lenient,
      `{status: {observedGeneration: 1, ${ready}}}`,
      "NotObserved: generation 2 of the Thing, observed 1",
    ],
    [
      "without a status subresource it says nothing",
      none,
      `{status: {observedGeneration: 1, ${ready}}}`,
      "ok",
    ],
  ])("%s", (_name, facts, members, expected) => {
    expect(healthOf(written("Thing.example.com/n/x", members, facts))).toBe(expected);
  });

  test("an autoscaler's schema declares it and its controller never writes it", () => {
    expect(
      healthOf(written("HorizontalPodAutoscaler.autoscaling/n/x", "{status: {}}", declares)),
    ).toBe("ok");
  });
});

describe("hasNeverWrittenStatus", () => {
  test.each([
    ["Thing.example.com/n/x", "{}", true, true],
    ["Thing.example.com/n/x", "{}", false, false],
    ["Thing.example.com/n/x", "{status: {conditions: []}}", true, true],
    ["Thing.example.com/n/x", "{status: {observedGeneration: 1}}", true, false],
    ["NetworkPolicy.networking.k8s.io/n/x", "{}", true, false],
  ])("%s %s, status subresource %s: %s", (id, members, hasStatusSubresource, expected) => {
    expect(hasNeverWrittenStatus(written(id, members, { hasStatusSubresource }))).toBe(expected);
  });
});
