import { type JsonObject, objectAt } from "../../core/object/json.ts";
import type { Fault } from "../fault.ts";
import { allocationFaults } from "./check-allocation.ts";
import { autoscalerFaults } from "./check-autoscaler.ts";
import { claimSpecFaults } from "./check-claim.ts";
import {
  ingressClassFaults,
  priorityClassFaults,
  runtimeClassFaults,
  storageClassFaults,
} from "./check-classes.ts";
import { configMapFaults, secretFaults } from "./check-config.ts";
import { definitionFaults } from "./check-definition.ts";
import { endpointSliceFaults, endpointsFaults } from "./check-endpoints.ts";
import { ingressFaults } from "./check-ingress.ts";
import { cronJobFaults, jobFaults } from "./check-job.ts";
import { namespaceFaults } from "./check-namespace-labels.ts";
import { networkPolicyFaults } from "./check-network-policy.ts";
import { podSpecFaults } from "./check-pod-spec.ts";
import {
  clusterRoleBindingFaults,
  clusterRoleFaults,
  roleBindingFaults,
  roleFaults,
} from "./check-rbac.ts";
import {
  apiServiceFaults,
  controllerRevisionFaults,
  disruptionBudgetFaults,
  eventFaults,
  leaseFaults,
  limitRangeFaults,
  nodeFaults,
  resourceQuotaFaults,
} from "./check-small-kinds.ts";
import { statusFaults } from "./check-status.ts";
import { templateFaults } from "./check-template.ts";
import { persistentVolumeFaults } from "./check-volume.ts";
import { webhooksFaults } from "./check-webhooks.ts";
import {
  daemonSetFaults,
  deploymentFaults,
  replicaSetFaults,
  replicationControllerFaults,
  statefulSetFaults,
} from "./check-workload.ts";
import type { Strategy } from "./resource.ts";

type Check = Strategy["validate"];

const CHECKS: ReadonlyMap<string, Check> = new Map<string, Check>([
  ["APIService.apiregistration.k8s.io", apiServiceFaults],
  ["ClusterRole.rbac.authorization.k8s.io", clusterRoleFaults],
  ["ClusterRoleBinding.rbac.authorization.k8s.io", clusterRoleBindingFaults],
  ["ConfigMap", configMapFaults],
  ["ControllerRevision.apps", controllerRevisionFaults],
  ["CronJob.batch", cronJobFaults],
  ["CustomResourceDefinition.apiextensions.k8s.io", definitionFaults],
  ["DaemonSet.apps", daemonSetFaults],
  ["Deployment.apps", deploymentFaults],
  ["EndpointSlice.discovery.k8s.io", endpointSliceFaults],
  ["Endpoints", endpointsFaults],
  ["Event", eventFaults],
  ["HorizontalPodAutoscaler.autoscaling", autoscalerFaults],
  ["Ingress.networking.k8s.io", ingressFaults],
  ["IngressClass.networking.k8s.io", ingressClassFaults],
  ["Job.batch", jobFaults],
  ["Lease.coordination.k8s.io", leaseFaults],
  ["LimitRange", limitRangeFaults],
  ["MutatingWebhookConfiguration.admissionregistration.k8s.io", webhooksFaults],
  ["NetworkPolicy.networking.k8s.io", networkPolicyFaults],
  ["Namespace", namespaceFaults],
  ["Node", nodeFaults],
  ["PersistentVolume", persistentVolumeFaults],
  ["PersistentVolumeClaim", claimFaults],
  ["Pod", podFaults],
  ["PodDisruptionBudget.policy", disruptionBudgetFaults],
  ["PodTemplate", podTemplateFaults],
  ["PriorityClass.scheduling.k8s.io", priorityClassFaults],
  ["ReplicaSet.apps", replicaSetFaults],
  ["ReplicationController", replicationControllerFaults],
  ["ResourceQuota", resourceQuotaFaults],
  ["Role.rbac.authorization.k8s.io", roleFaults],
  ["RoleBinding.rbac.authorization.k8s.io", roleBindingFaults],
  ["RuntimeClass.node.k8s.io", runtimeClassFaults],
  ["Secret", secretFaults],
  ["Service", allocationFaults],
  ["StatefulSet.apps", statefulSetFaults],
  ["StorageClass.storage.k8s.io", storageClassFaults],
  ["ValidatingWebhookConfiguration.admissionregistration.k8s.io", webhooksFaults],
]);

/** What is checked of an object of a built-in kind but its metadata. @param kind - As `Deployment.apps`. */
export function checkOf(kind: string): Check {
  const check = CHECKS.get(kind) ?? noFaults;
  return (object, world) => [...check(object, world), ...statusFaults(kind, object)];
}

function podFaults(object: JsonObject): readonly Fault[] {
  return podSpecFaults(objectAt(object, "spec") ?? {}, "spec");
}

function podTemplateFaults(object: JsonObject): readonly Fault[] {
  return templateFaults(objectAt(object, "template") ?? {}, "template");
}

function claimFaults(object: JsonObject): readonly Fault[] {
  return claimSpecFaults(objectAt(object, "spec") ?? {}, "spec");
}

function noFaults(): readonly Fault[] {
  return [];
}
