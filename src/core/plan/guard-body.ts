import { type JsonObject, objectAt } from "../object/json.ts";
import { resourceVersionOf, uidOf } from "../object/live-object.ts";

/**
 * An intent with uid and resourceVersion of the live object that was read: a stale writer gets 409 instead of overwriting
 * what somebody wrote meanwhile, or recreating what somebody deleted.
 */
export function guardBody(intent: JsonObject, live: JsonObject): JsonObject {
  const metadata = objectAt(intent, "metadata") ?? {};
  return {
    ...intent,
    metadata: { ...metadata, uid: uidOf(live), resourceVersion: resourceVersionOf(live) },
  };
}
