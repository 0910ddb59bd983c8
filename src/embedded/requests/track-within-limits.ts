import type { JsonObject } from "../../core/object/json.ts";
import { withinTime } from "../kinds/within-time.ts";
import { checkSize } from "./check-size.ts";

/**
 * Runs `track`, which finds the owners of all fields of an object.
 * @throws {StatusError} 500 for an object that is far too large, 504 when it takes too long; what `track` throws.
 */
export function trackWithinLimits(object: JsonObject, track: () => JsonObject): JsonObject {
  checkSize(object);
  return withinTime(track);
}
