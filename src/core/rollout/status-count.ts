import { type JsonObject, numberAt } from "../object/json.ts";

/** A number of `status`, or `undefined` when it is not there. */
export function statusCount(body: JsonObject, name: string): number | undefined {
  return numberAt(body, "status", name);
}
