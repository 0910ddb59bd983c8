import { ClusterError } from "../core/cluster-error.ts";
import { objectAt, textAt } from "../core/object/json.ts";
import { groupOf, kindKey, parseKind } from "../core/object/object-id.ts";
import type { Desired } from "../core/plan/look.ts";
import type { ClusterPort, FollowingState, Selection } from "../ports/cluster-port.ts";
import { memberSelection } from "./choose-selections.ts";
import { memberSets } from "./member-sets.ts";
import type { Stack } from "./stack.ts";
import { selectionKey } from "./stack-view.ts";
import { mayAskFor, waitFor } from "./unserved-pace.ts";

/** Where members may be that nobody sees. */
export interface MemberScope {
  readonly desired: Desired;
  /** Kinds that are followed. */
  readonly kinds: readonly Pick<Selection, "apiVersion" | "kind">[];
  /** Kinds that the parent remembers and the cluster does not serve. */
  readonly unserved: readonly string[];
  /** Groups that the parent remembers, and of which all is known by now. */
  readonly resolved: readonly string[];
  /** Kinds that nobody knew when Git was read: the keys of their objects are a guess. */
  readonly unknown: readonly { readonly group: string; readonly kind: string }[];
}

const NOT_SERVED = "the cluster does not serve it now";

/**
 * Asks which of the kinds that are not served, nor in Git, ceased to be, and notes them in the view. One that only is not served now is
 * asked for less and less often: a server that is down may stay so.
 */
export async function noteGoneKinds(stack: Stack, scope: MemberScope): Promise<void> {
  const { cluster, clock } = stack.setup.ports;
  const inGit = new Set(scope.desired.manifests.map(({ id }) => kindKey(id)));
  stack.view.goneKinds.clear();
  for (const group of scope.resolved) stack.view.goneKinds.add(group);
  for (const [kind, reason] of findUnseen(stack, scope).unlisted) {
    if (reason !== NOT_SERVED || inGit.has(kind) || !mayAskFor(kind, stack.view, clock)) continue;
    // oxlint-disable-next-line no-await-in-loop -- hardly ever more than one
    const isGone = await isKindGone(cluster, parseKind(kind));
    if (isGone) stack.view.goneKinds.add(kind);
    else waitFor(kind, stack.view, clock);
  }
}

/** Kinds whose members are not all seen, with the reason. */
export interface Unseen {
  /** For now: whatever one of them may depend on has to stay. */
  readonly unlisted: ReadonlyMap<string, string>;
  /** Not in Git, and nobody lets us list them: no waiting ends that, so nothing waits for what nobody can know. */
  readonly unlistable: ReadonlyMap<string, string>;
}

/**
 * What is not seen. A kind that is not served may have members all the same: the server of an aggregated API is down. To be asked
 * in the same breath as the members: a list may be lost at any moment.
 */
export function findUnseen(stack: Stack, scope: MemberScope): Unseen {
  const unserved = [...scope.unknown.map(kindKey), ...scope.unserved];
  const unlisted = new Map<string, string>(unserved.map((kind) => [kind, NOT_SERVED]));
  const unlistable = new Map<string, string>();
  const inGit = new Set(scope.desired.manifests.map(({ id }) => kindKey(id)));
  for (const followed of scope.kinds) {
    const kind = kindKey({ group: groupOf(followed.apiVersion), kind: followed.kind });
    for (const state of statesOf(stack, followed)) {
      const reason = whyUnseen(state);
      if (reason === undefined) continue;
      const isRefused =
        state?.kind === "unreadable" && state.code === "forbidden" && !inGit.has(kind);
      (isRefused ? unlistable : unlisted).set(kind, reason);
    }
  }
  for (const kind of stack.view.goneKinds) {
    if (unlisted.get(kind) === NOT_SERVED) unlisted.delete(kind);
  }
  return { unlisted, unlistable };
}

/** `undefined`: all are seen. */
function whyUnseen(state: FollowingState | undefined): string | undefined {
  if (state?.kind === "synced") return undefined;
  if (state?.kind === "not-served") return NOT_SERVED;
  return state?.reason || "its first list is under way";
}

function statesOf(
  stack: Stack,
  kind: MemberScope["kinds"][number],
): readonly (FollowingState | undefined)[] {
  return memberSets(stack).map((set) =>
    stack.view.followings.get(selectionKey(memberSelection(kind, set)))?.state(),
  );
}

/**
 * Whether a kind that is not served is no more: no definition makes it, and no other server has its group. A definition goes
 * after the last of its objects.
 */
async function isKindGone(
  cluster: ClusterPort,
  { group, kind }: { readonly group: string; readonly kind: string },
): Promise<boolean> {
  try {
    const services = await cluster.list(allOf("apiregistration.k8s.io/v1", "APIService"));
    const isElsewhere = services.some(
      (each) =>
        textAt(each, "spec", "group") === group && objectAt(each, "spec", "service") !== undefined,
    );
    if (isElsewhere) return false;
    const definitions = await cluster.list(
      allOf("apiextensions.k8s.io/v1", "CustomResourceDefinition"),
    );
    return !definitions.some(
      (each) =>
        textAt(each, "spec", "group") === group && textAt(each, "spec", "names", "kind") === kind,
    );
  } catch (error) {
    if (!(error instanceof ClusterError)) throw error;
    return false;
  }
}

function allOf(apiVersion: string, kind: string): Selection {
  return { apiVersion, kind, namespace: "", labelSelector: "", name: "" };
}
