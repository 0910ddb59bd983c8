import type { JsonObject } from "../../core/object/json.ts";
import { apiVersionOf } from "../../core/object/object-id.ts";
import { isEmptySet, unionSets } from "../../core/ownership/field-set.ts";
import { type Comparison, compareValues } from "./compare-values.ts";
import { currentManagers } from "./current-managers.ts";
import { type Managers, managerIdentity, NOBODY } from "./field-manager.ts";
import { giveWay } from "./give-way.ts";
import { limitUpdaters } from "./limit-updaters.ts";
import { withoutNeverOwned } from "./never-owned.ts";
import { type Endpoint, trackedPart } from "./tracked-part.ts";

/** A write by someone who does not apply. */
export interface UpdateRecord extends Endpoint {
  readonly live: JsonObject;
  readonly next: JsonObject;
  /** Name of the field manager. */
  readonly manager: string;
  /** Epoch milliseconds. */
  readonly now: number;
}

/**
 * Who owns what after an update: the updater takes what it added or changed, and everybody loses what it touched. Its time
 * is the last time at which it took something. Nobody owns anything when a custom kind has an entry of a version that it does not know.
 */
export function recordUpdate(managers: Managers, update: UpdateRecord): Managers {
  const { live, next, resource, manager, subresource, now } = update;
  const current = currentManagers(managers, resource);
  if (current.kind === "unknown") return NOBODY;
  const changes = trackedChanges(compareValues(live, next, resource.schema), update);
  const left = giveWay(current.managers, changes, "");
  const taken = withoutNeverOwned(unionSets(changes.modified, changes.added));
  if (isEmptySet(taken)) return limitUpdaters(left);
  const self = {
    name: manager === "" ? "unknown" : manager,
    operation: "Update",
    subresource,
    apiVersion: apiVersionOf(resource),
  } as const;
  const identity = managerIdentity(self);
  const before = left.get(identity);
  const fields = before === undefined ? taken : unionSets(taken, before.fields);
  const seconds = Math.floor(now / 1000);
  return limitUpdaters(new Map([...left, [identity, { ...self, seconds, fields }]]));
}

/** The part of a comparison that a write through this endpoint can bring about. */
export function trackedChanges(changes: Comparison, endpoint: Endpoint): Comparison {
  return {
    added: trackedPart(changes.added, endpoint),
    modified: trackedPart(changes.modified, endpoint),
    removed: trackedPart(changes.removed, endpoint),
  };
}
