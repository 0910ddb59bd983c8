import { type JsonObject, objectAt } from "../../core/object/json.ts";

/** Limits of containers: the default is the maximum, what is requested by default is the default limit or the minimum. */
export function limitRangeItemDefaults(item: JsonObject): JsonObject {
  if (item["type"] !== "Container") return item;
  const limits = { ...objectAt(item, "max"), ...objectAt(item, "default") };
  const requests = { ...limits, ...objectAt(item, "min"), ...objectAt(item, "defaultRequest") };
  return { ...item, ...withEntries("default", limits), ...withEntries("defaultRequest", requests) };
}

function withEntries(field: string, amounts: JsonObject): JsonObject {
  return Object.keys(amounts).length === 0 ? {} : { [field]: amounts };
}
