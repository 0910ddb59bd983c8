import { type JsonObject, listAt, objectAt, textAt } from "../../core/object/json.ts";

/**
 * Whether a selector (`matchLabels` and `matchExpressions`) selects an object, or what a template makes, by its labels. An
 * empty one selects everything, none at all nothing.
 * @see https://kubernetes.io/docs/concepts/overview/working-with-objects/labels/#resources-that-support-set-based-requirements
 */
export function isSelected(object: JsonObject, selector: JsonObject | undefined): boolean {
  if (selector === undefined) return false;
  const labels = objectAt(object, "metadata", "labels") ?? {};
  const exact = Object.entries(objectAt(selector, "matchLabels") ?? {});
  return (
    exact.every(([key, value]) => Object.hasOwn(labels, key) && labels[key] === value) &&
    listAt(selector, "matchExpressions").every((each) => holds(objectAt(each) ?? {}, labels))
  );
}

function holds(expression: JsonObject, labels: JsonObject): boolean {
  const key = textAt(expression, "key") ?? "";
  const value = Object.hasOwn(labels, key) ? labels[key] : undefined;
  const isAmong = value !== undefined && listAt(expression, "values").includes(value);
  switch (textAt(expression, "operator") ?? "") {
    case "In":
      return isAmong;
    case "NotIn":
      return !isAmong;
    case "Exists":
      return value !== undefined;
    case "DoesNotExist":
      return value === undefined;
    default:
      return false;
  }
}
