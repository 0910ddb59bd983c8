/**
 * The kinds of Kubernetes itself that live in no namespace, by kind key (`ClusterRole.rbac.authorization.k8s.io`).
 *
 * @see https://kubernetes.io/docs/reference/kubernetes-api/ (paths without `/namespaces/`)
 */
export const CLUSTER_SCOPED_KINDS: ReadonlySet<string> = new Set([
  "Namespace",
  "Node",
  "PersistentVolume",
  ...inGroup("admissionregistration.k8s.io", [
    "MutatingAdmissionPolicy",
    "MutatingAdmissionPolicyBinding",
    "MutatingWebhookConfiguration",
    "ValidatingAdmissionPolicy",
    "ValidatingAdmissionPolicyBinding",
    "ValidatingWebhookConfiguration",
  ]),
  ...inGroup("apiextensions.k8s.io", ["CustomResourceDefinition"]),
  ...inGroup("apiregistration.k8s.io", ["APIService"]),
  ...inGroup("certificates.k8s.io", ["CertificateSigningRequest", "ClusterTrustBundle"]),
  ...inGroup("flowcontrol.apiserver.k8s.io", ["FlowSchema", "PriorityLevelConfiguration"]),
  ...inGroup("networking.k8s.io", ["IPAddress", "IngressClass", "ServiceCIDR"]),
  ...inGroup("node.k8s.io", ["RuntimeClass"]),
  ...inGroup("policy", ["PodSecurityPolicy"]),
  ...inGroup("rbac.authorization.k8s.io", ["ClusterRole", "ClusterRoleBinding"]),
  ...inGroup("resource.k8s.io", ["DeviceClass", "DeviceTaintRule", "ResourceSlice"]),
  ...inGroup("scheduling.k8s.io", ["PriorityClass"]),
  ...inGroup("storage.k8s.io", [
    "CSIDriver",
    "CSINode",
    "StorageClass",
    "VolumeAttachment",
    "VolumeAttributesClass",
  ]),
  ...inGroup("storagemigration.k8s.io", ["StorageVersionMigration"]),
]);

function inGroup(group: string, kinds: readonly string[]): readonly string[] {
  return kinds.map((kind) => `${kind}.${group}`);
}
