import {
  isJsonEqual,
  type Json,
  type JsonObject,
  textAt,
  valueAt,
} from "../../core/object/json.ts";
import { makeSchema } from "../schema/make-schema.ts";
import { StatusError } from "../status-error.ts";
import { conflictError } from "./conflict-error.ts";
import { type Managers, NOBODY } from "./field-manager.ts";
import { managersOf } from "./read-managers.ts";
import { recordApply } from "./record-apply.ts";
import { recordUpdate } from "./record-update.ts";
import { ownersAfterScale, scaleOwners } from "./scale-owners.ts";
import type { Endpoint } from "./tracked-part.ts";
import type { TrackedResource } from "./tracked-resource.ts";
import { UNKNOWN_MANAGER } from "./unknown-manager.ts";
import { withManagers } from "./with-managers.ts";
import { withReplicas } from "./with-replicas.ts";

interface ScaleWrite extends Endpoint {
  /** The object that is scaled. */
  readonly live: JsonObject;
  readonly manager: string;
  /** Epoch milliseconds. */
  readonly now: number;
}

interface ScaleUpdate extends ScaleWrite {
  readonly next: JsonObject;
}

interface ScaleApply extends ScaleWrite {
  /** An applied configuration of the object with nothing but the number of replicas. */
  readonly config: JsonObject;
  readonly force: boolean;
}

const SCALE: TrackedResource = {
  group: "autoscaling",
  version: "v1",
  kind: "Scale",
  isCustom: false,
  subresources: [],
  schema: makeSchema({
    type: "object",
    properties: new Map([
      [
        "spec",
        makeSchema({
          type: "object",
          properties: new Map([["replicas", makeSchema({ type: "integer" })]]),
        }),
      ],
    ]),
  }),
};

/**
 * `next` with its owners after an update of the scale, which the server tracks as one of the `Scale`: when nobody owns the replicas,
 * nobody does afterwards either, and a 0 is nothing that could be owned.
 */
export function trackScaleUpdate(update: ScaleUpdate): JsonObject {
  const { live, next, resource } = update;
  const { parent, owners } = ownersOf(update);
  const scale =
    owners.size === 0
      ? NOBODY
      : recordUpdate(owners, {
          ...update,
          resource: SCALE,
          live: scaleOf(live, resource),
          next: scaleOf(next, resource),
        });
  return withManagers(next, ownersAfterScale({ parent, scale }, resource));
}

/**
 * The live object with the applied number of replicas, 0 when nobody wants one.
 * @throws {StatusError} 409 for conflicts; 500 where the server itself fails, which is whenever a custom object would change.
 */
export function trackScaleApply(apply: ScaleApply): JsonObject {
  const { live, config, resource, subresource, manager, now, force } = apply;
  const before = scaleOf(live, resource);
  const { parent, owners } = ownersOf(apply);
  const unknown = { manager: UNKNOWN_MANAGER, resource: SCALE, subresource, now };
  if (owners.size === 0) refuseCustom(resource, FIRST_FAILURE);
  const known =
    owners.size === 0 ? recordUpdate(owners, { ...unknown, live: {}, next: before }) : owners;
  const replicas = replicasOf(config, resource);
  const scaleConfig: JsonObject = replicas === undefined ? {} : { spec: { replicas } };
  const applied = recordApply(known, {
    resource: SCALE,
    subresource,
    manager,
    now,
    live: before,
    config: scaleConfig,
  });
  if (applied.conflicts.length > 0 && !force) throw conflictError(applied.conflicts);
  if (!isJsonEqual(before, applied.object)) refuseCustom(resource, failureOf(config));
  const next = withReplicas(live, resource, valueAt(applied.object, "spec", "replicas") ?? 0);
  const scale = applied.managers;
  return withManagers(next, ownersAfterScale({ parent, scale }, resource));
}

function ownersOf({ live, resource }: ScaleWrite): {
  readonly parent: Managers;
  readonly owners: Managers;
} {
  const parent = managersOf(live);
  return { parent, owners: scaleOwners(parent, resource) };
}

/** The part of a `Scale` that can be owned. A 0 is left out, as in Go. */
function scaleOf(object: JsonObject, resource: TrackedResource): JsonObject {
  const replicas = replicasOf(object, resource) ?? 0;
  return { spec: replicas === 0 ? {} : { replicas } };
}

function replicasOf(object: JsonObject, { scale }: TrackedResource): Json | undefined {
  return valueAt(object, ...(scale?.specReplicas ?? []));
}

const FIRST_FAILURE =
  "failed to create manager for existing fields: failed to convert live object (/; autoscaling/v1, Kind=Scale)";

function failureOf(config: JsonObject): string {
  const namespace = textAt(config, "metadata", "namespace") ?? "";
  const name = textAt(config, "metadata", "name") ?? "";
  return `failed to convert new object (${namespace}/${name}; autoscaling/v1, Kind=Scale)`;
}

function refuseCustom({ isCustom }: TrackedResource, failure: string): void {
  if (!isCustom) return;
  const why = "request to convert CR to an invalid group/version: autoscaling/v1";
  throw new StatusError(500, { reason: "", message: `${failure} to proper version: ${why}` });
}
