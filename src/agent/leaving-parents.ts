import { ClusterError } from "../core/cluster-error.ts";
import {
  isForeignParent,
  isParentOf,
  parentId,
  readParent,
} from "../core/inventory/stack-parent.ts";
import type { JsonObject } from "../core/object/json.ts";
import { type ObjectId, objectKey } from "../core/object/object-id.ts";
import type { ReleasedObject } from "../core/report/release-document.ts";
import { explainRefusedRelease } from "./explain-refused-release.ts";
import type { LeavingStack } from "./leaving-stack.ts";

interface SeenParents {
  /** That of the present name first. */
  readonly parents: readonly JsonObject[];
  /** Those of earlier names that may not be read. */
  readonly unseen: readonly ReleasedObject[];
}

/** The parents that a stack has under its present and its earlier names. @throws {ClusterError} as `readOwnParent` does. */
export async function readParents(stack: LeavingStack): Promise<SeenParents> {
  const own = await readOwnParent(stack);
  const parents: JsonObject[] = own === undefined ? [] : [own];
  const unseen: ReleasedObject[] = [];
  for (const id of earlierParents(stack)) {
    try {
      // oxlint-disable-next-line no-await-in-loop -- one or two in the life of a stack
      const live = await readEarlierParent(stack, id);
      if (live !== undefined) parents.push(live);
    } catch (error) {
      if (!(error instanceof ClusterError)) throw error;
      const message = explainRefusedRelease(error);
      unseen.push({ id: objectKey(id), outcome: "refused", message });
    }
  }
  return { parents, unseen };
}

/** Where what it remembered under earlier names is, if it is there. */
export function earlierParents({ earlierNames, parent }: LeavingStack): readonly ObjectId[] {
  return earlierNames.map((name) => parentId(name, parent.namespace));
}

/** @throws {ClusterError} when the parent cannot be read, or is another tool's. */
export async function readOwnParent(stack: LeavingStack): Promise<JsonObject | undefined> {
  const live = await readConfigMap(stack, stack.parent);
  if (live !== undefined && isForeignParent(live, stack.applySetId)) {
    const message = `${objectKey(stack.parent)}: is the parent of another tool's ApplySet`;
    throw new ClusterError("not-ours", message);
  }
  return live;
}

/** Another object of such a name is not ours. @throws {ClusterError} when it cannot be read. */
export async function readEarlierParent(
  stack: LeavingStack,
  id: ObjectId,
): Promise<JsonObject | undefined> {
  const live = await readConfigMap(stack, id);
  return live !== undefined && isParentOf(live, stack.earlierSets) ? live : undefined;
}

async function readConfigMap(
  { ports }: LeavingStack,
  id: ObjectId,
): Promise<JsonObject | undefined> {
  const seen = await ports.cluster.read({ id, apiVersion: "v1" });
  if (seen.kind === "unreadable") {
    throw new ClusterError("forbidden", `${objectKey(id)}: ${seen.reason}`);
  }
  return seen.kind === "present" ? seen.object : undefined;
}

/** What the holder of the stack last wrote, as text; empty when there is none. @throws {ClusterError} */
export async function readParentStatus(stack: LeavingStack): Promise<string> {
  const live = await readOwnParent(stack);
  return live === undefined ? "" : readParent(live).status;
}
