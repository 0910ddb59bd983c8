import { isJsonObject, type JsonObject, listAt, objectAt } from "../object/json.ts";
import { kindKey, type ObjectId } from "../object/object-id.ts";

/** By kind key: where custom kinds have a pod template, as the config says it. */
export type PodTemplates = ReadonlyMap<string, readonly string[]>;

/**
 * The pod specs that an object holds: a Pod's own, those of pod templates where Kubernetes' kinds and most custom
 * ones have them, the `podTemplate` of the Elastic kinds, and where the config says so.
 */
export function findPodSpecs(
  object: { readonly id: ObjectId; readonly body: JsonObject },
  templates: PodTemplates,
): readonly JsonObject[] {
  const { id, body } = object;
  const place = templates.get(kindKey(id));
  const specs =
    place === undefined
      ? findUsualSpecs(object)
      : [...findUsualSpecs(object), objectAt(body, ...place, "spec")];
  return [...new Set(specs.filter(isJsonObject))];
}

function findUsualSpecs({
  id,
  body,
}: {
  readonly id: ObjectId;
  readonly body: JsonObject;
}): readonly (JsonObject | undefined)[] {
  return id.group === "" && id.kind === "Pod"
    ? [objectAt(body, "spec")]
    : [
        ...TEMPLATE_PLACES.map((place) => objectAt(body, "spec", ...place, "spec")),
        ...listAt(body, "spec", "nodeSets").map((set) => objectAt(set, "podTemplate", "spec")),
      ];
}

const TEMPLATE_PLACES = [
  ["template"],
  ["jobTemplate", "spec", "template"],
  ["podTemplate"],
  ["deployment", "podTemplate"],
  ["daemonSet", "podTemplate"],
  ["statefulSet", "podTemplate"],
] as const;
