import { type JsonObject, objectAt } from "../../core/object/json.ts";
import type { FieldPath } from "../../core/ownership/field-path.ts";
import { differenceSets, fieldSetOf, hasPath, isEmptySet } from "../../core/ownership/field-set.ts";
import { isKnownVersion } from "./current-managers.ts";
import { type Manager, managerIdentity } from "./manager.ts";
import { readManagers } from "./read-managers.ts";
import { apiVersionOf, type TrackedResource } from "./tracked-resource.ts";
import { writeManagers } from "./write-managers.ts";

/** A kind that can be scaled. Every `Resource` with a scale subresource is one. */
export interface ScaledResource extends TrackedResource {
  readonly scale: { readonly specReplicas: readonly string[] } | undefined;
}

const SCALE_VERSION = "autoscaling/v1";
const IN_SCALE = ["spec", "replicas"];

/**
 * `metadata.managedFields` of the `Scale` of an object: who owns the number of replicas there owns it here. It is what a write to
 * the scale is tracked with (`trackUpdate`, `trackApply` with the resource `Scale`), and is not in the answer.
 */
export function scaleOwners(parent: JsonObject, resource: ScaledResource): readonly JsonObject[] {
  const path = pathOf(resource.scale?.specReplicas ?? []);
  const owners = entriesOf(parent)
    .filter(({ apiVersion }) => isKnownVersion(apiVersion, resource))
    .filter(({ fields }) => hasPath(fields, path))
    .map((manager) => atScale(manager));
  return writeManagers(owners);
}

/**
 * `metadata.managedFields` of the object after a write to its scale. Who does not own the replicas of the scale any more loses them;
 * who owns them newly has an entry of the subresource. As the server does it, such entries carry no time, and an entry of an
 * update that keeps the replicas is split in two.
 * @param scale as it came out of tracking the write.
 */
export function ownersAfterScale(
  { parent, scale }: { readonly parent: JsonObject; readonly scale: JsonObject },
  resource: ScaledResource,
): readonly JsonObject[] {
  const path = pathOf(resource.scale?.specReplicas ?? []);
  const replicas = fieldSetOf([path]);
  const scalers = new Map(entriesOf(scale).map((manager) => [managerIdentity(manager), manager]));
  const kept = entriesOf(parent)
    .filter(({ apiVersion }) => isKnownVersion(apiVersion, resource))
    .flatMap((manager) => {
      if (!hasPath(manager.fields, path)) return [manager];
      // Identities of updates name their version, so only appliers are found again.
      if (scalers.delete(managerIdentity(manager))) return [manager];
      const fields = differenceSets(manager.fields, replicas);
      return isEmptySet(fields) ? [] : [{ ...manager, fields }];
    });
  const added = [...scalers.values()]
    .filter(({ fields }) => hasPath(fields, pathOf(IN_SCALE)))
    .map((manager) => ({
      ...manager,
      apiVersion: apiVersionOf(resource),
      seconds: undefined,
      fields: replicas,
    }));
  return writeManagers([...kept, ...added]);
}

function entriesOf(object: JsonObject): readonly Manager[] {
  const managers = readManagers(objectAt(object, "metadata")?.["managedFields"]);
  return managers === undefined ? [] : [...managers.values()];
}

function atScale(manager: Manager): Manager {
  return { ...manager, apiVersion: SCALE_VERSION, fields: fieldSetOf([pathOf(IN_SCALE)]) };
}

function pathOf(names: readonly string[]): FieldPath {
  return names.map((name) => ({ kind: "field", name }));
}
