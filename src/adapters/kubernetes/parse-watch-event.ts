import { isJsonObject, type JsonObject, objectAt, textAt } from "../../core/object/json.ts";

/** One line of a watch; `undefined` when it is none. @see https://kubernetes.io/docs/reference/using-api/api-concepts/#efficient-detection-of-changes */
export function parseWatchEvent(
  event: unknown,
): { readonly type: string | undefined; readonly object: JsonObject | undefined } | undefined {
  if (!isJsonObject(event)) return undefined;
  return { type: textAt(event, "type"), object: objectAt(event, "object") };
}
