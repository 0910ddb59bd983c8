import {
  isJsonEqual,
  type JsonObject,
  numberAt,
  objectAt,
  textAt,
} from "../../core/object/json.ts";
import { labelName } from "./name-syntax.ts";
import { podWarnings } from "./pod-warnings.ts";
import { quantityNanos } from "./quantity-nanos.ts";
import type { Strategy } from "./resource.ts";

type Warn = NonNullable<Strategy["warn"]>;

const UNIT = 1_000_000_000n;
const TRACKED_COMPLETIONS_MAX = 100_000;
const TRACKED_PARALLELISM_MAX = 10_000;
const OLD_CLASS = "volume.beta.kubernetes.io/storage-class";

const WARNINGS: ReadonlyMap<string, Warn> = new Map<string, Warn>([
  ["CronJob.batch", (next, live) => templateWarnings(next, live, JOB_TEMPLATE)],
  ["DaemonSet.apps", (next, live) => templateWarnings(next, live, TEMPLATE)],
  ["Deployment.apps", deploymentWarnings],
  ["Ingress.networking.k8s.io", ingressWarnings],
  ["Job.batch", jobWarnings],
  ["Node", nodeWarnings],
  ["PersistentVolume", volumeWarnings],
  ["PersistentVolumeClaim", claimWarnings],
  ["Pod", podObjectWarnings],
  ["PodTemplate", (next) => podWarnings(objectAt(next, "template", "spec") ?? {}, "template.spec")],
  ["ReplicaSet.apps", namedWarnings],
  ["ReplicationController", namedWarnings],
  ["Service", serviceWarnings],
  ["StatefulSet.apps", statefulSetWarnings],
]);

const TEMPLATE = ["spec", "template"];
const JOB_TEMPLATE = ["spec", "jobTemplate", "spec", "template"];

/** What a write of a built-in kind is warned of though it is allowed. @param kind - As `Deployment.apps`. */
export function warningsOf(kind: string): Warn {
  return WARNINGS.get(kind) ?? (() => []);
}

/** Of a template, when the spec changes at all. */
function templateWarnings(
  next: JsonObject,
  live: JsonObject | undefined,
  place: readonly string[],
): readonly string[] {
  if (live !== undefined && isJsonEqual(next["spec"], live["spec"])) return [];
  return podWarnings(objectAt(next, ...place, "spec") ?? {}, `${place.join(".")}.spec`);
}

function namedWarnings(next: JsonObject, live: JsonObject | undefined): readonly string[] {
  return [
    ...(live === undefined ? nameWarnings(next) : []),
    ...templateWarnings(next, live, TEMPLATE),
  ];
}

/** Annotations count as a change, for they are handed on to its ReplicaSets. */
function deploymentWarnings(next: JsonObject, live: JsonObject | undefined): readonly string[] {
  const isSame =
    live !== undefined &&
    isJsonEqual(
      objectAt(next, "metadata", "annotations"),
      objectAt(live, "metadata", "annotations"),
    );
  return isSame
    ? namedWarnings(next, live)
    : [
        ...(live === undefined ? nameWarnings(next) : []),
        ...templateWarnings(next, undefined, TEMPLATE),
      ];
}

function statefulSetWarnings(next: JsonObject, live: JsonObject | undefined): readonly string[] {
  const kept = numberAt(objectAt(next, "spec"), "revisionHistoryLimit") ?? 0;
  return [
    ...templateWarnings(next, live, TEMPLATE),
    ...(kept < 0
      ? [
          "spec.revisionHistoryLimit: a negative value retains all historical revisions; a value >= 0 is recommended",
        ]
      : []),
  ];
}

function jobWarnings(next: JsonObject, live: JsonObject | undefined): readonly string[] {
  const spec = objectAt(next, "spec") ?? {};
  const isHuge =
    spec["completionMode"] === "Indexed" &&
    (numberAt(spec, "completions") ?? 0) > TRACKED_COMPLETIONS_MAX &&
    (numberAt(spec, "parallelism") ?? 0) > TRACKED_PARALLELISM_MAX;
  return [
    ...(live === undefined ? nameWarnings(next) : []),
    ...(isHuge
      ? [
          "spec: In Indexed Jobs with a number of completions higher than 10^5 and a parallelism higher than 10^4, Kubernetes might not be able to track completedIndexes when a big number of indexes fail",
        ]
      : []),
    ...templateWarnings(next, live, TEMPLATE),
  ];
}

/** The name of a workload becomes part of the names of its pods. */
function nameWarnings(object: JsonObject): readonly string[] {
  const faults = labelName(textAt(object, "metadata", "name") ?? "");
  return faults.length === 0
    ? []
    : [
        `metadata.name: this is used in Pod names and hostnames, which can result in surprising behavior; a DNS label is recommended: [${faults.join(" ")}]`,
      ];
}

function podObjectWarnings(next: JsonObject, live: JsonObject | undefined): readonly string[] {
  if (live !== undefined && isJsonEqual(next["spec"], live["spec"])) return [];
  const name = textAt(next, "metadata", "name") ?? "";
  const faults = live === undefined ? labelName(name) : [];
  return [
    ...(faults.length === 0
      ? []
      : [
          `metadata.name: this is used in the Pod's hostname, which can result in surprising behavior; a DNS label is recommended: [${faults.join(" ")}]`,
        ]),
    ...podWarnings(objectAt(next, "spec") ?? {}, "spec"),
  ];
}

function ingressWarnings(next: JsonObject): readonly string[] {
  const annotations = objectAt(next, "metadata", "annotations") ?? {};
  return annotations["kubernetes.io/ingress.class"] === undefined
    ? []
    : [
        `annotation "kubernetes.io/ingress.class" is deprecated, please use 'spec.ingressClassName' instead`,
      ];
}

function serviceWarnings(next: JsonObject): readonly string[] {
  const spec = objectAt(next, "spec") ?? {};
  const isHeadless = spec["clusterIP"] === "None";
  const isNameIgnored =
    (textAt(spec, "externalName") ?? "") !== "" && spec["type"] !== "ExternalName";
  return [
    ...(isNameIgnored ? ['spec.externalName is ignored when spec.type is not "ExternalName"'] : []),
    ...(isHeadless && spec["sessionAffinity"] === "ClientIP"
      ? ["spec.SessionAffinity is ignored for headless services"]
      : []),
  ];
}

function nodeWarnings(next: JsonObject): readonly string[] {
  return (textAt(next, "spec", "externalID") ?? "") === ""
    ? []
    : ["spec.externalID: this field is deprecated, and is unused by Kubernetes"];
}

function volumeWarnings(next: JsonObject): readonly string[] {
  return textAt(next, "spec", "persistentVolumeReclaimPolicy") === "Recycle"
    ? [
        "spec.persistentVolumeReclaimPolicy: The Recycle reclaim policy is deprecated. Instead, the recommended approach is to use dynamic provisioning.",
      ]
    : [];
}

function claimWarnings(next: JsonObject): readonly string[] {
  const asked = textAt(next, "spec", "resources", "requests", "storage");
  return [
    ...(textAt(next, "metadata", "annotations", OLD_CLASS) === undefined
      ? []
      : [
          `metadata.annotations[${OLD_CLASS}]: deprecated since v1.8; use "storageClassName" attribute instead`,
        ]),
    ...(asked === undefined || quantityNanos(asked) % UNIT === 0n
      ? []
      : [
          `spec.resources.requests[storage]: fractional byte value ${JSON.stringify(asked)} is invalid, must be an integer`,
        ]),
  ];
}
