import { CONTROL_KEYS } from "../control-keys.ts";
import type { JsonObject } from "../object/json.ts";
import { labelOf } from "../object/live-object.ts";
import type { Sibling } from "./look.ts";

/** Whether a live object carries the label of another stack, under its present name or an earlier one. */
export function isOfSibling(object: JsonObject, { applySetId, earlierSets }: Sibling): boolean {
  const partOf = labelOf(object, CONTROL_KEYS.partOf) ?? "";
  return partOf === applySetId || earlierSets.has(partOf);
}
