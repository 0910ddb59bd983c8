import {
  type Json,
  type JsonObject,
  listAt,
  objectAt,
  textAt,
  valueAt,
} from "../../core/object/json.ts";
import type { Resource } from "../kinds/resource.ts";
import { textsAt } from "./texts-at.ts";

/** The `Scale` of an object: how many of it there should be and are. A number of 0 that should be is left out. */
export function scaleOf(object: JsonObject, resource: Resource): JsonObject {
  const paths = resource.scale;
  const wanted = valueAt(object, ...(paths?.specReplicas ?? [])) ?? 0;
  const actual = valueAt(object, ...(paths?.statusReplicas ?? [])) ?? 0;
  const selector = selectorText(object, resource);
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

/** The label selector as text: `app=web,tier in (a,b)`. */
function selectorText(object: JsonObject, resource: Resource): string {
  const path = resource.scale?.selector ?? [];
  if (path.length === 0) return "";
  const selector = valueAt(object, ...path);
  if (typeof selector === "string") return selector;
  const isBare = resource.kind === "ReplicationController";
  const labels = isBare ? objectAt(object, ...path) : objectAt(selector, "matchLabels");
  const terms = [
    ...Object.keys(labels ?? {}).map((key) => ({
      key,
      text: `${key}=${textAt(labels, key) ?? ""}`,
    })),
    ...(isBare ? [] : listAt(selector, "matchExpressions")).map((expression) => ({
      key: textAt(expression, "key") ?? "",
      text: expressionText(expression),
    })),
  ];
  return terms
    .toSorted((a, b) => (a.key < b.key ? -1 : 1))
    .map(({ text }) => text)
    .join(",");
}

function expressionText(expression: Json): string {
  const key = textAt(expression, "key") ?? "";
  const values = textsAt(expression, "values").toSorted().join(",");
  const text = new Map([
    ["In", `${key} in (${values})`],
    ["NotIn", `${key} notin (${values})`],
    ["DoesNotExist", `!${key}`],
  ]);
  return text.get(textAt(expression, "operator") ?? "") ?? key;
}
