import { isJsonObject, type JsonObject, listAt, textAt } from "../../core/object/json.ts";

/** The conditions in an object's status. */
export function conditionsOf(object: JsonObject | undefined): readonly JsonObject[] {
  return listAt(object, "status", "conditions").filter(isJsonObject);
}

export function findCondition(
  conditions: readonly JsonObject[],
  type: string,
): JsonObject | undefined {
  return conditions.find((each) => textAt(each, "type") === type);
}

/** Whether the status of an object says `True` for a condition. */
export function isTrue(object: JsonObject | undefined, type: string): boolean {
  return textAt(findCondition(conditionsOf(object), type), "status") === "True";
}

/** Puts a condition in the place of the one with its type, or at the end. Keeps `lastTransitionTime` when the status stays. */
export function setCondition(
  conditions: readonly JsonObject[],
  condition: JsonObject,
): readonly JsonObject[] {
  const type = textAt(condition, "type") ?? "";
  const old = findCondition(conditions, type);
  if (old === undefined) return [...conditions, condition];
  const next = keepTransition(old, condition);
  return conditions.map((each) => (each === old ? next : each));
}

/** The condition with the transition time of the old one, unless the status changes. */
export function keepTransition(old: JsonObject | undefined, condition: JsonObject): JsonObject {
  const kept = old?.["lastTransitionTime"];
  if (kept === undefined || old?.["status"] !== condition["status"]) return condition;
  return { ...condition, lastTransitionTime: kept };
}
