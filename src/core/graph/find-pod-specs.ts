import { isJsonObject, type JsonObject, listAt, objectAt } from "../object/json.ts";
import type { ObjectId } from "../object/object-id.ts";

/**
 * The pod specs that an object holds: a Pod's own, those of pod templates where Kubernetes' kinds and most custom
 * ones have them, and the `podTemplate` of the Elastic kinds.
 */
export function findPodSpecs(object: {
  readonly id: ObjectId;
  readonly body: JsonObject;
}): readonly JsonObject[] {
  const { id, body } = object;
  const specs =
    id.group === "" && id.kind === "Pod"
      ? [objectAt(body, "spec")]
      : [
          ...TEMPLATE_PLACES.map((place) => objectAt(body, "spec", ...place, "spec")),
          ...listAt(body, "spec", "nodeSets").map((set) => objectAt(set, "podTemplate", "spec")),
        ];
  return specs.filter(isJsonObject);
}

const TEMPLATE_PLACES = [
  ["template"],
  ["jobTemplate", "spec", "template"],
  ["podTemplate"],
  ["deployment", "podTemplate"],
  ["daemonSet", "podTemplate"],
  ["statefulSet", "podTemplate"],
] as const;
