import { ClusterError } from "../core/cluster-error.ts";
import { CONTROL_KEYS } from "../core/control-keys.ts";
import { ANY_KIND } from "../core/inventory/apply-set.ts";
import { isMember } from "../core/inventory/is-member.ts";
import { isForeignParent, readParent } from "../core/inventory/stack-parent.ts";
import type { JsonObject } from "../core/object/json.ts";
import { idOf, labelOf, resourceVersionOf, uidOf } from "../core/object/live-object.ts";
import {
  apiVersionOf,
  type ObjectId,
  type ObjectRef,
  parseKind,
} from "../core/object/object-id.ts";
import type { ReleasedObject } from "../core/report/release-document.ts";
import type { ClockPort } from "../ports/clock-port.ts";
import type { ClusterPort } from "../ports/cluster-port.ts";
import type { LeasePort } from "../ports/lease-port.ts";
import { letGo } from "./let-go.ts";
import { memberLabel } from "./member-sets.ts";

/** A stack of which something is let go; it need not be in the configuration any more. */
export interface LeavingStack {
  readonly name: string;
  readonly applySetId: string;
  readonly earlierSets: ReadonlySet<string>;
  readonly parent: ObjectId;
  readonly manager: string;
  readonly renamedFrom: readonly string[];
  readonly ports: LetGoPorts;
}

interface LetGoPorts {
  readonly cluster: ClusterPort;
  readonly lease: LeasePort;
  readonly clock: ClockPort;
}

/**
 * Lets every member of a stack go, and then deletes what the stack remembers, its parent. While a kind cannot be listed the parent
 * stays: it says where members may be.
 *
 * @throws {ClusterError} when the parent cannot be read, or is another tool's.
 */
export async function letGoOfStack(
  stack: LeavingStack,
  {
    isDryRun,
    beforeEach,
  }: { readonly isDryRun: boolean; readonly beforeEach: () => Promise<void> },
): Promise<readonly ReleasedObject[]> {
  const found = await findMembers(stack);
  const results: ReleasedObject[] = [...found.unlisted];
  for (const ref of found.refs) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other, so that it can be broken off
    await beforeEach();
    // oxlint-disable-next-line no-await-in-loop -- see above
    results.push(await letGo(ref, { ...stack.ports, ...ownersOf(stack), isDryRun }));
  }
  const isWhole = results.every(({ outcome }) => outcome !== "refused");
  if (isWhole && !isDryRun) await forgetParents(stack);
  return results;
}

/** What is let go of a stack: what carries its labels, or what our entry owns although somebody took the labels off. */
export function ownersOf(
  stack: LeavingStack,
): Pick<Parameters<typeof letGo>[1], "managers" | "isOurs"> {
  return {
    managers: [stack.manager, ...stack.renamedFrom],
    isOurs: (live) => isOfStack(live, stack),
  };
}

function isOfStack(live: JsonObject, { applySetId, earlierSets }: LeavingStack): boolean {
  const set = labelOf(live, CONTROL_KEYS.partOf);
  return set === undefined || set === applySetId || earlierSets.has(set);
}

interface Members {
  readonly refs: readonly ObjectRef[];
  readonly unlisted: readonly ReleasedObject[];
}

async function findMembers(stack: LeavingStack): Promise<Members> {
  const refs: ObjectRef[] = [];
  const unlisted: ReleasedObject[] = [];
  for (const kind of await findKinds(stack)) {
    try {
      // oxlint-disable-next-line no-await-in-loop -- a few kinds
      refs.push(...(await listMembers(stack, kind)));
    } catch (error) {
      if (!(error instanceof ClusterError)) throw error;
      unlisted.push({ id: kind, outcome: "refused", message: error.message });
    }
  }
  return { refs, unlisted };
}

/** What the parent names; without a parent every kind is asked for members. */
async function findKinds(stack: LeavingStack): Promise<readonly string[]> {
  const { cluster } = stack.ports;
  const parents = await readParents(stack);
  const named = parents.flatMap((live) => readParent(live).scope.kinds);
  const isComplete = parents.length > 0 && !named.some((kind) => parseKind(kind).kind === ANY_KIND);
  if (isComplete) return [...new Set(named)].toSorted();
  const sets = [stack.applySetId, ...stack.earlierSets];
  const label = `${CONTROL_KEYS.partOf} in (${sets.join(",")})`;
  const { kinds, unanswered } = await cluster.findKindsOf(label);
  return [...kinds, ...unanswered];
}

async function listMembers(stack: LeavingStack, kindText: string): Promise<readonly ObjectRef[]> {
  const { cluster } = stack.ports;
  const { group, kind } = parseKind(kindText);
  const served = await cluster.findKind({ group, kind });
  if (served === undefined) {
    const message = `${kindText}: the cluster does not serve it now, so nobody knows whether it holds members`;
    throw new ClusterError("unknown-kind", message);
  }
  const apiVersion = apiVersionOf(served);
  const lists = await Promise.all(
    [stack.applySetId, ...stack.earlierSets].map(async (set) =>
      cluster.list({ apiVersion, kind, namespace: "", labelSelector: memberLabel(set), name: "" }),
    ),
  );
  return lists
    .flat()
    .filter((live) => isMember({ ...live, apiVersion, kind }, stack))
    .map((live) => ({ id: idOf({ ...live, apiVersion, kind }), apiVersion }));
}

/** @throws {ClusterError} */
async function readParents(stack: LeavingStack): Promise<readonly JsonObject[]> {
  const { name, namespace } = stack.parent;
  const ref = { id: stack.parent, apiVersion: "v1" };
  const seen = await stack.ports.cluster.read(ref);
  if (seen.kind === "unreadable") {
    throw new ClusterError("forbidden", `ConfigMap/${namespace}/${name}: ${seen.reason}`);
  }
  if (seen.kind !== "present") return [];
  if (isForeignParent(seen.object, stack.applySetId)) {
    const message = `ConfigMap/${namespace}/${name}: is the parent of another tool's ApplySet`;
    throw new ClusterError("not-ours", message);
  }
  return [seen.object];
}

async function forgetParents(stack: LeavingStack): Promise<void> {
  for (const live of await readParents(stack)) {
    const guard = { uid: uidOf(live), resourceVersion: resourceVersionOf(live) };
    // oxlint-disable-next-line no-await-in-loop -- one
    await stack.ports.cluster.delete({ ref: { id: stack.parent, apiVersion: "v1" }, ...guard });
  }
}

/** What the holder of the stack last wrote, as text; empty when there is none. @throws {ClusterError} */
export async function readParentStatus(stack: LeavingStack): Promise<string> {
  const [live] = await readParents(stack);
  return live === undefined ? "" : readParent(live).status;
}
