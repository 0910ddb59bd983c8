import { isJsonEqual, type JsonObject } from "../../core/object/json.ts";
import { apiVersionOf } from "../../core/object/object-id.ts";
import { compareText } from "../../core/ownership/compare-text.ts";
import {
  EMPTY_SET,
  type FieldSet,
  intersectSets,
  isEmptySet,
  unionSets,
} from "../../core/ownership/field-set.ts";
import { StatusError } from "../status-error.ts";
import { compareValues } from "./compare-values.ts";
import type { Conflict } from "./conflict-error.ts";
import { currentManagers } from "./current-managers.ts";
import { type Manager, type Managers, managerIdentity } from "./field-manager.ts";
import { giveWay } from "./give-way.ts";
import { mergeValues } from "./merge-values.ts";
import { withoutNeverOwned } from "./never-owned.ts";
import { ownedSet } from "./owned-set.ts";
import { pruneDropped } from "./prune-dropped.ts";
import { trackedChanges } from "./record-update.ts";
import { type Endpoint, trackedPart } from "./tracked-part.ts";
import type { TrackedResource } from "./tracked-resource.ts";

/** A configuration that somebody applies. */
export interface ApplyRecord extends Endpoint {
  readonly live: JsonObject;
  readonly config: JsonObject;
  /** Name of the field manager. */
  readonly manager: string;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** What an apply makes of an object, and of whom it takes fields. */
export interface Applied {
  readonly object: JsonObject;
  /** After everybody gave way. */
  readonly managers: Managers;
  /** By identity of the managers. Not empty: carried out only when forced. */
  readonly conflicts: readonly Conflict[];
}

/**
 * Merges a configuration and says who owns what afterwards.
 * @throws {StatusError} 500 when a custom kind has an entry of a version that it does not know.
 */
export function recordApply(before: Managers, apply: ApplyRecord): Applied {
  const { live, config, resource, manager, subresource, now } = apply;
  const managers = readableManagers(before, resource);
  const self = {
    name: manager === "" ? "unknown" : manager,
    operation: "Apply",
    subresource,
    apiVersion: apiVersionOf(resource),
  } as const;
  const identity = managerIdentity(self);
  const last = managers.get(identity);
  const fields = trackedPart(ownedSet(config, resource.schema), apply);
  const claimed = new Map<string, Manager>([
    ...managers,
    [identity, { ...self, seconds: last?.seconds, fields }],
  ]);
  const others = [...managers].flatMap(([other, each]) =>
    other === identity ? [] : [each.fields],
  );
  const merged = mergeValues(live, config, resource.schema);
  const object = pruneDropped(
    merged,
    { last: last?.fields ?? EMPTY_SET, own: fields, others },
    resource.schema,
  );
  const compared = compareValues(live, object, resource.schema);
  const changes = trackedChanges(compared, apply);
  const changed = unionSets(changes.added, changes.modified);
  const left = new Map(giveWay(claimed, changes, identity));
  const stripped = withoutNeverOwned(fields);
  const seconds = isJsonEqual(live, object) ? last?.seconds : Math.floor(now / 1000);
  if (isEmptySet(stripped)) left.delete(identity);
  else left.set(identity, { ...self, seconds, fields: stripped });
  return { object, managers: left, conflicts: findConflicts(claimed, { identity, changed }) };
}

function readableManagers(managers: Managers, resource: TrackedResource): Managers {
  const current = currentManagers(managers, resource);
  if (current.kind === "managers") return current.managers;
  const message = `request to convert CR to an invalid group/version: ${current.apiVersion}`;
  throw new StatusError(500, { reason: "", message });
}

function findConflicts(
  managers: Managers,
  { identity, changed }: { readonly identity: string; readonly changed: FieldSet },
): readonly Conflict[] {
  return [...managers]
    .filter(([other]) => other !== identity)
    .toSorted(([a], [b]) => compareText(a, b))
    .map(([, manager]) => ({ manager, fields: intersectSets(manager.fields, changed) }))
    .filter(({ fields }) => !isEmptySet(fields));
}
