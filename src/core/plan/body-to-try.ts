import type { JsonObject } from "../object/json.ts";
import type { Intent } from "./build-intent.ts";
import type { ObjectCase } from "./describe-case.ts";

/**
 * The body with which the server is asked what an apply would do now: all of the intent for an object that is not there; while
 * released paths are still ours, with what is live there, for leaving them out would take them away.
 */
export function bodyToTry(
  item: Pick<ObjectCase, "live" | "hasOwnedReleases">,
  intent: Intent,
): JsonObject {
  if (item.live === undefined) return intent.created;
  return item.hasOwnedReleases ? intent.expected : intent.body;
}
