import { apiVersionOf } from "../../core/object/object-id.ts";
import type { FieldPath } from "../../core/ownership/field-path.ts";
import { differenceSets, fieldSetOf, hasPath, isEmptySet } from "../../core/ownership/field-set.ts";
import { isKnownVersion } from "./current-managers.ts";
import { type Manager, type Managers, managerIdentity } from "./field-manager.ts";
import { fieldPathOf } from "./field-path-of.ts";
import type { TrackedResource } from "./tracked-resource.ts";

const SCALE_VERSION = "autoscaling/v1";
const IN_SCALE = fieldPathOf("spec", "replicas");

/** Who owns the number of replicas of an object, as owners of its `Scale`. */
export function scaleOwners(parent: Managers, resource: TrackedResource): Managers {
  const path = replicasPath(resource);
  const owners = knownOf(parent, resource)
    .filter(({ fields }) => hasPath(fields, path))
    .map((manager): Manager => {
      return { ...manager, apiVersion: SCALE_VERSION, fields: fieldSetOf([IN_SCALE]) };
    });
  return new Map(owners.map((manager) => [managerIdentity(manager), manager]));
}

/**
 * The owners of an object after a write to its scale. Who does not own the replicas of the scale any more loses them; who owns
 * them newly has an entry of the subresource. As the server does it, such entries carry no time, and the entry of an
 * update that keeps the replicas is split in two.
 */
export function ownersAfterScale(
  { parent, scale }: { readonly parent: Managers; readonly scale: Managers },
  resource: TrackedResource,
): readonly Manager[] {
  const path = replicasPath(resource);
  const replicas = fieldSetOf([path]);
  const scalers = new Map(scale);
  const kept = knownOf(parent, resource).flatMap((manager) => {
    if (!hasPath(manager.fields, path)) return [manager];
    // The identity of an update names its version, which is another one here: only appliers are found again.
    if (scalers.delete(managerIdentity(manager))) return [manager];
    const fields = differenceSets(manager.fields, replicas);
    return isEmptySet(fields) ? [] : [{ ...manager, fields }];
  });
  const added = [...scalers.values()]
    .filter(({ fields }) => hasPath(fields, IN_SCALE))
    .map((manager): Manager => {
      const apiVersion = apiVersionOf(resource);
      return { ...manager, apiVersion, seconds: undefined, fields: replicas };
    });
  return [...kept, ...added];
}

function knownOf(managers: Managers, resource: TrackedResource): readonly Manager[] {
  return [...managers.values()].filter(({ apiVersion }) => isKnownVersion(apiVersion, resource));
}

function replicasPath(resource: TrackedResource): FieldPath {
  return fieldPathOf(...(resource.scale?.specReplicas ?? []));
}
