import type { JsonObject } from "../core/object/json.ts";
import { idOf } from "../core/object/live-object.ts";
import { type ObjectKey, type ObjectRef, objectKey } from "../core/object/object-id.ts";
import { podSelectionOf } from "../core/rollout/pod-selector.ts";
import type { Selection } from "../ports/cluster-port.ts";
import { memberLabel } from "./member-sets.ts";

/** Objects followed by name at most: targets outside the stack, and objects in Git that are not members. */
const NAMED_MAX = 500;

/** What a stack has to follow to decide without asking. */
export interface Followed {
  /** Kinds that may hold members, each at the version at which it is written. */
  readonly kinds: readonly Pick<Selection, "apiVersion" | "kind">[];
  /** ApplySets whose objects are members. */
  readonly sets: readonly string[];
  /** Followed one by one. */
  readonly named: readonly ObjectRef[];
  /** Objects whose pods matter: manifests and live targets. */
  readonly bodies: readonly JsonObject[];
}

/** The selections, each once. */
export function chooseSelections(followed: Followed): readonly Selection[] {
  const members = followed.kinds.flatMap((each) =>
    followed.sets.map((set) => memberSelection(each, set)),
  );
  const named = followed.named.slice(0, NAMED_MAX).map(namedSelection);
  return [...members, ...named, ...podSelections(followed)];
}

export function memberSelection(
  kind: Pick<Selection, "apiVersion" | "kind">,
  applySetId: string,
): Selection {
  const labelSelector = memberLabel(applySetId);
  return { apiVersion: kind.apiVersion, kind: kind.kind, namespace: "", labelSelector, name: "" };
}

export function namedSelection({ id, apiVersion }: ObjectRef): Selection {
  return {
    apiVersion,
    kind: id.kind,
    namespace: id.namespace,
    labelSelector: "",
    name: id.name,
  };
}

export function podSelection(kind: "Pod" | "ReplicaSet", namespace: string): Selection {
  const apiVersion = kind === "Pod" ? "v1" : "apps/v1";
  return { apiVersion, kind, namespace, labelSelector: "", name: "" };
}

function podSelections(followed: Followed): readonly Selection[] {
  const pods = new Set<string>();
  const replicaSets = new Set<string>();
  for (const body of followed.bodies) {
    const selection = podSelectionOf(body);
    if (selection === undefined) continue;
    const { namespace } = idOf(body);
    pods.add(namespace);
    if (selection.hasReplicaSets) replicaSets.add(namespace);
  }
  return [
    ...[...pods].map((namespace) => podSelection("Pod", namespace)),
    ...[...replicaSets].map((namespace) => podSelection("ReplicaSet", namespace)),
  ];
}

/** Refs by key, each object once. */
export function uniqueRefs(refs: readonly ObjectRef[]): readonly ObjectRef[] {
  return [...new Map<ObjectKey, ObjectRef>(refs.map((ref) => [objectKey(ref.id), ref])).values()];
}
