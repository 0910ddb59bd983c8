import { ClusterError } from "../core/cluster-error.ts";
import { CONTROL_KEYS } from "../core/control-keys.ts";
import { ANY_KIND } from "../core/inventory/apply-set.ts";
import { readParent } from "../core/inventory/stack-parent.ts";
import type { JsonObject } from "../core/object/json.ts";
import { labelOf } from "../core/object/live-object.ts";
import { type ObjectRef, parseKind } from "../core/object/object-id.ts";
import type { ReleasedObject } from "../core/report/release-document.ts";
import { explainRefusedRelease } from "./explain-refused-release.ts";
import { forgetStack } from "./forget-stack.ts";
import { readParents } from "./leaving-parents.ts";
import type { LeavingStack } from "./leaving-stack.ts";
import { letGo } from "./let-go.ts";
import { listMembers } from "./list-members.ts";

/** What became of a stack that was let go. */
export interface LeftStack {
  readonly objects: readonly ReleasedObject[];
  /** Nobody knows whether it holds more: a kind could not be listed, or a parent not be read. */
  readonly isUnknown: boolean;
}

/**
 * Lets every member of a stack go, and then deletes what the stack remembers: its parents and its Lease. While a kind cannot be
 * listed they stay: the parent says where members may be.
 *
 * @throws {ClusterError} when the parent cannot be read, or is another tool's.
 */
export async function letGoOfStack(
  stack: LeavingStack,
  {
    isDryRun,
    beforeEach,
  }: { readonly isDryRun: boolean; readonly beforeEach: () => Promise<void> },
): Promise<LeftStack> {
  const found = await findMembers(stack);
  const results: ReleasedObject[] = [...found.unlisted];
  for (const ref of found.refs) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other, so that it can be broken off
    await beforeEach();
    // oxlint-disable-next-line no-await-in-loop -- see above
    results.push(await letGo(ref, { ...stack.ports, ...ownersOf(stack), isDryRun }));
  }
  const isWhole = results.every(({ outcome }) => outcome !== "refused");
  const isUnknown = found.unlisted.length > 0;
  if (!isWhole || isDryRun) return { objects: results, isUnknown };
  await beforeEach();
  return { objects: [...results, ...(await forgetStack(stack))], isUnknown };
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
  const { parents, unseen } = await readParents(stack);
  const unlisted: ReleasedObject[] = [...unseen];
  for (const kind of await findKinds(stack, parents)) {
    try {
      // oxlint-disable-next-line no-await-in-loop -- a few kinds
      refs.push(...(await listMembers(stack.ports.cluster, stack, kind)));
    } catch (error) {
      if (!(error instanceof ClusterError)) throw error;
      unlisted.push({ id: kind, outcome: "refused", message: explainRefusedRelease(error) });
    }
  }
  return { refs, unlisted };
}

/** What the parents name; without one every kind is asked for members. */
async function findKinds(
  stack: LeavingStack,
  parents: readonly JsonObject[],
): Promise<readonly string[]> {
  const { cluster } = stack.ports;
  const named = parents.flatMap((live) => readParent(live).scope.kinds);
  const isComplete = parents.length > 0 && !named.some((kind) => parseKind(kind).kind === ANY_KIND);
  if (isComplete) return [...new Set(named)].toSorted();
  const sets = [stack.applySetId, ...stack.earlierSets];
  const label = `${CONTROL_KEYS.partOf} in (${sets.join(",")})`;
  const { kinds, unanswered } = await cluster.findKindsOf(label);
  return [...kinds, ...unanswered];
}
