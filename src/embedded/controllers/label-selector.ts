import { type Json, type JsonObject, listAt, objectAt, textAt } from "../../core/object/json.ts";

/**
 * Whether a selector (`matchLabels` and `matchExpressions`) selects an object by its labels. An empty one selects
 * everything, none at all nothing.
 * @see https://kubernetes.io/docs/concepts/overview/working-with-objects/labels/#resources-that-support-set-based-requirements
 */
export function isSelected(object: JsonObject, selector: JsonObject | undefined): boolean {
  if (selector === undefined) return false;
  const labels = objectAt(object, "metadata", "labels") ?? {};
  const wanted = Object.entries(objectAt(selector, "matchLabels") ?? {});
  return (
    wanted.every(([key, value]) => Object.hasOwn(labels, key) && labels[key] === value) &&
    listAt(selector, "matchExpressions").every((each) => holds(each, labels))
  );
}

function holds(expression: Json, labels: JsonObject): boolean {
  const key = textAt(expression, "key") ?? "";
  const values = listAt(expression, "values");
  const value = Object.hasOwn(labels, key) ? labels[key] : undefined;
  switch (textAt(expression, "operator")) {
    case "In":
      return value !== undefined && values.includes(value);
    case "NotIn":
      return value === undefined || !values.includes(value);
    case "Exists":
      return value !== undefined;
    case "DoesNotExist":
      return value === undefined;
    case undefined:
    default:
      return false;
  }
}
