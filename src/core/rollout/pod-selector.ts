import { type JsonObject, objectAt } from "../object/json.ts";
import { idOf } from "../object/live-object.ts";
import { isElasticKind, workloadFamilyOf } from "./kind-family.ts";

/** Which pods may be those of an object; `undefined`: it has none to look for. */
export interface PodSelection {
  /** As a LabelSelector. */
  readonly selector: JsonObject;
  /** Pods of a Deployment belong to it through ReplicaSets, which the same selector finds. */
  readonly hasReplicaSets: boolean;
}

/** The labels by which the pods of an object are found; the rules then check owner and selector. */
export function podSelectionOf(object: JsonObject): PodSelection | undefined {
  const family = workloadFamilyOf(object);
  if (family === "Pod") return undefined;
  if (family === "CronJob") return { selector: OF_A_JOB, hasReplicaSets: false };
  if (family !== undefined) {
    const selector = objectAt(object, "spec", "selector") ?? NOTHING;
    return { selector, hasReplicaSets: family === "Deployment" };
  }
  if (!isElasticKind(object)) return undefined;
  const { group, kind, name } = idOf(object);
  const label = kind === "Elasticsearch" ? "cluster-name" : "name";
  return { selector: { matchLabels: { [`${group}/${label}`]: name } }, hasReplicaSets: false };
}

/** A CronJob has no selector; its pods are those of its Jobs. */
const OF_A_JOB: JsonObject = { matchExpressions: [{ key: "job-name", operator: "Exists" }] };

/** No object has a label without a name. */
const NOTHING: JsonObject = { matchExpressions: [{ key: "", operator: "Exists" }] };
