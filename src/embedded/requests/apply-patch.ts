import { type JsonObject, objectAt, textAt } from "../../core/object/json.ts";
import { apiVersionOf } from "../../core/object/object-id.ts";
import type { World } from "../kinds/resource.ts";
import { trackApply } from "../ownership/track-apply.ts";
import { notFound } from "../refusals.ts";
import { carryWarnings } from "./carry-warnings.ts";
import { dedupeOwners } from "./dedupe-owners.ts";
import { asNew, insertObject, withoutVersion } from "./insert-object.ts";
import { matchIdentity } from "./match-identity.ts";
import type { ObjectAnswer, ObjectCall } from "./object-call.ts";
import { findLive } from "./object-place.ts";
import { readApplied } from "./read-applied.ts";
import { readOptions, type WriteOptions } from "./read-options.ts";
import { checkVersion, storeReplacement } from "./replace-object.ts";
import { trackWithinLimits } from "./track-within-limits.ts";
import { missingUid } from "./uid-precondition.ts";
import { isCreatedByUpdate } from "./update-rules.ts";

/**
 * Answers a server-side apply; it creates what does not exist.
 *
 * @throws {StatusError} 409 for conflicts with other managers.
 * @see https://kubernetes.io/docs/reference/using-api/server-side-apply/
 */
export function applyPatch(call: ObjectCall, world: World): ObjectAnswer {
  const options = readOptions(call, "PatchOptions");
  const { config, warnings } = readApplied(call, {
    apiVersion: apiVersionOf(call.resource),
    kind: call.resource.kind,
    validation: options.fieldValidation,
  });
  const live = findLive(call, world);
  return carryWarnings(warnings, () =>
    live === undefined
      ? createApplied(config, { call, world, options })
      : mergeApplied(config, { call, world, options, live }),
  );
}

interface Applying {
  readonly call: ObjectCall;
  readonly world: World;
  readonly options: WriteOptions;
}

function createApplied(config: JsonObject, { call, world, options }: Applying): ObjectAnswer {
  const { resource, subresource } = call;
  // Odd, but so it is: the status of a kind that a replacement creates is created as well.
  const isCreated = subresource === "" || (subresource === "status" && isCreatedByUpdate(resource));
  if (!isCreated) throw notFound(resource, call.name);
  const tracked = trackWithinLimits(config, () =>
    trackApply({
      live: undefined,
      config,
      manager: options.manager,
      force: options.force,
      subresource,
      resource,
      now: world.now(),
    }),
  );
  const next = matchIdentity(withoutVersion(tracked), call);
  const uid = textAt(config, "metadata", "uid") ?? "";
  if (uid !== "") throw missingUid(call, uid);
  const created = insertObject(resource.strategy.setDefaults(asNew(next)), {
    call,
    world,
    isDryRun: options.isDryRun,
  });
  return { code: 201, body: created.object, warnings: created.warnings };
}

function mergeApplied(
  config: JsonObject,
  { call, world, options, live }: Applying & { live: JsonObject },
): ObjectAnswer {
  const { resource, subresource } = call;
  const tracked = trackWithinLimits(config, () =>
    trackApply({
      live,
      config,
      manager: options.manager,
      force: options.force,
      subresource,
      resource,
      now: world.now(),
    }),
  );
  const { object: next, warnings } = dedupeOwners(matchIdentity(withoutLink(tracked), call));
  checkVersion({ call, world, options, live, next });
  const written = storeReplacement({
    call,
    world,
    options,
    live,
    next: resource.strategy.setDefaults(next),
  });
  return { code: 200, body: written.object, warnings: [...warnings, ...written.warnings] };
}

function withoutLink(object: JsonObject): JsonObject {
  const { selfLink: _, ...metadata } = objectAt(object, "metadata") ?? {};
  return { ...object, metadata };
}
