import type { Collection } from "../store/object-store.ts";

export const CONFIG_MAPS: Collection = { group: "", plural: "configmaps" };
export const ENDPOINTS: Collection = { group: "", plural: "endpoints" };
export const EVENTS: Collection = { group: "", plural: "events" };
export const NAMESPACES: Collection = { group: "", plural: "namespaces" };
export const NODES: Collection = { group: "", plural: "nodes" };
export const PODS: Collection = { group: "", plural: "pods" };
export const REPLICATION_CONTROLLERS: Collection = { group: "", plural: "replicationcontrollers" };
export const SECRETS: Collection = { group: "", plural: "secrets" };
export const SERVICE_ACCOUNTS: Collection = { group: "", plural: "serviceaccounts" };
export const SERVICES: Collection = { group: "", plural: "services" };
export const VOLUME_CLAIMS: Collection = { group: "", plural: "persistentvolumeclaims" };
export const VOLUMES: Collection = { group: "", plural: "persistentvolumes" };
export const CONTROLLER_REVISIONS: Collection = { group: "apps", plural: "controllerrevisions" };
export const DAEMON_SETS: Collection = { group: "apps", plural: "daemonsets" };
export const DEPLOYMENTS: Collection = { group: "apps", plural: "deployments" };
export const REPLICA_SETS: Collection = { group: "apps", plural: "replicasets" };
export const STATEFUL_SETS: Collection = { group: "apps", plural: "statefulsets" };
export const CRON_JOBS: Collection = { group: "batch", plural: "cronjobs" };
export const JOBS: Collection = { group: "batch", plural: "jobs" };
export const AUTOSCALERS: Collection = {
  group: "autoscaling",
  plural: "horizontalpodautoscalers",
};
export const CRDS: Collection = {
  group: "apiextensions.k8s.io",
  plural: "customresourcedefinitions",
};
export const DISRUPTION_BUDGETS: Collection = { group: "policy", plural: "poddisruptionbudgets" };
export const ENDPOINT_SLICES: Collection = {
  group: "discovery.k8s.io",
  plural: "endpointslices",
};
export const STORAGE_CLASSES: Collection = {
  group: "storage.k8s.io",
  plural: "storageclasses",
};

export function isOf(place: Collection, collection: Collection): boolean {
  return place.plural === collection.plural && place.group === collection.group;
}
