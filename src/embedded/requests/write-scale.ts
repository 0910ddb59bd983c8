import { type JsonObject, numberAt, objectAt, textAt } from "../../core/object/json.ts";
import { apiVersionOf } from "../../core/object/object-id.ts";
import { invalidObject } from "../invalid-object.ts";
import type { World } from "../kinds/resource.ts";
import { trackApply } from "../ownership/track-apply.ts";
import { trackUpdate } from "../ownership/track-update.ts";
import { withReplicas } from "../ownership/with-replicas.ts";
import type { Written } from "./insert-object.ts";
import { matchIdentity } from "./match-identity.ts";
import type { ObjectCall } from "./object-call.ts";
import type { WriteOptions } from "./read-options.ts";
import { checkVersion, storeReplacement } from "./replace-object.ts";

/** A write to the scale of an object. */
interface Scaling {
  readonly call: ObjectCall;
  readonly world: World;
  readonly options: WriteOptions;
  /** The object that is scaled. */
  readonly live: JsonObject;
}

/** The type of a scale. */
export const SCALE = { group: "autoscaling", version: "v1", kind: "Scale" };

/**
 * Gives an object the number of replicas that a replaced or patched `Scale` says.
 *
 * @returns the scaled object.
 */
export function writeScale(scale: JsonObject, scaling: Scaling): Written {
  const { call, world, options, live } = scaling;
  const { resource, subresource } = call;
  const replicas = numberAt(scale, "spec", "replicas") ?? 0;
  checkReplicas(replicas, call);
  const based = basedOn(live, textAt(scale, "metadata", "resourceVersion") ?? "");
  checkVersion({ ...scaling, next: based });
  const next = trackUpdate({
    live,
    next: withReplicas(live, resource, replicas),
    manager: options.manager,
    subresource,
    resource,
    now: world.now(),
  });
  return storeReplacement({ ...scaling, next });
}

/** Gives an object the number of an applied `Scale`: an applied configuration with nothing else in it. */
export function applyToScale(config: JsonObject, scaling: Scaling): Written {
  const { call, world, options, live } = scaling;
  const { resource, subresource } = call;
  const replicas = numberAt(config, "spec", "replicas");
  checkReplicas(replicas ?? 0, call);
  matchIdentity(config, call);
  checkVersion({
    ...scaling,
    next: basedOn(live, textAt(config, "metadata", "resourceVersion") ?? ""),
  });
  const bare = {
    apiVersion: apiVersionOf(resource),
    kind: resource.kind,
    metadata: config["metadata"] ?? {},
  };
  const next = trackApply({
    live,
    config: replicas === undefined ? bare : withReplicas(bare, resource, replicas),
    manager: options.manager,
    force: options.force,
    subresource,
    resource,
    now: world.now(),
  });
  return storeReplacement({ ...scaling, next });
}

/** @throws {StatusError} 422 for a negative number. */
function checkReplicas(replicas: number, { name, resource }: ObjectCall): void {
  if (replicas >= 0) return;
  const value = replicas;
  if (resource.isCustom) {
    const field = `.${(resource.scale?.specReplicas ?? []).join(".")}`;
    throw invalidObject({ group: resource.group, kind: resource.kind, name }, [
      { kind: "invalid", field, value, detail: "should be a non-negative integer" },
    ]);
  }
  const detail = "must be greater than or equal to 0";
  throw invalidObject({ ...SCALE, name }, [
    { kind: "invalid", field: "spec.replicas", value, detail },
  ]);
}

/** The object as based on the version that a scale names, or on the live one when it names none. */
function basedOn(live: JsonObject, resourceVersion: string): JsonObject {
  if (resourceVersion === "") return live;
  return { ...live, metadata: { ...objectAt(live, "metadata"), resourceVersion } };
}
