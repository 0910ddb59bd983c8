import { type JsonObject, listAt, textAt, valueAt } from "../core/object/json.ts";
import { apiVersionOf, groupOf, kindKey } from "../core/object/object-id.ts";
import type { Desired, Look } from "../core/plan/look.ts";
import { AUTOSCALERS } from "../core/released/index-autoscalers.ts";
import type { FollowingState, Selection } from "../ports/cluster-port.ts";
import type { Stack } from "./stack.ts";

/** Workloads that have replicas whether Git sets them or not. */
const SCALED_KINDS: ReadonlySet<string> = new Set([
  "Deployment.apps",
  "ReplicaSet.apps",
  "StatefulSet.apps",
]);

/**
 * What has to be followed to know who scales the stack's workloads: all autoscalers of their namespaces, for most are in no
 * Git of ours. A kind that is not served is not followed; whether it is, is asked once, and again when something speaks of it.
 */
export async function selectAutoscalers(
  stack: Stack,
  desired: Desired,
): Promise<readonly Selection[]> {
  const namespaces = scaledNamespaces(desired);
  if (namespaces.length === 0) return [];
  const selections: Selection[] = [];
  for (const wanted of Object.values(AUTOSCALERS)) {
    // oxlint-disable-next-line no-await-in-loop -- one kind after the other: the first speaks of the second
    const apiVersion = await findVersion(stack, wanted, speaksOfKeda(stack, desired));
    if (apiVersion === "") continue;
    for (const namespace of namespaces) {
      selections.push({ apiVersion, kind: wanted.kind, namespace, labelSelector: "", name: "" });
    }
  }
  return selections;
}

/** What the followed selections say. The last known autoscalers count while a list fails. */
export function readAutoscalers({ view }: Stack): Look["autoscalers"] {
  const live: JsonObject[] = [];
  const unlisted = new Map<string, string>();
  for (const following of view.followings.values()) {
    const { selection } = following;
    if (!isOfAutoscalers(selection)) continue;
    const state = following.state();
    for (const object of state.objects.values()) live.push(object);
    if (isUnlisted(state)) unlisted.set(selection.namespace, state.reason);
  }
  return { live, unlisted };
}

/** All of a namespace; members and single ones are followed for themselves. */
function isOfAutoscalers({ kind, labelSelector, name }: Selection): boolean {
  const isKind = Object.values(AUTOSCALERS).some((each) => each.kind === kind);
  return isKind && labelSelector === "" && name === "";
}

/** A list that came back once and fails now still says what it said. */
function isUnlisted({ kind, resourceVersion }: FollowingState): boolean {
  return (kind === "unreadable" || kind === "syncing") && resourceVersion === "";
}

function scaledNamespaces({ manifests }: Desired): readonly string[] {
  const scaled = manifests.filter(
    ({ id, body }) =>
      id.namespace !== "" &&
      (SCALED_KINDS.has(kindKey(id)) || valueAt(body, "spec", "replicas") !== undefined),
  );
  return [...new Set(scaled.map(({ id }) => id.namespace))];
}

/** Empty when the kind is not served. */
async function findVersion(
  { autoscalerVersions, setup }: Stack,
  wanted: { readonly group: string; readonly kind: string },
  isSpokenOf: boolean,
): Promise<string> {
  const known = autoscalerVersions.get(wanted.kind);
  const isSettled = known !== undefined && (known !== "" || !isSpokenOf);
  if (isSettled) return known;
  const served = await setup.ports.cluster.findKind(wanted);
  const version = served === undefined ? "" : apiVersionOf(served);
  autoscalerVersions.set(wanted.kind, version);
  return version;
}

/** Git has a kind of KEDA, or an autoscaler that KEDA made is live. */
function speaksOfKeda({ view }: Stack, { manifests }: Desired): boolean {
  const { group } = AUTOSCALERS.keda;
  if (manifests.some(({ id }) => id.group === group)) return true;
  const lists = [...view.followings.values()].filter(
    ({ selection }) => selection.kind === AUTOSCALERS.horizontal.kind,
  );
  return lists.some((list) => [...list.state().objects.values()].some(isOfKeda));
}

function isOfKeda(object: JsonObject): boolean {
  const owners = listAt(object, "metadata", "ownerReferences");
  return owners.some(
    (owner) => groupOf(textAt(owner, "apiVersion") ?? "") === AUTOSCALERS.keda.group,
  );
}
