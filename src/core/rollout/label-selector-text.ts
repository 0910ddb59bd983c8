import { type JsonObject, listAt, objectAt, textAt } from "../object/json.ts";

/**
 * A `metav1.LabelSelector` as the text of a `labelSelector` query.
 *
 * @returns empty for a selector that selects everything or that is missing.
 * @see https://kubernetes.io/docs/concepts/overview/working-with-objects/labels/#label-selectors
 */
export function labelSelectorText(selector: JsonObject | undefined): string {
  const equalities = Object.entries(objectAt(selector, "matchLabels") ?? {}).flatMap(
    ([key, value]) => (typeof value === "string" ? [`${key}=${value}`] : []),
  );
  const expressions = listAt(selector, "matchExpressions").flatMap((expression) => {
    const key = textAt(expression, "key") ?? "";
    const values = listAt(expression, "values").map(String).join(",");
    switch (textAt(expression, "operator")) {
      case "In":
        return [`${key} in (${values})`];
      case "NotIn":
        return [`${key} notin (${values})`];
      case "Exists":
        return [key];
      case "DoesNotExist":
        return [`!${key}`];
      case undefined:
      default:
        return [];
    }
  });
  return [...equalities, ...expressions].join(",");
}
