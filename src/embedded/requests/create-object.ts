import type { JsonObject } from "../../core/object/json.ts";
import type { World } from "../kinds/resource.ts";
import { trackUpdate } from "../ownership/track-update.ts";
import { carryWarnings } from "./carry-warnings.ts";
import { decodeObjectBody } from "./decode-object-body.ts";
import { asNew, insertObject } from "./insert-object.ts";
import { matchNamespace } from "./match-identity.ts";
import type { ObjectAnswer, ObjectCall } from "./object-call.ts";
import { readOptions, type WriteOptions } from "./read-options.ts";
import { trackWithinLimits } from "./track-within-limits.ts";

/** Answers a `POST` to a collection. @throws {StatusError} */
export function createObject(call: ObjectCall, world: World): ObjectAnswer {
  const { resource } = call;
  const options = readOptions(call, "CreateOptions");
  const { object, warnings } = decodeObjectBody(call, {
    type: resource,
    validation: options.fieldValidation,
    catalogue: world.catalogue,
  });
  return carryWarnings(warnings, () => createRead(object, { call, world, options }));
}

/** Creates an object that was read. */
function createRead(
  object: JsonObject,
  { call, world, options }: { call: ObjectCall; world: World; options: WriteOptions },
): ObjectAnswer {
  const { resource } = call;
  const matched = matchNamespace(object, call);
  const next = resource.strategy.setDefaults(asNew(matched));
  const tracked = trackWithinLimits(next, () =>
    trackUpdate({
      live: undefined,
      next,
      manager: options.manager,
      subresource: "",
      resource,
      now: world.now(),
    }),
  );
  if (resource.answer !== undefined) {
    return { code: 201, body: resource.answer(tracked, world), warnings: [] };
  }
  const created = insertObject(tracked, { call, world, isDryRun: options.isDryRun });
  return { code: 201, body: created.object, warnings: created.warnings };
}
