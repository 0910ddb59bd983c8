import type { World } from "../kinds/resource.ts";
import { answerSubresource } from "./answer-subresource.ts";
import { applyPatch } from "./apply-patch.ts";
import { createObject } from "./create-object.ts";
import { deleteCollection } from "./delete-collection.ts";
import { deleteObject } from "./delete-object.ts";
import { listObjects } from "./list-objects.ts";
import type { ObjectAnswer, ObjectCall } from "./object-call.ts";
import { patchObject } from "./patch-object.ts";
import { readObject } from "./read-object.ts";
import { methodNotAllowed } from "./refusals.ts";
import { updateObject } from "./update-object.ts";

const APPLY = "application/apply-patch+yaml";

/**
 * Carries out one request about objects as kube-apiserver 1.34 does it. Synchronous: what the answer says is in the store
 * when it returns.
 *
 * @throws {StatusError} when the request is refused.
 */
export function answerCall(call: ObjectCall, world: World): ObjectAnswer {
  if (call.subresource !== "") return answerSubresource(call, world);
  if (!call.resource.verbs.includes(call.verb)) throw methodNotAllowed();
  switch (call.verb) {
    case "get":
      return readObject(call, world);
    case "list":
      return listObjects(call, world).answer;
    case "create":
      return createObject(call, world);
    case "update":
      return updateObject(call, world);
    case "patch":
      return call.contentType === APPLY ? applyPatch(call, world) : patchObject(call, world);
    case "delete":
      return deleteObject(call, world);
    case "deletecollection":
      return deleteCollection(call, world);
  }
}
