import { type JsonObject, textAt, valueAt } from "../../core/object/json.ts";
import { apiVersionOf } from "../../core/object/object-id.ts";
import { differenceSets, isEmptySet } from "../../core/ownership/field-set.ts";
import { badRequest } from "../refusals.ts";
import { StatusError } from "../status-error.ts";
import { type Conflict, conflictError } from "./conflict-error.ts";
import type { Managers } from "./field-manager.ts";
import { findTypeFaults } from "./find-type-faults.ts";
import { KUBECTL_APPLIER, keepLastApplied, lastAppliedSet } from "./last-applied.ts";
import { managersOf } from "./read-managers.ts";
import { recordApply } from "./record-apply.ts";
import { recordUpdate } from "./record-update.ts";
import { trackScaleApply } from "./track-scale.ts";
import type { Endpoint } from "./tracked-part.ts";
import { UNKNOWN_MANAGER } from "./unknown-manager.ts";
import { withManagers } from "./with-managers.ts";
import { zeroObject } from "./zero-object.ts";

interface Apply extends Endpoint {
  /** `undefined` for a create. */
  readonly live: JsonObject | undefined;
  /** As it was sent, without defaults. */
  readonly config: JsonObject;
  readonly manager: string;
  readonly force: boolean;
  /** Epoch milliseconds. */
  readonly now: number;
}

/**
 * The live object with a configuration applied to it, and `metadata.managedFields` as the server stores them. Defaults
 * are not filled in; a list or a map of which nothing is left is null. Through the subresource `scale`, `live` is the object that
 * is scaled and `config` holds nothing but its number of replicas.
 *
 * @throws {StatusError} 409 with one cause for each field that another manager owns, unless forced; 400 when the configuration
 * carries managedFields or another version; 500 when it does not fit the schema, as the server answers.
 * @see https://kubernetes.io/docs/reference/using-api/server-side-apply/
 */
export function trackApply(apply: Apply): JsonObject {
  checkConfig(apply);
  const { config } = apply;
  if (apply.subresource === "scale" && apply.live !== undefined) {
    return trackScaleApply({ ...apply, live: apply.live });
  }
  const live = apply.live === undefined ? {} : withManagers(apply.live, []);
  const applied = recordApply(ownersBefore(apply, live), { ...apply, live });
  const conflicts = apply.force ? [] : seriousConflicts(apply, applied.conflicts);
  if (conflicts.length > 0) throw conflictError(conflicts);
  const object = withManagers(applied.object, [...applied.managers.values()]);
  return apply.manager === KUBECTL_APPLIER ? keepLastApplied(object, config) : object;
}

function checkConfig({ live, config, resource }: Apply): void {
  const version = textAt(config, "apiVersion") ?? "";
  const expected = apiVersionOf(resource);
  if (version !== expected) {
    throw badRequest(
      `Incorrect version specified in apply patch. Specified patch version: ${version}, expected: ${expected}`,
    );
  }
  if ((valueAt(config, "metadata", "managedFields") ?? null) !== null) {
    throw badRequest("metadata.managedFields must be nil");
  }
  checkTypes("patch", { object: config, resource }, { isLive: false });
  if (live !== undefined) checkTypes("live", { object: live, resource }, { isLive: true });
}

function checkTypes(
  which: "patch" | "live",
  { object, resource }: { readonly object: JsonObject; readonly resource: Apply["resource"] },
  options: { readonly isLive: boolean },
): void {
  const faults = findTypeFaults(object, resource.schema, options);
  if (faults.length === 0) return;
  const namespace = textAt(object, "metadata", "namespace") ?? "";
  const name = textAt(object, "metadata", "name") ?? "";
  const kind = `${resource.group}/${resource.version}, Kind=${resource.kind}`;
  const what = faults.length === 1 ? faults.join("") : ["errors:", ...faults].join("\n  ");
  // The server takes it for its own failure and gives no reason.
  throw new StatusError(500, {
    reason: "",
    message: `failed to create typed ${which} object (${namespace}/${name}; ${kind}): ${what}`,
  });
}

/** Who owns the live object. What is live of an object without owners belongs to a manager that stands for all before. */
function ownersBefore({ live, resource, subresource, now }: Apply, body: JsonObject): Managers {
  const managers = managersOf(live);
  if (managers.size > 0 || live === undefined) return managers;
  return recordUpdate(managers, {
    live: zeroObject(resource),
    next: body,
    manager: UNKNOWN_MANAGER,
    resource,
    subresource,
    now,
  });
}

/** `kubectl` may take what its own client-side applies left behind. */
function seriousConflicts(
  { live, manager, resource }: Apply,
  conflicts: readonly Conflict[],
): readonly Conflict[] {
  if (manager !== KUBECTL_APPLIER || live === undefined) return conflicts;
  const allowed = lastAppliedSet(live, resource);
  if (allowed === undefined) return conflicts;
  return conflicts
    .map((conflict) => ({ ...conflict, fields: differenceSets(conflict.fields, allowed) }))
    .filter(({ fields }) => !isEmptySet(fields));
}
