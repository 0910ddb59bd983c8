import {
  isJsonObject,
  type Json,
  type JsonObject,
  listAt,
  objectAt,
} from "../../core/object/json.ts";

const METADATA = [
  "name",
  "namespace",
  "uid",
  "resourceVersion",
  "generation",
  "creationTimestamp",
  "deletionTimestamp",
  "labels",
  "annotations",
  "ownerReferences",
];
const STATUS = [
  "phase",
  "reason",
  "message",
  "conditions",
  "containerStatuses",
  "initContainerStatuses",
  "startTime",
];

/** A pod with only what the rollout rules read: there are many of them, and most of a pod is its spec. */
export function trimPod(pod: JsonObject): JsonObject {
  const containers = listAt(pod, "spec", "containers").map((each) => pick(each, ["name", "image"]));
  const initContainers = listAt(pod, "spec", "initContainers").map((each) =>
    pick(each, ["name", "image", "restartPolicy"]),
  );
  return {
    apiVersion: "v1",
    kind: "Pod",
    metadata: pick(objectAt(pod, "metadata"), METADATA),
    spec: { containers, ...(initContainers.length === 0 ? {} : { initContainers }) },
    status: pick(objectAt(pod, "status"), STATUS),
  };
}

function pick(value: Json | undefined, keys: readonly string[]): JsonObject {
  if (!isJsonObject(value)) return {};
  const picked = keys.flatMap((key) => {
    const member = value[key];
    return member === undefined ? [] : [[key, member] as const];
  });
  return Object.fromEntries(picked);
}
