import { isJsonEqual, type Json, type JsonObject, objectAt } from "../../core/object/json.ts";
import type { Fault } from "../fault.ts";
import { forbidden, invalid } from "../make-fault.ts";
import { claimUpdateFaults } from "./check-claim-update.ts";
import { definitionUpdateFaults } from "./check-definition-update.ts";
import { jobTaskFaults } from "./check-job.ts";
import { jobUpdateFaults } from "./check-job-update.ts";
import { podUpdateFaults } from "./check-pod-update.ts";
import {
  clusterRoleBindingFaults,
  clusterRoleFaults,
  roleBindingFaults,
  roleFaults,
} from "./check-rbac.ts";
import { serviceUpdateFaults } from "./check-service-update.ts";
import { nodeFaults } from "./check-small-kinds.ts";
import { fixed } from "./fixed-field.ts";
import type { Strategy } from "./resource.ts";

type Check = Strategy["validateUpdate"];

const STATEFUL_SET_TEXT =
  "updates to statefulset spec for fields other than 'replicas', 'ordinals', 'template', 'updateStrategy', 'revisionHistoryLimit', 'persistentVolumeClaimRetentionPolicy' and 'minReadySeconds' are forbidden";

/** What of a StatefulSet may change. */
const STATEFUL_SET_FREE = new Set([
  "replicas",
  "ordinals",
  "template",
  "updateStrategy",
  "revisionHistoryLimit",
  "persistentVolumeClaimRetentionPolicy",
  "minReadySeconds",
]);

/** What of a volume is not its source. */
const VOLUME_FREE = new Set([
  "capacity",
  "accessModes",
  "claimRef",
  "persistentVolumeReclaimPolicy",
  "storageClassName",
  "mountOptions",
  "volumeMode",
  "nodeAffinity",
  "volumeAttributesClassName",
]);

const CHECKS: ReadonlyMap<string, Check> = new Map<string, Check>([
  ["ClusterRole.rbac.authorization.k8s.io", clusterRoleFaults],
  [
    "ClusterRoleBinding.rbac.authorization.k8s.io",
    (next, live) => [...clusterRoleBindingFaults(next), ...roleReferenceFaults(next, live)],
  ],
  ["ConfigMap", sealedFaults],
  ["ControllerRevision.apps", fixed("data")],
  ["CustomResourceDefinition.apiextensions.k8s.io", definitionUpdateFaults],
  ["DaemonSet.apps", fixed("spec.selector")],
  ["Deployment.apps", fixed("spec.selector")],
  ["EndpointSlice.discovery.k8s.io", fixed("addressType")],
  ["IngressClass.networking.k8s.io", fixed("spec.controller")],
  ["Job.batch", wholeJobFaults],
  ["Node", nodeUpdateFaults],
  ["PersistentVolume", volumeFaults],
  ["PersistentVolumeClaim", claimUpdateFaults],
  ["Pod", podUpdateFaults],
  ["PriorityClass.scheduling.k8s.io", priorityClassFaults],
  ["ReplicaSet.apps", fixed("spec.selector")],
  ["Role.rbac.authorization.k8s.io", roleFaults],
  [
    "RoleBinding.rbac.authorization.k8s.io",
    (next, live) => [...roleBindingFaults(next), ...roleReferenceFaults(next, live)],
  ],
  ["RuntimeClass.node.k8s.io", fixed("handler")],
  ["Secret", secretFaults],
  ["Service", serviceUpdateFaults],
  ["StatefulSet.apps", statefulSetFaults],
  ["StorageClass.storage.k8s.io", storageClassFaults],
]);

/** What of an object of a built-in kind must not change. @param kind - As `Deployment.apps`. */
export function updateCheckOf(kind: string): Check {
  return CHECKS.get(kind) ?? noFaults;
}

