import { type JsonObject, textAt } from "../../core/object/json.ts";
import type { World } from "../kinds/resource.ts";
import { decodeObjectBody } from "./decode-object-body.ts";
import { matchIdentity } from "./match-identity.ts";
import type { ObjectAnswer, ObjectCall } from "./object-call.ts";
import { requireLive } from "./object-place.ts";
import { readOptions } from "./read-options.ts";
import { replaceObject } from "./replace-object.ts";
import { checkUid } from "./uid-precondition.ts";

/** Answers a `PUT` of `finalize`, the only way to write `spec.finalizers`: a namespace that goes away goes with the last of them. */
export function finalizeNamespace(call: ObjectCall, world: World): ObjectAnswer {
  const options = readOptions(call, "UpdateOptions");
  const { object, warnings } = decodeObjectBody(call, {
    type: call.resource,
    validation: options.fieldValidation,
    catalogue: world.catalogue,
  });
  const next = matchIdentity(object, call);
  const live = requireLive(call, world);
  checkUid(call, { uid: textAt(next, "metadata", "uid") ?? "", live });
  const written = replaceObject({ call, world, options, live, next, prepare: asWritten });
  return { code: 200, body: written.object, warnings: [...warnings, ...written.warnings] };
}

function asWritten(next: JsonObject): JsonObject {
  return next;
}
