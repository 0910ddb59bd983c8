import { type Json, type JsonObject, listAt, textAt } from "../object/json.ts";
import { findSourceReferences } from "../restart/source-reference.ts";

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
  return [
    ...findSourceReferences(spec).map(({ kind, name }) => namespaced(kind, name)),
    ...listAt(spec, "volumes").flatMap(ofVolume),
    // A pod that names no account runs as its namespace's `default`; `serviceAccount` is the deprecated spelling.
    namespaced(
      "ServiceAccount",
      textAt(spec, "serviceAccountName") ?? textAt(spec, "serviceAccount") ?? "default",
    ),
    clusterWide("scheduling.k8s.io", "PriorityClass", textAt(spec, "priorityClassName")),
  ].filter(({ name }) => name !== "");
}

function ofVolume(volume: Json): readonly PodReference[] {
  return [
    namespaced("PersistentVolumeClaim", textAt(volume, "persistentVolumeClaim", "claimName")),
    storageClass(textAt(volume, "ephemeral", "volumeClaimTemplate", "spec", "storageClassName")),
  ];
}

/** The StorageClass that a claim names. */
export function storageClass(name: string | undefined): PodReference {
  return clusterWide("storage.k8s.io", "StorageClass", name);
}

function namespaced(kind: string, name = ""): PodReference {
  return { group: "", kind, name, isNamespaced: true };
}

function clusterWide(group: string, kind: string, name = ""): PodReference {
  return { group, kind, name, isNamespaced: false };
}
