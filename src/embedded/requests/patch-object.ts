import type { World } from "../kinds/resource.ts";
import { carryWarnings } from "./carry-warnings.ts";
import { matchIdentity } from "./match-identity.ts";
import type { ObjectAnswer, ObjectCall } from "./object-call.ts";
import { requireLive } from "./object-place.ts";
import { readOptions } from "./read-options.ts";
import { replaceObject } from "./replace-object.ts";
import { runPatch } from "./run-patch.ts";

/** Answers a `PATCH` of the three kinds that start from the live object. @throws {StatusError} */
export function patchObject(call: ObjectCall, world: World): ObjectAnswer {
  const options = readOptions(call, "PatchOptions");
  const live = requireLive(call, world);
  const { next, warnings } = runPatch(live, {
    call,
    world,
    type: call.resource,
    validation: options.fieldValidation,
  });
  return carryWarnings(warnings, () => {
    const written = replaceObject({ call, world, options, live, next: matchIdentity(next, call) });
    return { code: 200, body: written.object, warnings: written.warnings };
  });
}
