import type { World } from "../kinds/resource.ts";
import { checkAge } from "./check-age.ts";
import type { ObjectAnswer, ObjectCall } from "./object-call.ts";
import { requireLive } from "./object-place.ts";

/** Answers a `GET` of one object. @throws {StatusError} 404; 504 for a resourceVersion of the future. */
export function readObject(call: ObjectCall, world: World): ObjectAnswer {
  checkAge(call.query.get("resourceVersion") ?? "", world);
  return { code: 200, body: requireLive(call, world), warnings: [] };
}
