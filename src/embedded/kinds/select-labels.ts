import { type JsonObject, listAt, objectAt, textAt } from "../../core/object/json.ts";

/** Whether a label selector chooses an object with these labels. An empty selector chooses all. */
export function selectsLabels(selector: JsonObject, labels: JsonObject): boolean {
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
