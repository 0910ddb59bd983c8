import type { JsonObject } from "../../core/object/json.ts";
import type { Selection } from "../../ports/cluster-port.ts";
import { trimPod } from "./trim-pod.ts";

/**
 * What is kept of an item of a followed selection. Of all pods of a namespace only what rollouts need; a Pod that is asked for by
 * name or label is looked at for its own sake, as a member of a stack is.
 */
export function keepItem(item: JsonObject, selection: Selection): JsonObject {
  const { apiVersion, kind, labelSelector, name } = selection;
  const isOneOfMany = labelSelector === "" && name === "";
  if (isOneOfMany && kind === "Pod" && apiVersion === "v1") return trimPod(item);
  // Items of a built-in kind's list do not say what they are.
  return { ...item, apiVersion, kind };
}
