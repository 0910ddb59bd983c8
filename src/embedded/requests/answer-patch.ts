import type { World } from "../kinds/resource.ts";
import { applyPatch } from "./apply-patch.ts";
import type { ObjectAnswer, ObjectCall } from "./object-call.ts";
import { patchObject } from "./patch-object.ts";
import { APPLY_PATCH } from "./patch-types.ts";

/** Answers a `PATCH` of an object or of its status, of any kind. @throws {StatusError} */
export function answerPatch(call: ObjectCall, world: World): ObjectAnswer {
  return call.contentType === APPLY_PATCH ? applyPatch(call, world) : patchObject(call, world);
}
