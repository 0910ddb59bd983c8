import { type JsonObject, objectAt } from "../object/json.ts";
import { idOf } from "../object/live-object.ts";
import { isElasticKind, workloadFamilyOf } from "./kind-family.ts";
import { labelSelectorText } from "./label-selector-text.ts";

/** Which pods a fresh reading of an object has to list; `undefined`: it has none to list. */
export interface PodSelection {
  /** As a `labelSelector` query. */
  readonly labelSelector: string;
  /** Pods of a Deployment belong to it through ReplicaSets, which the same selector finds. */
  readonly hasReplicaSets: boolean;
}

/** The labels by which the pods of an object are found on the server; the rules then check owner and selector. */
export function podSelectionOf(object: JsonObject): PodSelection | undefined {
  const family = workloadFamilyOf(object);
  if (family === "Pod" || family === "CronJob") return undefined;
  if (family !== undefined) {
    return {
      labelSelector: labelSelectorText(objectAt(object, "spec", "selector")),
      hasReplicaSets: family === "Deployment",
    };
  }
  if (!isElasticKind(object)) return undefined;
  const { group, kind, name } = idOf(object);
  const label = kind === "Elasticsearch" ? "cluster-name" : "name";
  return { labelSelector: `${group}/${label}=${name}`, hasReplicaSets: false };
}
