import { compareText } from "../../core/ownership/compare-text.ts";
import { unionSets } from "../../core/ownership/field-set.ts";
import { type Identity, type Manager, type Managers, managerIdentity } from "./field-manager.ts";

const UPDATERS_MAX = 10;
const BUCKET_NAME = "ancient-changes";

/**
 * At most ten entries of updates: the oldest of one version become one entry `ancient-changes`. The first of a version
 * stays as it is until a second one has to go.
 * @see https://kubernetes.io/docs/reference/using-api/server-side-apply/#field-management
 */
export function limitUpdaters(managers: Managers): Managers {
  const updaters = [...managers]
    .filter(([, manager]) => manager.operation === "Update")
    .toSorted(compareAge);
  if (updaters.length <= UPDATERS_MAX) return managers;
  const kept = new Map(managers);
  const firsts = new Map<string, string>();
  let count = updaters.length;
  for (const [identity, manager] of updaters) {
    if (count <= UPDATERS_MAX) break;
    const first = firsts.get(manager.apiVersion);
    if (first === undefined) {
      firsts.set(manager.apiVersion, identity);
      continue;
    }
    moveToBucket(kept, { first, identity, manager });
    count -= 1;
  }
  return kept;
}

function moveToBucket(
  kept: Map<string, Manager>,
  { first, identity, manager }: { first: string; identity: string; manager: Manager },
): void {
  const named: Identity = {
    name: BUCKET_NAME,
    operation: "Update",
    apiVersion: manager.apiVersion,
    subresource: "",
  };
  const bucket = managerIdentity(named);
  const old = kept.get(bucket) ?? kept.get(first);
  if (!kept.has(bucket)) kept.delete(first);
  kept.delete(identity);
  const fields = old === undefined ? manager.fields : unionSets(manager.fields, old.fields);
  kept.set(bucket, { ...manager, ...named, fields });
}

function compareAge([a, first]: [string, Manager], [b, second]: [string, Manager]): number {
  return (first.seconds ?? 0) - (second.seconds ?? 0) || compareText(a, b);
}
