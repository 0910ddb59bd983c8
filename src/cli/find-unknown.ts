import { readOwnParent, readParentStatus } from "../agent/leaving-parents.ts";
import { type LeavingStack } from "../agent/leaving-stack.ts";
import { readStatus } from "../agent/read-status.ts";
import { suggestKey } from "../core/config/suggest-key.ts";
import { CONTROL_KEYS } from "../core/control-keys.ts";
import { type ObjectId, objectKey } from "../core/object/object-id.ts";
import type { Problem } from "../core/problem.ts";

/**
 * Why a name is that of no stack: the configuration does not have it, and nothing in the cluster is of it. `undefined`: there is
 * one, or nobody can tell.
 *
 * @throws {ClusterError} when its parent cannot be read, or is another tool's.
 */
export async function findUnknownStack(
  stack: LeavingStack,
  configured: readonly string[],
): Promise<Problem | undefined> {
  if ((await readOwnParent(stack)) !== undefined) return undefined;
  const { kinds, unanswered } = await stack.ports.cluster.findKindsOf(
    `${CONTROL_KEYS.partOf}=${stack.applySetId}`,
  );
  if (kinds.length > 0 || unanswered.length > 0) return undefined;
  return {
    where: "arguments",
    what: `there is no stack ${stack.name}${meantText(suggestKey(stack.name, configured))}`,
    expected:
      "a stack of the configuration, or one of which the cluster still holds something; of one that was let go nothing is left",
  };
}

/** Why the id of what is not in the cluster is that of no object: nobody in Git or in the status of a stack has it either. */
export function findUnknownObject(id: ObjectId, known: readonly ObjectId[]): Problem {
  const key = objectKey(id);
  const beside = known.filter(
    ({ group, kind, namespace }) =>
      group === id.group && kind === id.kind && namespace === id.namespace,
  );
  const name = suggestKey(
    id.name,
    beside.map((each) => each.name),
  );
  const near =
    name === undefined ? suggestKey(key, known.map(objectKey)) : objectKey({ ...id, name });
  return {
    where: "arguments",
    what: `there is no object ${key}, neither in the cluster nor in Git${meantText(near)}`,
    expected: "the id of an object of a stack, as `lockstep status` tells it",
  };
}

/** The ids that the agent last told of a stack. @throws {ClusterError} as `readOwnParent` does. */
export async function listToldIds(stack: LeavingStack): Promise<readonly string[]> {
  const status = readStatus(await readParentStatus(stack));
  return [...(status?.objects ?? []), ...(status?.orphans ?? [])].map(({ id }) => id);
}

function meantText(near: string | undefined): string {
  return near === undefined ? "" : `; did you mean ${near}?`;
}
