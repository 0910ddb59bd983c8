import type { JsonObject } from "../../core/object/json.ts";

/**
 * Values of fields that are left out, whatever stands beside them, by the last three parts of the type's name. An empty object
 * is filled by its own type. Measured on kube-apiserver 1.34: each type was sent empty, and the audit log said what came of it.
 */
const VALUES: ReadonlyMap<string, JsonObject> = new Map<string, JsonObject>([
  [
    "admissionregistration.v1.MatchResources",
    { matchPolicy: "Equivalent", namespaceSelector: {}, objectSelector: {} },
  ],
  [
    "admissionregistration.v1.MutatingWebhook",
    {
      failurePolicy: "Fail",
      matchPolicy: "Equivalent",
      namespaceSelector: {},
      objectSelector: {},
      reinvocationPolicy: "Never",
      timeoutSeconds: 10,
    },
  ],
  ["admissionregistration.v1.NamedRuleWithOperations", { scope: "*" }],
  ["admissionregistration.v1.RuleWithOperations", { scope: "*" }],
  ["admissionregistration.v1.ServiceReference", { port: 443 }],
  ["admissionregistration.v1.ValidatingAdmissionPolicySpec", { failurePolicy: "Fail" }],
  [
    "admissionregistration.v1.ValidatingWebhook",
    {
      failurePolicy: "Fail",
      matchPolicy: "Equivalent",
      namespaceSelector: {},
      objectSelector: {},
      timeoutSeconds: 10,
    },
  ],
  ["apiextensions.v1.CustomResourceDefinitionSpec", { conversion: { strategy: "None" } }],
  ["apiextensions.v1.ServiceReference", { port: 443 }],
  ["apiregistration.v1.ServiceReference", { port: 443 }],
  ["apps.v1.DaemonSetSpec", { revisionHistoryLimit: 10 }],
  ["apps.v1.DaemonSetUpdateStrategy", { type: "RollingUpdate" }],
  [
    "apps.v1.DeploymentSpec",
    { progressDeadlineSeconds: 600, replicas: 1, revisionHistoryLimit: 10 },
  ],
  ["apps.v1.DeploymentStrategy", { type: "RollingUpdate" }],
  ["apps.v1.ReplicaSetSpec", { replicas: 1 }],
  ["apps.v1.RollingUpdateDaemonSet", { maxSurge: 0, maxUnavailable: 1 }],
  ["apps.v1.RollingUpdateDeployment", { maxSurge: "25%", maxUnavailable: "25%" }],
  ["apps.v1.RollingUpdateStatefulSetStrategy", { partition: 0 }],
  [
    "apps.v1.StatefulSetPersistentVolumeClaimRetentionPolicy",
    { whenDeleted: "Retain", whenScaled: "Retain" },
  ],
  [
    "apps.v1.StatefulSetSpec",
    {
      persistentVolumeClaimRetentionPolicy: {},
      podManagementPolicy: "OrderedReady",
      replicas: 1,
      revisionHistoryLimit: 10,
    },
  ],
  ["autoscaling.v2.HorizontalPodAutoscalerSpec", { minReplicas: 1 }],
  [
    "batch.v1.CronJobSpec",
    {
      concurrencyPolicy: "Allow",
      failedJobsHistoryLimit: 1,
      successfulJobsHistoryLimit: 3,
      suspend: false,
    },
  ],
  ["batch.v1.PodFailurePolicyOnPodConditionsPattern", { status: "True" }],
  [
    "core.v1.AzureDiskVolumeSource",
    { cachingMode: "ReadWrite", fsType: "ext4", kind: "Shared", readOnly: false },
  ],
  ["core.v1.ConfigMapVolumeSource", { defaultMode: 420 }],
  [
    "core.v1.Container",
    { terminationMessagePath: "/dev/termination-log", terminationMessagePolicy: "File" },
  ],
  ["core.v1.ContainerPort", { protocol: "TCP" }],
  ["core.v1.DownwardAPIVolumeSource", { defaultMode: 420 }],
  ["core.v1.EndpointPort", { protocol: "TCP" }],
  [
    "core.v1.EphemeralContainer",
    { terminationMessagePath: "/dev/termination-log", terminationMessagePolicy: "File" },
  ],
  ["core.v1.FileKeySelector", { optional: false }],
  ["core.v1.HTTPGetAction", { path: "/", scheme: "HTTP" }],
  ["core.v1.HostPathVolumeSource", { type: "" }],
  ["core.v1.ISCSIPersistentVolumeSource", { iscsiInterface: "default" }],
  ["core.v1.ISCSIVolumeSource", { iscsiInterface: "default" }],
  ["core.v1.NamespaceStatus", { phase: "Active" }],
  ["core.v1.ObjectFieldSelector", { apiVersion: "v1" }],
  ["core.v1.PersistentVolumeClaimSpec", { volumeMode: "Filesystem" }],
  ["core.v1.PersistentVolumeClaimStatus", { phase: "Pending" }],
  ["core.v1.PersistentVolumeStatus", { phase: "Pending" }],
  [
    "core.v1.PodSpec",
    {
      dnsPolicy: "ClusterFirst",
      restartPolicy: "Always",
      schedulerName: "default-scheduler",
      securityContext: {},
      terminationGracePeriodSeconds: 30,
    },
  ],
  [
    "core.v1.Probe",
    { failureThreshold: 3, periodSeconds: 10, successThreshold: 1, timeoutSeconds: 1 },
  ],
  ["core.v1.ProjectedVolumeSource", { defaultMode: 420 }],
  [
    "core.v1.RBDPersistentVolumeSource",
    { keyring: "/etc/ceph/keyring", pool: "rbd", user: "admin" },
  ],
  ["core.v1.RBDVolumeSource", { keyring: "/etc/ceph/keyring", pool: "rbd", user: "admin" }],
  ["core.v1.ReplicationControllerSpec", { replicas: 1 }],
  ["core.v1.ResourceFieldSelector", { divisor: "0" }],
  ["core.v1.ScaleIOPersistentVolumeSource", { fsType: "xfs", storageMode: "ThinProvisioned" }],
  ["core.v1.ScaleIOVolumeSource", { fsType: "xfs", storageMode: "ThinProvisioned" }],
  ["core.v1.Secret", { type: "Opaque" }],
  ["core.v1.SecretVolumeSource", { defaultMode: 420 }],
  ["core.v1.ServiceAccountTokenProjection", { expirationSeconds: 3600 }],
  ["core.v1.ServicePort", { protocol: "TCP" }],
  ["core.v1.ServiceSpec", { sessionAffinity: "None", type: "ClusterIP" }],
  ["discovery.v1.EndpointPort", { name: "", protocol: "TCP" }],
  ["networking.v1.IngressClassParametersReference", { scope: "Cluster" }],
  ["networking.v1.NetworkPolicyPort", { protocol: "TCP" }],
  ["rbac.v1.RoleRef", { apiGroup: "rbac.authorization.k8s.io" }],
  ["scheduling.v1.PriorityClass", { preemptionPolicy: "PreemptLowerPriority" }],
  [
    "storage.v1.CSIDriverSpec",
    {
      attachRequired: true,
      fsGroupPolicy: "ReadWriteOnceWithFSType",
      podInfoOnMount: false,
      requiresRepublish: false,
      seLinuxMount: false,
      storageCapacity: false,
      volumeLifecycleModes: ["Persistent"],
    },
  ],
  ["storage.v1.StorageClass", { reclaimPolicy: "Delete", volumeBindingMode: "Immediate" }],
]);

const NONE: JsonObject = {};

/** The fixed defaults of a built-in type, by the short form of its name: `core.v1.Probe`. */
export function defaultValues(type: string): JsonObject {
  return VALUES.get(type) ?? NONE;
}
