import { CONTROL_KEYS } from "../control-keys.ts";
import type { JsonObject } from "../object/json.ts";
import { labelOf } from "../object/live-object.ts";
import type { StackRules } from "./look.ts";

/** Whose object this is, by its labels. */
export type Owner =
  | { readonly kind: "ours" }
  /** No stack's labels: it is taken over by the first apply. */
  | { readonly kind: "nobody" }
  | { readonly kind: "other"; readonly name: string; readonly partOf: string };

/**
 * Reads the owner from the live object's labels. The part-of label decides: whoever takes an object over writes both, so the
 * name alone was changed by somebody who would end its protection.
 */
export function findOwner(live: JsonObject, rules: StackRules): Owner {
  const partOf = labelOf(live, CONTROL_KEYS.partOf);
  const stack = labelOf(live, CONTROL_KEYS.stack);
  if (partOf === undefined && stack === undefined) return { kind: "nobody" };
  const isOurs = partOf === undefined ? stack === rules.name : partOf === rules.applySetId;
  if (isOurs) return { kind: "ours" };
  return { kind: "other", name: stack ?? partOf ?? "", partOf: partOf ?? "" };
}
