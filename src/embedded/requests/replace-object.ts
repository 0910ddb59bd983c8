import { isJsonEqual, type JsonObject, objectAt, textAt, valueAt } from "../../core/object/json.ts";
import { isTerminating } from "../../core/object/live-object.ts";
import type { Fault } from "../fault.ts";
import { invalidObject } from "../invalid-object.ts";
import type { Strategy, World } from "../kinds/resource.ts";
import { trackUpdate } from "../ownership/track-update.ts";
import { internalError, outdated } from "../refusals.ts";
import { versionFault } from "./check-age.ts";
import { checkMetadataUpdate } from "./check-metadata-update.ts";
import { dedupeOwners } from "./dedupe-owners.ts";
import type { Written } from "./insert-object.ts";
import { isSameButTimes } from "./is-same-but-times.ts";
import { mayGo } from "./mark-for-deletion.ts";
import { nextGeneration } from "./next-generation.ts";
import type { ObjectCall } from "./object-call.ts";
import { placeOf } from "./object-place.ts";
import type { WriteOptions } from "./read-options.ts";
import { resetFields, resetStatusMetadata } from "./reset-fields.ts";
import { trackWithinLimits } from "./track-within-limits.ts";
import { isUnconditional } from "./update-rules.ts";
import { writeWarnings } from "./write-warnings.ts";

/** An object on its way to replace the live one. */
export interface Replacement {
  readonly call: ObjectCall;
  readonly world: World;
  readonly options: WriteOptions;
  readonly live: JsonObject;
  readonly next: JsonObject;
  /** In place of that of the kind, for subresources that write what others may not. */
  readonly prepare?: Strategy["prepareUpdate"];
}

/**
 * Puts an object in the place of the live one, for updates and patches of any kind but apply.
 *
 * @throws {StatusError} 409 when `next` carries another resourceVersion than the live object, 422 for faults.
 */
export function replaceObject(replacement: Replacement): Written {
  const { call, world, options, live } = replacement;
  const { resource, subresource } = call;
  checkVersion(replacement);
  const { object, warnings } = dedupeOwners(replacement.next);
  const filled = withManagers(resource.strategy.setDefaults(object), object);
  const next = resetFields(filled, live, call);
  const tracked = trackWithinLimits(next, () =>
    trackUpdate({
      live,
      next,
      manager: options.manager,
      subresource,
      resource,
      now: world.now(),
    }),
  );
  const written = storeReplacement({ ...replacement, next: tracked });
  return { object: written.object, warnings: [...warnings, ...written.warnings] };
}

/**
 * As `replaceObject`, for an object whose managedFields are settled.
 *
 * @returns the object as it is stored now; as it would be in a dry run.
 */
export function storeReplacement(replacement: Replacement): Written {
  const { call, world, options, live } = replacement;
  const { resource } = call;
  const { strategy } = resource;
  const isCustomStatus = resource.isCustom && call.subresource === "status";
  const own = resetFields(replacement.next, live, call);
  const reset = isCustomStatus ? resetStatusMetadata(own, live) : own;
  const prepare = replacement.prepare ?? strategy.prepareUpdate;
  const whole = withSystemFields(reset, live);
  const prepared = prepare(whole, live, world);
  const settled = prepared === whole ? whole : strategy.setDefaults(prepared);
  const next = nextGeneration(settled, { live, call });
  const faults = updateFaults(next, replacement);
  if (faults.length > 0) throw invalidObject({ ...resource, name: call.name }, faults);
  const warnings = writeWarnings(next, live, call);
  if (isSameButTimes(next, live)) return { object: live, warnings };
  if (options.isDryRun) return { object: next, warnings };
  if (isTerminating(next) && mayGo(next)) {
    world.store.remove(placeOf(call));
    return { object: next, warnings };
  }
  return { object: world.store.put(placeOf(call), next), warnings };
}

function updateFaults(next: JsonObject, { call, world, live }: Replacement): readonly Fault[] {
  const { resource, subresource } = call;
  const { strategy } = resource;
  const faults = strategy.validate(next, world);
  const isCustomStatus = resource.isCustom && subresource === "status";
  return [
    ...checkMetadataUpdate(next, live, call),
    ...(isCustomStatus ? faults.map(asOfStatus) : faults),
    ...strategy.validateUpdate(next, live),
  ];
}

/** The status of a custom object is checked by itself, and the texts name its fields from there. */
function asOfStatus(fault: Fault): Fault {
  return { ...fault, detail: fault.detail.replace(/^status\.?(?=\S* in body )/, "") };
}

/** An empty list of managers says something, so it must outlive the defaults, which drop empty lists. */
function withManagers(filled: JsonObject, { metadata }: JsonObject): JsonObject {
  const managedFields = valueAt(metadata, "managedFields");
  if (!isJsonEqual(managedFields, [])) return filled;
  return { ...filled, metadata: { ...objectAt(filled, "metadata"), managedFields: [] } };
}

/** @throws {StatusError} 409 when the object is based on another version than the live one. */
export function checkVersion({ call, live, next }: Replacement): void {
  const { resource, name } = call;
  const based = textAt(next, "metadata", "resourceVersion") ?? "";
  const wrong = versionFault(based);
  if (wrong !== undefined) throw internalError(wrong);
  if (based === "" || based === "0") {
    if (isUnconditional(resource)) return;
    throw invalidObject({ group: resource.group, kind: resource.plural, name }, [
      {
        kind: "invalid",
        field: "metadata.resourceVersion",
        value: 0,
        detail: "must be specified for an update",
      },
    ]);
  }
  if (based !== textAt(live, "metadata", "resourceVersion")) throw outdated(resource, name);
}

/** Keeps what only the server says about an object. What a caller may not change is judged afterwards. */
function withSystemFields(next: JsonObject, live: JsonObject): JsonObject {
  const was = objectAt(live, "metadata") ?? {};
  const metadata = objectAt(next, "metadata") ?? {};
  const kept = ["uid", "namespace", "deletionGracePeriodSeconds"].filter(
    (field) => Object.hasOwn(was, field) && isAbsent(metadata[field]),
  );
  const forced = ["creationTimestamp", "deletionTimestamp", "generation", "resourceVersion"];
  const { generation: _generation, ...rest } = metadata;
  const own = Object.fromEntries(
    [...kept, ...forced].flatMap((field) => {
      const value = was[field];
      return value === undefined ? [] : [[field, value]];
    }),
  );
  return { ...next, metadata: { ...rest, ...own } };
}

function isAbsent(value: JsonObject[string] | undefined): boolean {
  return value === undefined || value === null || value === "";
}
