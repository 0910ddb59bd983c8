import { isJsonObject, type Json, type JsonObject, listAt, textAt } from "../object/json.ts";

/** An object that pods need before they can start, in their namespace or cluster-wide. */
export interface PodReference {
  readonly group: string;
  readonly kind: string;
  readonly name: string;
  readonly isNamespaced: boolean;
}

/**
 * Every object that a pod spec names, by all forms and in all kinds of containers. Optional references count: where
 * both are in Git, the one comes first. The same object may be named more than once.
 *
 * @see https://kubernetes.io/docs/reference/kubernetes-api/workload-resources/pod-v1/
 */
export function findPodReferences(spec: JsonObject): readonly PodReference[] {
  const containers = ["containers", "initContainers", "ephemeralContainers"].flatMap((list) =>
    listAt(spec, list),
  );
  return [
    ...containers.flatMap(ofContainer),
    ...listAt(spec, "volumes").flatMap(ofVolume),
    ...listAt(spec, "imagePullSecrets").map((item) => secret(textAt(item, "name"))),
    // A pod that names no account runs as its namespace's `default`; `serviceAccount` is the deprecated spelling.
    namespaced(
      "ServiceAccount",
      textAt(spec, "serviceAccountName") ?? textAt(spec, "serviceAccount") ?? "default",
    ),
    clusterWide("scheduling.k8s.io", "PriorityClass", textAt(spec, "priorityClassName")),
  ].filter(({ name }) => name !== "");
}

function ofContainer(container: Json): readonly PodReference[] {
  return [
    ...listAt(container, "env").flatMap((variable) => [
      secret(textAt(variable, "valueFrom", "secretKeyRef", "name")),
      configMap(textAt(variable, "valueFrom", "configMapKeyRef", "name")),
    ]),
    ...listAt(container, "envFrom").flatMap((source) => [
      secret(textAt(source, "secretRef", "name")),
      configMap(textAt(source, "configMapRef", "name")),
    ]),
  ];
}

function ofVolume(volume: Json): readonly PodReference[] {
  const sources = isJsonObject(volume) ? Object.values(volume).filter(isJsonObject) : [];
  return [
    configMap(textAt(volume, "configMap", "name")),
    namespaced("PersistentVolumeClaim", textAt(volume, "persistentVolumeClaim", "claimName")),
    storageClass(textAt(volume, "ephemeral", "volumeClaimTemplate", "spec", "storageClassName")),
    ...listAt(volume, "projected", "sources").flatMap((source) => [
      secret(textAt(source, "secret", "name")),
      configMap(textAt(source, "configMap", "name")),
    ]),
    // `secret` and `azureFile`, then the storage drivers, then CSI: the name of the field tells a Secret.
    ...sources.flatMap((source) => [
      secret(textAt(source, "secretName")),
      secret(textAt(source, "secretRef", "name")),
      secret(textAt(source, "nodePublishSecretRef", "name")),
    ]),
  ];
}

/** The StorageClass that a claim names. */
export function storageClass(name: string | undefined): PodReference {
  return clusterWide("storage.k8s.io", "StorageClass", name);
}

function secret(name: string | undefined): PodReference {
  return namespaced("Secret", name);
}

function configMap(name: string | undefined): PodReference {
  return namespaced("ConfigMap", name);
}

function namespaced(kind: string, name = ""): PodReference {
  return { group: "", kind, name, isNamespaced: true };
}

function clusterWide(group: string, kind: string, name = ""): PodReference {
  return { group, kind, name, isNamespaced: false };
}
