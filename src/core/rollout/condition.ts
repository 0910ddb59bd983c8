import { type Json, type JsonObject, listAt, textAt } from "../object/json.ts";

/** The condition of that type in `status.conditions`, or `undefined`. */
export function conditionOf(body: JsonObject, type: string): Json | undefined {
  return listAt(body, "status", "conditions").find((each) => textAt(each, "type") === type);
}

/** `True`, `False`, `Unknown`, or `undefined` when the condition is not there. */
export function conditionStatus(body: JsonObject, type: string): string | undefined {
  return textAt(conditionOf(body, type), "status");
}

/** A condition in words: `Ready is False: NoEndpoints: nothing answers`. */
export function conditionText(body: JsonObject, type: string): string {
  const condition = conditionOf(body, type);
  const status = textAt(condition, "status") ?? "missing";
  return [`${type} is ${status}`, textAt(condition, "reason"), textAt(condition, "message")]
    .filter((part) => part !== undefined && part !== "")
    .join(": ");
}