/** As with jobs. What the cluster gave a node stays. */
function nodeUpdateFaults(next: JsonObject, live: JsonObject): readonly Fault[] {
  const spec = objectAt(next, "spec") ?? {};
  const was = objectAt(live, "spec") ?? {};
  return [
    ...nodeFaults(next),
    ...[
      ["podCIDRs", "podCIDR"],
      ["providerID", "providerID"],
    ].flatMap(([field = "", name = ""]) =>
      was[field] === undefined || isJsonEqual(was[field], spec[field])
        ? []
        : [
            forbidden(
              `spec.${field}`,
              `node updates may not change ${name} except from "" to valid`,
            ),
          ],
    ),
  ];
}

/** The server looks at the whole job again, and lists what it finds twice; so it is with roles. */
function wholeJobFaults(next: JsonObject, live: JsonObject): readonly Fault[] {
  return [...jobTaskFaults(next), ...jobUpdateFaults(next, live)];
}

function roleReferenceFaults(next: JsonObject, live: JsonObject): readonly Fault[] {
  const reference = objectAt(next, "roleRef") ?? {};
  if (isJsonEqual(reference, objectAt(live, "roleRef") ?? {})) return [];
  const value = {
    APIGroup: reference["apiGroup"] ?? "",
    Kind: reference["kind"] ?? "",
    Name: reference["name"] ?? "",
  };
  return [invalid("roleRef", value, "cannot change roleRef")];
}

/** A ConfigMap or Secret that was sealed stays as it is. */
function sealedFaults(next: JsonObject, live: JsonObject): readonly Fault[] {
  if (live["immutable"] !== true) return [];
  const text = "field is immutable when `immutable` is set";
  return [
    ...(next["immutable"] === true ? [] : [forbidden("immutable", text)]),
    ...changed(next, live, ["data", "binaryData"]).map((field) => forbidden(field, text)),
  ];
}

function secretFaults(next: JsonObject, live: JsonObject): readonly Fault[] {
  return [...fixed("type")(next, live), ...sealedFaults(next, live)];
}

function statefulSetFaults(next: JsonObject, live: JsonObject): readonly Fault[] {
  const isSame = isJsonEqual(
    without(objectAt(next, "spec") ?? {}, STATEFUL_SET_FREE),
    without(objectAt(live, "spec") ?? {}, STATEFUL_SET_FREE),
  );
  return isSame ? [] : [forbidden("spec", STATEFUL_SET_TEXT)];
}

function volumeFaults(next: JsonObject, live: JsonObject): readonly Fault[] {
  const spec = objectAt(next, "spec") ?? {};
  const was = objectAt(live, "spec") ?? {};
  const isSame = isJsonEqual(without(spec, VOLUME_FREE), without(was, VOLUME_FREE));
  const field = "spec.persistentvolumesource";
  return [
    ...(isSame ? [] : [forbidden(field, `${field} is immutable after creation`)]),
    ...(isJsonEqual(spec["volumeMode"], was["volumeMode"])
      ? []
      : [invalid("volumeMode", spec["volumeMode"] ?? null, "field is immutable")]),
  ];
}

function priorityClassFaults(next: JsonObject, live: JsonObject): readonly Fault[] {
  return [
    ...changed(next, live, ["value"]).map((field) =>
      forbidden(field, "may not be changed in an update."),
    ),
    ...fixed("preemptionPolicy")(next, live),
  ];
}

function storageClassFaults(next: JsonObject, live: JsonObject): readonly Fault[] {
  return [
    ...changed(next, live, ["parameters", "provisioner", "reclaimPolicy"]).map((field) =>
      forbidden(field, `updates to ${field} are forbidden.`),
    ),
    ...fixed("volumeBindingMode")(next, live),
  ];
}

function changed(next: JsonObject, live: JsonObject, fields: readonly string[]): readonly string[] {
  return fields.filter((field) => !isJsonEqual(next[field], live[field]));
}

function without(object: JsonObject, fields: ReadonlySet<string>): JsonObject {
  const rest = Object.entries(object).filter(([field]: [string, Json]) => !fields.has(field));
  return Object.fromEntries(rest);
}

function noFaults(): readonly Fault[] {
  return [];
}
