import { describe, expect, test } from "vitest";
import { assessHealth } from "../../../../src/core/rollout/assess-health.ts";
import type { Verdict } from "../../../../src/core/rollout/blocker.ts";
import { parseTable } from "../../../support/parse-table.ts";
import { briefVerdict, liveObject, readingOf } from "../../../support/rollout-builders.ts";

/** What kstatus calls each of our verdicts. */
const CLASS: Readonly<Record<Verdict["kind"], string>> = {
  ok: "Current",
  waiting: "InProgress",
  failed: "Failed",
};

function verdictOf(id: string, members: string): Verdict {
  const facts = { hasStatusSubresource: true, declaresObservedGeneration: false };
  return assessHealth(readingOf(liveObject(id, members), { facts }));
}

/**
 * Objects as the API server and the controllers write them. The third column is what kstatus says of the same object: `=`
 * where it agrees, else its verdict.
 */
describe("verdicts by kind, and where kstatus differs", () => {
  const rows = parseTable(`
    ReplicaSet.apps/n/x | {spec: {replicas: 1}, status: {observedGeneration: 2, replicas: 1, fullyLabeledReplicas: 1, readyReplicas: 1, availableReplicas: 1}} | = | ok
    ReplicaSet.apps/n/x | {spec: {replicas: 1}, status: {observedGeneration: 2, replicas: 1, fullyLabeledReplicas: 1, readyReplicas: 1}} | = | NotReady: 0 of 1 pods available
    ReplicaSet.apps/n/x | {spec: {replicas: 1}, status: {replicas: 1, fullyLabeledReplicas: 1, readyReplicas: 1, availableReplicas: 1}} | Current | NotObserved: generation 2 of the ReplicaSet, observed none
    ReplicaSet.apps/n/x | {spec: {replicas: 1}, status: {observedGeneration: 2, replicas: 2, fullyLabeledReplicas: 1, readyReplicas: 1, availableReplicas: 1}} | = | RollingOut: 2 pods, 1 wanted
    ReplicaSet.apps/n/x | {status: {observedGeneration: 2, conditions: [{type: ReplicaFailure, status: "True", reason: FailedCreate, message: quota}]}} | = | NotReady: ReplicaFailure is True: FailedCreate: quota
    ReplicationController/n/x | {spec: {replicas: 1}, status: {observedGeneration: 2, replicas: 1, fullyLabeledReplicas: 1, readyReplicas: 1, availableReplicas: 1}} | = | ok
    ReplicationController/n/x | {spec: {replicas: 1}, status: {observedGeneration: 2, replicas: 1, fullyLabeledReplicas: 1}} | Current | NotReady: 0 of 1 pods available
    Pod/n/x | {status: {phase: Running, conditions: [{type: Ready, status: "True"}]}} | = | ok
    Pod/n/x | {status: {phase: Running, conditions: [{type: Ready, status: "True", observedGeneration: 1}]}} | = | ok
    Pod/n/x | {status: {phase: Running, conditions: [{type: Ready, status: "False", reason: ContainersNotReady}]}} | = | NotReady: Ready is False: ContainersNotReady
    Pod/n/x | {status: {phase: Running, conditions: [{type: Ready, status: "True"}, {type: PodResizePending, status: "True", reason: Infeasible, message: Node did not have enough capacity}]}} | Current | RollingOut: PodResizePending is True: Infeasible: Node did not have enough capacity
    Pod/n/x | {status: {phase: Running, conditions: [{type: Ready, status: "True"}, {type: PodResizeInProgress, status: "True"}]}} | Current | RollingOut: PodResizeInProgress is True
    Pod/n/x | {status: {phase: Succeeded}} | = | ok
    Pod/n/x | {status: {phase: Failed, reason: Evicted}} | Current | failed: phase Failed: Evicted
    Pod/n/x | {metadata: {ownerReferences: [{kind: Job, uid: j}]}, status: {phase: Failed}} | = | ok
    Pod/n/x | {status: {phase: Pending, conditions: [{type: PodScheduled, status: "False", reason: Unschedulable, message: 0/3 nodes}]}} | Failed | NotReady: PodScheduled is False: Unschedulable: 0/3 nodes
    Pod/n/x | {status: {phase: Pending}} | = | NotReady: phase Pending
    Pod/n/x | {status: {phase: Pending, initContainerStatuses: [{name: a, state: {waiting: {reason: CrashLoopBackOff, message: back-off}}}]}} | InProgress | failed: pod x: CrashLoopBackOff: back-off
    Pod/n/x | {status: {phase: Pending, containerStatuses: [{name: a, state: {waiting: {reason: InvalidImageName, message: no}}}]}} | InProgress | failed: pod x: InvalidImageName: no
    Pod/n/x | {status: {phase: Unknown}} | error | NotReady: phase Unknown
    Pod/n/x | {} | = | NotObserved: it has no phase yet
    Job.batch/n/x | {status: {startTime: t, active: 1}} | Current | NotReady: it has not completed
    Job.batch/n/x | {status: {}} | = | NotReady: it has not started
    Job.batch/n/x | {spec: {suspend: true}, status: {conditions: [{type: Suspended, status: "True"}]}} | Current | NotReady: it is suspended (spec.suspend)
    Job.batch/n/x | {status: {startTime: t, conditions: [{type: SuccessCriteriaMet, status: "True"}]}} | Current | NotReady: it has not completed
    Job.batch/n/x | {status: {conditions: [{type: SuccessCriteriaMet, status: "True"}, {type: Complete, status: "True"}]}} | = | ok
    Job.batch/n/x | {status: {conditions: [{type: Failed, status: "True", reason: BackoffLimitExceeded}]}} | = | failed: Failed is True: BackoffLimitExceeded
    Job.batch/n/x | {status: {startTime: t, conditions: [{type: FailureTarget, status: "True", reason: DeadlineExceeded}]}} | Current | failed: FailureTarget is True: DeadlineExceeded
    CronJob.batch/n/x | {status: {}} | = | ok
    PersistentVolume/x | {status: {phase: Available}} | = | ok
    PersistentVolume/x | {status: {phase: Bound}} | = | ok
    PersistentVolume/x | {status: {phase: Pending}} | Current | NotReady: phase Pending, neither Available nor Bound
    PersistentVolume/x | {status: {phase: Released}} | Current | NotReady: phase Released, neither Available nor Bound
    PersistentVolume/x | {status: {phase: Failed, message: cannot be recycled}} | Current | failed: phase Failed: cannot be recycled
    PersistentVolume/x | {} | Current | NotReady: phase unknown, neither Available nor Bound
    PersistentVolumeClaim/n/x | {status: {phase: Bound, capacity: {storage: 1Gi}}} | = | ok
    PersistentVolumeClaim/n/x | {status: {phase: Pending}} | = | NotReady: phase Pending, not Bound
    PersistentVolumeClaim/n/x | {status: {phase: Lost}} | InProgress | failed: phase Lost: its volume is gone
    PersistentVolumeClaim/n/x | {status: {phase: Bound, conditions: [{type: FileSystemResizePending, status: "True", message: waits for a pod}]}} | Current | RollingOut: FileSystemResizePending is True: waits for a pod
    PersistentVolumeClaim/n/x | {status: {phase: Bound, conditions: [{type: Resizing, status: "True"}]}} | Current | RollingOut: Resizing is True
    PersistentVolumeClaim/n/x | {status: {phase: Bound, conditions: [{type: Resizing, status: "False"}]}} | = | ok
    PersistentVolumeClaim/n/x | {status: {phase: Bound, allocatedResourceStatuses: {storage: NodeResizeInfeasible}}} | Current | failed: it cannot be resized: NodeResizeInfeasible
    PersistentVolumeClaim/n/x | {status: {phase: Bound, allocatedResourceStatuses: {storage: NodeResizePending}}} | = | ok
    Service/n/x | {spec: {type: ClusterIP}, status: {loadBalancer: {}}} | = | ok
    Service/n/x | {spec: {type: LoadBalancer, clusterIP: 10.0.0.1}, status: {loadBalancer: {}}} | Current | NotReady: the load balancer has no address yet
    Service/n/x | {spec: {type: LoadBalancer, clusterIP: 10.0.0.1}, status: {loadBalancer: {ingress: [{ip: 192.0.2.1}]}}} | = | ok
    Service/n/x | {spec: {type: LoadBalancer, clusterIP: 10.0.0.1}, status: {loadBalancer: {ingress: [{ip: 192.0.2.1}]}, conditions: [{type: LoadBalancerPortsError, status: "True", reason: PortsTaken}]}} | Current | NotReady: LoadBalancerPortsError is True: PortsTaken
    Ingress.networking.k8s.io/n/x | {status: {loadBalancer: {}}} | = | ok
    CustomResourceDefinition.apiextensions.k8s.io/x | {status: {conditions: [{type: NamesAccepted, status: "True"}, {type: Established, status: "True"}]}} | = | ok
    CustomResourceDefinition.apiextensions.k8s.io/x | {status: {conditions: [{type: NamesAccepted, status: "False", reason: Conflict}]}} | = | failed: NamesAccepted is False: Conflict
    CustomResourceDefinition.apiextensions.k8s.io/x | {status: {conditions: [{type: Established, status: "False", reason: Installing}]}} | = | NotReady: it is not established yet
    CustomResourceDefinition.apiextensions.k8s.io/x | {status: {conditions: [{type: Established, status: "False", reason: NotAccepted}]}} | = | failed: Established is False: NotAccepted
    CustomResourceDefinition.apiextensions.k8s.io/x | {} | = | NotReady: it is not established yet
    APIService.apiregistration.k8s.io/x | {status: {conditions: [{type: Available, status: "True", reason: Passed}]}} | = | ok
    APIService.apiregistration.k8s.io/x | {status: {conditions: [{type: Available, status: "False", reason: ServiceNotFound, message: service/none is not present}]}} | Current | NotReady: Available is False: ServiceNotFound: service/none is not present
    APIService.apiregistration.k8s.io/x | {status: {}} | Current | NotReady: Available is missing
    APIService.apiregistration.k8s.io/x | {metadata: {annotations: {cert-manager.io/inject-ca-from: n/c}}, spec: {}, status: {conditions: [{type: Available, status: "True"}]}} | Current | NotReady: no CA is put in yet, which its annotation cert-manager.io/inject-ca-from asks for
    APIService.apiregistration.k8s.io/x | {metadata: {annotations: {cert-manager.io/inject-ca-from: n/c}}, spec: {caBundle: Zg==}, status: {conditions: [{type: Available, status: "True"}]}} | = | ok
    Namespace/x | {status: {phase: Active}} | = | ok
    Namespace/x | {metadata: {deletionTimestamp: t}, status: {phase: Terminating}} | Terminating | TargetTerminating: it is being deleted
    Namespace/x | {status: {phase: Terminating}} | Current | NotReady: phase Terminating, not Active
    Namespace/x | {} | Current | NotReady: phase unknown, not Active
    HorizontalPodAutoscaler.autoscaling/n/x | {status: {desiredReplicas: 0, conditions: [{type: AbleToScale, status: "True", reason: SucceededGetScale}, {type: ScalingActive, status: "False", reason: FailedGetResourceMetric}]}} | = | ok
    HorizontalPodAutoscaler.autoscaling/n/x | {status: {desiredReplicas: 0, conditions: [{type: AbleToScale, status: "True", reason: SucceededGetScale}, {type: ScalingActive, status: "False", reason: ScalingDisabled}]}} | = | ok
    HorizontalPodAutoscaler.autoscaling/n/x | {status: {desiredReplicas: 0, conditions: [{type: AbleToScale, status: "False", reason: FailedGetScale, message: not found}]}} | Current | NotReady: AbleToScale is False: FailedGetScale: not found
    HorizontalPodAutoscaler.autoscaling/n/x | {status: {conditions: [{type: AbleToScale, status: "True"}, {type: ScalingActive, status: "False", reason: InvalidSelector}]}} | Current | failed: ScalingActive is False: InvalidSelector
    HorizontalPodAutoscaler.autoscaling/n/x | {status: {}} | Current | NotReady: AbleToScale is missing
    PodDisruptionBudget.policy/n/x | {status: {observedGeneration: 2, disruptionsAllowed: 0, currentHealthy: 1, desiredHealthy: 1, expectedPods: 1, conditions: [{type: DisruptionAllowed, status: "False", observedGeneration: 2, reason: InsufficientPods}]}} | = | ok
    PodDisruptionBudget.policy/n/x | {status: {observedGeneration: 2, conditions: [{type: DisruptionAllowed, status: "False", observedGeneration: 2, reason: SyncFailed, message: no scale}]}} | Current | NotReady: DisruptionAllowed is False: SyncFailed: no scale
    PodDisruptionBudget.policy/n/x | {status: {}} | Current | NotObserved: generation 2 of the PodDisruptionBudget, observed none
    ValidatingWebhookConfiguration.admissionregistration.k8s.io/x | {webhooks: [{clientConfig: {}}]} | = | ok
    ValidatingWebhookConfiguration.admissionregistration.k8s.io/x | {metadata: {annotations: {cert-manager.io/inject-ca-from: n/c}}, webhooks: [{clientConfig: {caBundle: Zg==}}, {clientConfig: {}}]} | Current | NotReady: no CA is put in yet, which its annotation cert-manager.io/inject-ca-from asks for
    MutatingWebhookConfiguration.admissionregistration.k8s.io/x | {metadata: {annotations: {cert-manager.io/inject-ca-from: n/c}}, webhooks: [{clientConfig: {caBundle: Zg==}}]} | = | ok
    ConfigMap/n/x | {} | = | ok
    ConfigMap/n/x | {metadata: {deletionTimestamp: t}} | Terminating | TargetTerminating: it is being deleted
    Secret/n/x | {} | = | ok
    Role.rbac.authorization.k8s.io/n/x | {} | = | ok
    Node/x | {status: {conditions: [{type: Ready, status: Unknown}]}} | = | NotReady: Ready is Unknown
    Elasticsearch.elasticsearch.k8s.elastic.co/n/x | {status: {phase: Ready, health: green}} | = | ok
    Elasticsearch.elasticsearch.k8s.elastic.co/n/x | {status: {phase: Ready, health: yellow}} | = | ok
    Elasticsearch.elasticsearch.k8s.elastic.co/n/x | {status: {phase: Ready, health: red}} | Current | NotReady: health red
    Elasticsearch.elasticsearch.k8s.elastic.co/n/x | {status: {phase: Ready, health: unknown}} | Current | NotReady: health unknown
    Elasticsearch.elasticsearch.k8s.elastic.co/n/x | {status: {phase: ApplyingChanges, health: green}} | Current | RollingOut: phase ApplyingChanges
    Elasticsearch.elasticsearch.k8s.elastic.co/n/x | {status: {phase: Invalid}} | Current | failed: phase Invalid
    Kibana.kibana.k8s.elastic.co/n/x | {status: {health: green}} | = | ok
    Kibana.kibana.k8s.elastic.co/n/x | {status: {}} | Current | NotReady: it has never written status
    Thing.example.com/n/x | {status: {conditions: [{type: Ready, status: "True"}]}} | = | ok
    Thing.example.com/n/x | {status: {conditions: [{type: Ready, status: "Unknown", message: wait}]}} | = | NotReady: Ready is Unknown: wait
    Thing.example.com/n/x | {status: {conditions: [{type: Available, status: "False"}]}} | Current | NotReady: Available is False
    Thing.example.com/n/x | {status: {observedGeneration: 2}} | = | ok
    Thing.example.com/n/x | {status: {version: 1.0.0}} | = | ok
    Thing.example.com/n/x | {} | Current | NotReady: it has never written status
    Thing.example.com/n/x | {status: {phase: Busy}} | Current | NotReady: it has never written status
    Thing.gateway.networking.k8s.io/n/x | {} | Current | NotReady: it has never written status
    Thing.example.com/n/x | {status: {observedGeneration: 2, conditions: [{type: Reconciling, status: "True", reason: Busy}]}} | = | RollingOut: Reconciling is True: Busy
    Thing.example.com/n/x | {status: {observedGeneration: 2, conditions: [{type: Stalled, status: "True", reason: Broken}]}} | = | failed: Stalled is True: Broken
    Thing.example.com/n/x | {status: {observedGeneration: 1, conditions: [{type: Ready, status: "True"}]}} | = | NotObserved: generation 2 of the Thing, observed 1
    Thing.example.com/n/x | {status: {conditions: [{type: Ready, status: "True", observedGeneration: 1}]}} | Current | NotObserved: generation 2 of the Thing, observed none
  `);

  test.each(rows)("%s %s, kstatus %s: %s", (id = "", ...[members = "", kstatus = "", ours]) => {
    const verdict = verdictOf(id, members);
    expect(briefVerdict(verdict)).toBe(ours);
    // A mark says something only where the two differ.
    expect(kstatus).not.toBe(CLASS[verdict.kind]);
  });
});
