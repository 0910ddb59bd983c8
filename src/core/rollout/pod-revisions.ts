import {
  isJsonEqual,
  isJsonObject,
  type Json,
  type JsonObject,
  objectAt,
  textAt,
} from "../object/json.ts";
import {
  annotationOf,
  isTerminating,
  labelOf,
  podTemplateOf,
  uidOf,
} from "../object/live-object.ts";
import { workloadFamilyOf } from "./kind-family.ts";
import { isObserved } from "./observed-generation.ts";
import { controllerUidOf, ownPods, ownReplicaSets } from "./own-pods.ts";
import type { RolloutReading } from "./rollout-reading.ts";
import { statusCount } from "./status-count.ts";

/** The live pods of a workload, told apart by the revision of its template. Terminating ones are in both lists. */
export interface PodRevisions {
  readonly updated: readonly JsonObject[];
  readonly old: readonly JsonObject[];
  /** Updated pods that are not being deleted. */
  readonly updatedToStay: number;
}

const REVISION_HASH = "controller-revision-hash";
const TEMPLATE_GENERATION = "pod-template-generation";
const DAEMON_SET_GENERATION = "deprecated.daemonset.template.generation";

/** Which live pods were made from the present template and which from an older one. */
export function findPodRevisions(reading: RolloutReading): PodRevisions {
  const pods = ownPods(reading);
  const isUpdated = updatedTest(reading, pods);
  const updated = pods.filter(isUpdated);
  return {
    updated,
    old: pods.filter((pod) => !isUpdated(pod)),
    updatedToStay: updated.filter((pod) => !isTerminating(pod)).length,
  };
}

/**
 * The ReplicaSet of a Deployment's present template: the one whose template is equal but for the hash label, the
 * oldest of several, as the Deployment controller chooses.
 *
 * @see https://kubernetes.io/docs/concepts/workloads/controllers/deployment/#pod-template-hash-label
 */
export function presentReplicaSet(reading: RolloutReading): JsonObject | undefined {
  const template = podTemplateOf(reading.object);
  return ownReplicaSets(reading)
    .filter((each) => isJsonEqual(withoutHash(podTemplateOf(each)), withoutHash(template)))
    .toSorted((a, b) => (createdAt(a) < createdAt(b) ? -1 : 1))[0];
}

function updatedTest(
  reading: RolloutReading,
  pods: readonly JsonObject[],
): (pod: JsonObject) => boolean {
  const { object } = reading;
  switch (workloadFamilyOf(object)) {
    case "Deployment": {
      const replicaSet = presentReplicaSet(reading);
      return (pod) => replicaSet !== undefined && controllerUidOf(pod) === uidOf(replicaSet);
    }
    case "StatefulSet": {
      const revision = textAt(object, "status", "updateRevision");
      return (pod) => revision !== undefined && labelOf(pod, REVISION_HASH) === revision;
    }
    case "DaemonSet": {
      const hash = newestDaemonHash(reading, pods);
      return (pod) => labelOf(pod, REVISION_HASH) === hash;
    }
    case "ReplicaSet":
    case "Job":
    case "CronJob":
    case "Pod":
    case undefined:
      return () => true;
  }
}

/**
 * A DaemonSet's status does not name its revision. Its pods carry the generation of the template, which the object
 * names in an annotation; without those the newest pod tells. A template that came back to what it was has a new generation and
 * the old revision, so that its pods stay: then the status tells.
 */
function newestDaemonHash(
  reading: RolloutReading,
  pods: readonly JsonObject[],
): string | undefined {
  const generation = annotationOf(reading.object, DAEMON_SET_GENERATION);
  const labelled = pods.some((pod) => labelOf(pod, TEMPLATE_GENERATION) !== undefined);
  if (generation === undefined || !labelled) {
    const newest = pods.toSorted((a, b) => (createdAt(a) > createdAt(b) ? -1 : 1))[0];
    return newest === undefined ? "" : labelOf(newest, REVISION_HASH);
  }
  const made = pods.find((pod) => labelOf(pod, TEMPLATE_GENERATION) === generation);
  return made === undefined ? keptDaemonHash(reading, pods) : labelOf(made, REVISION_HASH);
}

/** The one revision of all pods, when the controller has seen the present template and counts all of them as updated; else empty. */
function keptDaemonHash(reading: RolloutReading, pods: readonly JsonObject[]): string | undefined {
  const { object } = reading;
  const updated = statusCount(object, "updatedNumberScheduled") ?? 0;
  const isWhole = updated > 0 && updated === statusCount(object, "desiredNumberScheduled");
  const staying = pods.filter((pod) => !isTerminating(pod));
  const [hash, ...more] = new Set(staying.map((pod) => labelOf(pod, REVISION_HASH)));
  return isObserved(reading) && isWhole && more.length === 0 ? hash : "";
}

function withoutHash(template: JsonObject | undefined): Json {
  const labels = objectAt(template, "metadata", "labels") ?? {};
  const kept = Object.entries(labels).filter(([key]) => key !== "pod-template-hash");
  const metadata = objectAt(template, "metadata") ?? {};
  return { ...template, metadata: withoutNulls({ ...metadata, labels: Object.fromEntries(kept) }) };
}

/** The API server writes `creationTimestamp: null` into templates at times; it means nothing. */
function withoutNulls(body: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(body).filter(
      ([, value]) => value !== null && !(isJsonObject(value) && Object.keys(value).length === 0),
    ),
  );
}

/** RFC 3339 in UTC: the order of the texts is the order of the times. */
function createdAt(body: JsonObject): string {
  return textAt(body, "metadata", "creationTimestamp") ?? "";
}
