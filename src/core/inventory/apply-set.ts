import type { ObjectId } from "../object/object-id.ts";
import { kindKey } from "../object/object-id.ts";

/** The keys of ApplySet (KEP-3659) on its parent object. */
export const APPLY_SET_KEYS = {
  id: "applyset.kubernetes.io/id",
  tooling: "applyset.kubernetes.io/tooling",
  kinds: "applyset.kubernetes.io/contains-group-kinds",
  namespaces: "applyset.kubernetes.io/additional-namespaces",
} as const;

/** In place of a kind: all of a group, of which nobody knows the kinds. */
export const ANY_KIND = "*";

/**
 * The id of the ApplySet whose parent is that object.
 *
 * @param sha256 digest of a text as bytes in base64url without padding
 * @see https://github.com/kubernetes/enhancements/tree/master/keps/sig-cli/3659-kubectl-apply-prune
 */
export function applySetId(parent: ObjectId, sha256: (text: string) => string): string {
  return `applyset-${sha256(`${parent.name}.${parent.namespace}.${parent.kind}.${parent.group}`)}-v1`;
}

/** Which kinds and namespaces may hold members: kinds as `Deployment.apps`, both sorted. */
export interface ApplySetScope {
  readonly kinds: readonly string[];
  /** Without the parent's own namespace. */
  readonly namespaces: readonly string[];
}

/** The scope that just holds these objects. */
export function scopeOf(ids: readonly ObjectId[], parentNamespace: string): ApplySetScope {
  return {
    kinds: sortedSet(ids.map(kindKey)),
    namespaces: sortedSet(
      ids.map((id) => id.namespace).filter((each) => each !== "" && each !== parentNamespace),
    ),
  };
}

/** Both scopes together: what is written before members are created. */
export function uniteScopes(a: ApplySetScope, b: ApplySetScope): ApplySetScope {
  return {
    kinds: sortedSet([...a.kinds, ...b.kinds]),
    namespaces: sortedSet([...a.namespaces, ...b.namespaces]),
  };
}

/** Whether everything in `part` is in `whole`. */
export function isWithinScope(part: ApplySetScope, whole: ApplySetScope): boolean {
  return (
    part.kinds.every((each) => whole.kinds.includes(each)) &&
    part.namespaces.every((each) => whole.namespaces.includes(each))
  );
}

function sortedSet(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)].toSorted();
}
