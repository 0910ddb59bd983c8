import type { Resource } from "../kinds/resource.ts";
import { groupKind } from "../refusals.ts";

/** Kinds that a `PUT` or an apply to a free name creates. */
const CREATED_BY_UPDATE: ReadonlySet<string> = new Set([
  "Endpoints",
  "Event",
  "Event.events.k8s.io",
  "Service",
  "Lease.coordination.k8s.io",
  "LimitRange",
  "RuntimeClass.node.k8s.io",
  "Role.rbac.authorization.k8s.io",
  "RoleBinding.rbac.authorization.k8s.io",
  "ClusterRole.rbac.authorization.k8s.io",
  "ClusterRoleBinding.rbac.authorization.k8s.io",
]);

/** Built-in kinds whose replacement must carry a resourceVersion, as that of every custom resource. */
const GUARDED: ReadonlySet<string> = new Set([
  "APIService.apiregistration.k8s.io",
  "CustomResourceDefinition.apiextensions.k8s.io",
  "Lease.coordination.k8s.io",
  "PodDisruptionBudget.policy",
  "RuntimeClass.node.k8s.io",
]);

/** Whether a `PUT` of an object that does not exist creates it. */
export function isCreatedByUpdate(resource: Resource): boolean {
  return CREATED_BY_UPDATE.has(groupKind(resource));
}

/** Whether an object may be replaced without saying which version of it was read. */
export function isUnconditional(resource: Resource): boolean {
  return !resource.isCustom && !GUARDED.has(groupKind(resource));
}
