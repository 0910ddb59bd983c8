import { describe, expect, test } from "vitest";
import { assessHealth } from "../../../../src/core/rollout/assess-health.ts";
import { hasNeverWrittenStatus } from "../../../../src/core/rollout/has-never-written-status.ts";
import type { KindFacts, RolloutReading } from "../../../../src/core/rollout/rollout-reading.ts";
import { parseTable } from "../../../support/parse-table.ts";
import { briefVerdict, liveObject, readingOf } from "../../../support/rollout-builders.ts";

function healthOf(reading: RolloutReading): string {
  return briefVerdict(assessHealth(reading));
}

function written(id: string, members: string, facts: Partial<KindFacts> = {}): RolloutReading {
  const all = { hasStatusSubresource: true, declaresObservedGeneration: false, ...facts };
  return readingOf(liveObject(id, members), { facts: all });
}

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
  ])("%s", (_name, ...[facts, members, expected]) => {
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
  ])("%s %s, status subresource %s: %s", (id, ...[members, hasStatusSubresource, expected]) => {
    expect(hasNeverWrittenStatus(written(id, members, { hasStatusSubresource }))).toBe(expected);
  });
});
