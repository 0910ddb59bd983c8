import { ClusterError } from "../core/cluster-error.ts";
import { stackObjectName } from "../core/inventory/stack-object-name.ts";
import type { JsonObject } from "../core/object/json.ts";
import { resourceVersionOf, uidOf } from "../core/object/live-object.ts";
import { type ObjectId, objectKey } from "../core/object/object-id.ts";
import type { ReleasedObject } from "../core/report/release-document.ts";
import { explainRefusedRelease } from "./explain-refused-release.ts";
import { earlierParents, readEarlierParent, readOwnParent } from "./leaving-parents.ts";
import type { LeavingStack } from "./leaving-stack.ts";

/** How often one parent is tried again after somebody else wrote it. */
const CONFLICTS_MAX = 5;

/**
 * Deletes what a stack without members leaves in the agent's namespace: its parents, and then its Leases, those that a running
 * agent holds apart.
 *
 * @returns what the cluster refused.
 */
export async function forgetStack(stack: LeavingStack): Promise<readonly ReleasedObject[]> {
  const refused: ReleasedObject[] = [];
  for (const { id, remove } of removals(stack)) {
    try {
      // oxlint-disable-next-line no-await-in-loop -- in this order, and a handful
      await remove();
    } catch (error) {
      if (!(error instanceof ClusterError)) throw error;
      refused.push({
        id: objectKey(id),
        outcome: "refused",
        message: explainRefusedRelease(error),
      });
    }
  }
  return refused;
}

interface Removal {
  readonly id: ObjectId;
  readonly remove: () => Promise<void>;
}

/** In this order: what is left when it is broken off says that something is left. */
function removals(stack: LeavingStack): readonly Removal[] {
  const { parent, name, earlierNames, ports } = stack;
  const earlier = earlierParents(stack).map((id) => ({
    id,
    remove: async () => deleteParent(stack, id, async () => readEarlierParent(stack, id)),
  }));
  const own = {
    id: parent,
    remove: async () => deleteParent(stack, parent, async () => readOwnParent(stack)),
  };
  const leases = [...earlierNames, name].map((each) => {
    const id = leaseId(parent.namespace, each);
    return { id, remove: async () => ports.lease.remove(id.name) };
  });
  return [...earlier, own, ...leases];
}

/** Exactly the version that was read, which is ours. @throws {ClusterError} */
async function deleteParent(
  { ports }: LeavingStack,
  id: ObjectId,
  read: () => Promise<JsonObject | undefined>,
): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    // oxlint-disable-next-line no-await-in-loop -- each try begins with what is there now
    const live = await read();
    if (live === undefined) return;
    const guard = { uid: uidOf(live), resourceVersion: resourceVersionOf(live) };
    try {
      // oxlint-disable-next-line no-await-in-loop -- see above
      await ports.cluster.delete({ ref: { id, apiVersion: "v1" }, ...guard });
      return;
    } catch (error) {
      const isRace = error instanceof ClusterError && error.code === "conflict";
      if (!isRace || tries === CONFLICTS_MAX) throw error;
    }
  }
}

function leaseId(namespace: string, stack: string): ObjectId {
  const name = stackObjectName(stack);
  return { group: "coordination.k8s.io", kind: "Lease", namespace, name };
}
