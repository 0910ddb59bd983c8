import type { JsonObject } from "../../core/object/json.ts";
import type { Resource } from "../kinds/resource.ts";
import { matchesFields, parseFieldSelector } from "../store/field-selector.ts";
import { matchesLabels } from "../store/label-selector.ts";
import { parseLabelSelector } from "../store/parse-label-selector.ts";

/** Whether an object is taken by the `labelSelector` and `fieldSelector` of a query. @throws {StatusError} 400. */
export function readSelection(
  query: URLSearchParams,
  resource: Resource,
): (object: JsonObject) => boolean {
  const labels = parseLabelSelector(query.get("labelSelector") ?? "");
  const fields = parseFieldSelector(query.get("fieldSelector") ?? "", resource);
  return (object) => matchesLabels(labels, object) && matchesFields(fields, object);
}
