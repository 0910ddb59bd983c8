import { type JsonObject, textAt } from "../../core/object/json.ts";
import type { World } from "../kinds/resource.ts";
import { trackUpdate } from "../ownership/track-update.ts";
import { notFound } from "../refusals.ts";
import { carryWarnings } from "./carry-warnings.ts";
import { decodeObjectBody } from "./decode-object-body.ts";
import { asNew, insertObject, type Written, withoutVersion } from "./insert-object.ts";
import { matchIdentity } from "./match-identity.ts";
import type { ObjectAnswer, ObjectCall } from "./object-call.ts";
import { findLive } from "./object-place.ts";
import { readOptions, type WriteOptions } from "./read-options.ts";
import { replaceObject } from "./replace-object.ts";
import { trackWithinLimits } from "./track-within-limits.ts";
import { checkUid, missingUid } from "./uid-precondition.ts";
import { isCreatedByUpdate } from "./update-rules.ts";

/** Answers a `PUT` of an object or of its status. @throws {StatusError} */
export function updateObject(call: ObjectCall, world: World): ObjectAnswer {
  const options = readOptions(call, "UpdateOptions");
  const { object, warnings } = decodeObjectBody(call, {
    type: call.resource,
    validation: options.fieldValidation,
    catalogue: world.catalogue,
  });
  return carryWarnings(warnings, () => putObject(object, { call, world, options }));
}

interface Putting {
  readonly call: ObjectCall;
  readonly world: World;
  readonly options: WriteOptions;
}

function putObject(object: JsonObject, { call, world, options }: Putting): ObjectAnswer {
  const next = matchIdentity(object, call);
  const live = findLive(call, world);
  if (live === undefined) {
    const created = createByUpdate(next, { call, world, options });
    return { code: 201, body: created.object, warnings: created.warnings };
  }
  checkUid(call, { uid: textAt(next, "metadata", "uid") ?? "", live });
  const written = replaceObject({ call, world, options, live, next });
  return { code: 200, body: written.object, warnings: written.warnings };
}

/** @throws {StatusError} 404 for kinds that are only replaced. */
function createByUpdate(next: JsonObject, { call, world, options }: Putting): Written {
  const { resource } = call;
  if (!isCreatedByUpdate(resource) || call.subresource !== "") throw notFound(resource, call.name);
  const uid = textAt(next, "metadata", "uid") ?? "";
  if (uid !== "") throw missingUid(call, uid);
  const filled = resource.strategy.setDefaults(asNew(withoutVersion(next)));
  const tracked = trackWithinLimits(filled, () =>
    trackUpdate({
      live: undefined,
      next: filled,
      manager: options.manager,
      subresource: "",
      resource,
      now: world.now(),
    }),
  );
  return insertObject(tracked, { call, world, isDryRun: options.isDryRun });
}
