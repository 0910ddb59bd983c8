import { type JsonObject, objectAt, valueAt } from "../../core/object/json.ts";
import type { Resource } from "../kinds/resource.ts";
import { labelsText, selectorText } from "../tables/labels-text.ts";

/** The `Scale` of an object: how many of it there should be and are. A number of 0 that should be is left out. */
export function scaleOf(object: JsonObject, resource: Resource): JsonObject {
  const paths = resource.scale;
  const wanted = valueAt(object, ...(paths?.specReplicas ?? [])) ?? 0;
  const actual = valueAt(object, ...(paths?.statusReplicas ?? [])) ?? 0;
  const selector = selectorOf(object, resource);
  const metadata = objectAt(object, "metadata") ?? {};
  const fields = ["name", "namespace", "uid", "resourceVersion", "creationTimestamp"];
  return {
    kind: "Scale",
    apiVersion: "autoscaling/v1",
    metadata: Object.fromEntries(
      fields.flatMap((field) => {
        const value = metadata[field];
        return value === undefined ? [] : [[field, value]];
      }),
    ),
    spec: wanted === 0 ? {} : { replicas: wanted },
    status: { replicas: actual, ...(selector === "" ? {} : { selector }) },
  };
}

/** The label selector as text: `app=web,tier in (a,b)`; empty when there is none. */
function selectorOf(object: JsonObject, { scale, kind }: Resource): string {
  const path = scale?.selector ?? [];
  const selector = path.length === 0 ? undefined : valueAt(object, ...path);
  if (typeof selector === "string") return selector;
  return kind === "ReplicationController" ? labelsText(selector, "") : selectorText(selector, "");
}
