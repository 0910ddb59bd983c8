import { type JsonObject, numberAt, textAt } from "../../core/object/json.ts";
import type { Resource } from "../kinds/resource.ts";
import { groupKind } from "../refusals.ts";
import type { Propagation } from "./delete-options.ts";

/** Kinds of which a delete answers with the object, not with a `Status`. */
const SHOWN: ReadonlySet<string> = new Set([
  "Pod",
  "Service",
  "ServiceAccount",
  "PersistentVolume",
  "PersistentVolumeClaim",
  "PodTemplate",
  "ResourceQuota",
  "StorageClass.storage.k8s.io",
  "CSIDriver.storage.k8s.io",
  "CSINode.storage.k8s.io",
  "VolumeAttachment.storage.k8s.io",
]);

/** Kinds that leave their dependents alone when nothing else is asked for. */
const ORPHANING: ReadonlySet<string> = new Set(["ReplicationController", "Job.batch"]);

const ORPHANED_PODS =
  "child pods are preserved by default when jobs are deleted; set propagationPolicy=Background to remove them or set propagationPolicy=Orphan to suppress this warning";

/** Whether the answer to a delete shows the object that is gone. */
export function isShownWhenDeleted(resource: Resource): boolean {
  return SHOWN.has(groupKind(resource));
}

/** What becomes of dependents when the caller does not say. */
export function defaultPropagation(resource: Resource): Propagation {
  return ORPHANING.has(groupKind(resource)) ? "Orphan" : "Background";
}

/** The warning of a delete that says nothing about dependents. */
export function deletionWarnings(
  resource: Resource,
  propagation: Propagation | undefined,
): readonly string[] {
  return propagation === undefined && groupKind(resource) === "Job.batch" ? [ORPHANED_PODS] : [];
}

/** Whether objects of a kind are given time to end by themselves. */
export function isGraceful(resource: Resource): boolean {
  return groupKind(resource) === "Pod";
}

/** Seconds that an object is given to end by itself: none for most kinds, and for pods that run nowhere or no longer. */
export function graceOf(
  { object, resource }: { object: JsonObject; resource: Resource },
  asked: number | undefined,
): number {
  if (!isGraceful(resource)) return 0;
  const isIdle =
    (textAt(object, "spec", "nodeName") ?? "") === "" ||
    ["Succeeded", "Failed"].includes(textAt(object, "status", "phase") ?? "");
  if (isIdle) return 0;
  const wanted = asked ?? numberAt(object, "spec", "terminationGracePeriodSeconds") ?? 30;
  return wanted < 0 ? 1 : wanted;
}
