import { CONTROL_KEYS } from "../control-keys.ts";
import type { JsonObject } from "../object/json.ts";
import { labelOf } from "../object/live-object.ts";
import type { StackRules } from "./look.ts";

/** Whose object this is, by its labels. */
export type Owner =
  | { readonly kind: "ours" }
  /** No stack's labels: it is taken over by the first apply. */
  | { readonly kind: "nobody" }
  | { readonly kind: "other"; readonly name: string };

/** Reads the owner from the live object's labels. */
export function findOwner(live: JsonObject, rules: StackRules): Owner {
  const partOf = labelOf(live, CONTROL_KEYS.partOf);
  const stack = labelOf(live, CONTROL_KEYS.stack);
  if (partOf === undefined && stack === undefined) return { kind: "nobody" };
  if ((partOf ?? rules.applySetId) === rules.applySetId && (stack ?? rules.name) === rules.name) {
    return { kind: "ours" };
  }
  return { kind: "other", name: stack ?? partOf ?? "" };
}
