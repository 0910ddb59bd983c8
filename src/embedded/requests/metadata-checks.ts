import { groupKind } from "../refusals.ts";
import type { ObjectCall } from "./object-call.ts";

/** How often the metadata of a replaced object is looked at, besides the two times for all kinds. */
export interface MetadataChecks {
  /** As that of an object of the kind that replaces another. */
  readonly asUpdate: number;
  /** As that of a new object of the kind. */
  readonly asNew: number;
}

/** Kinds of which a replacement is also checked like a new object, with the number of times. */
const AS_NEW: ReadonlyMap<string, number> = new Map([
  ...[
    "ConfigMap",
    "Secret",
    "ServiceAccount",
    "Endpoints",
    "Pod",
    "ReplicationController",
    "Node",
    "PersistentVolume",
    "Namespace",
    "Job.batch",
    "Ingress.networking.k8s.io",
    "NetworkPolicy.networking.k8s.io",
    "IngressClass.networking.k8s.io",
    "StorageClass.storage.k8s.io",
    "CSINode.storage.k8s.io",
    "VolumeAttachment.storage.k8s.io",
    "RuntimeClass.node.k8s.io",
    "APIService.apiregistration.k8s.io",
  ].map((kind): [string, number] => [kind, 1]),
  ...[
    "PersistentVolumeClaim",
    "Role.rbac.authorization.k8s.io",
    "RoleBinding.rbac.authorization.k8s.io",
    "ClusterRole.rbac.authorization.k8s.io",
    "ClusterRoleBinding.rbac.authorization.k8s.io",
  ].map((kind): [string, number] => [kind, 2]),
]);

/** Kinds that do not look at metadata themselves. */
const NOT_AT_ALL: ReadonlySet<string> = new Set(["Event", "PodDisruptionBudget.policy"]);

/** Kinds that do not look at it when their status is written. */
const NOT_WITH_STATUS: ReadonlySet<string> = new Set(["CronJob.batch"]);

/** How often kube-apiserver 1.34 checks the metadata in a write, as counted by the causes of its refusals. */
export function metadataChecksOf({ resource, subresource }: ObjectCall): MetadataChecks {
  const kind = groupKind(resource);
  const isStatus = subresource === "status";
  const isUnchecked = NOT_AT_ALL.has(kind) || (isStatus && NOT_WITH_STATUS.has(kind));
  return {
    asUpdate: isUnchecked ? 0 : 1,
    asNew: isStatus || resource.isCustom ? 0 : (AS_NEW.get(kind) ?? 0),
  };
}
