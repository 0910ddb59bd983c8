import {
  isJsonObject,
  type Json,
  type JsonObject,
  listAt,
  textAt,
  valueAt,
} from "../../core/object/json.ts";
import { idOf, isTerminating, resourceVersionOf, uidOf } from "../../core/object/live-object.ts";
import type { Change, Place } from "../store/object-store.ts";
import { type ClusterView, type Controller, type Decision, SETTLED } from "./controller.ts";
import { ownersOf } from "./owner-reference.ts";
import type { Write } from "./write.ts";
import { mergePatch, remove, warn } from "./writes.ts";

const FOREGROUND = "foregroundDeletion";
const ORPHAN = "orphan";

/**
 * Deletes objects whose owners are gone, and lets owners go that wait for their dependents.
 * @see https://kubernetes.io/docs/concepts/architecture/garbage-collection/
 */
export function garbageCollector(): Controller {
  return {
    name: "garbage-collector-controller",
    userAgent: "kube-controller-manager",
    concerns,
    decide,
  };
}

/** An object that has owners or is being deleted, the dependents of one that changed so, and the owners of one that is gone. */
function concerns(change: Change, view: ClusterView): readonly Place[] {
  const { place, kind, object, before } = change;
  const isGone = kind === "deleted";
  const self = !isGone && (ownersOf(object).length > 0 || isTerminating(object)) ? [place] : [];
  const isEnding = isGone || (isTerminating(object) && !(before && isTerminating(before)));
  const dependents = isEnding ? view.ownedBy(uidOf(object)) : [];
  const owners = isGone ? ownersOf(before ?? object) : ownersLeft(change);
  return [
    ...self,
    ...dependents.flatMap((each) => placeOf(each, view)),
    ...owners.flatMap((each) => ownerPlace(each, place.namespace, view) ?? []),
  ];
}

/** The owners that an object named before and does not name now. */
function ownersLeft({ object, before }: Change): readonly Json[] {
  const now = new Set(ownersOf(object).map((each) => textAt(each, "uid")));
  return ownersOf(before).filter((each) => !now.has(textAt(each, "uid")));
}

function decide(place: Place, view: ClusterView): Decision {
  const object = view.get(place);
  if (object === undefined) return SETTLED;
  if (isTerminating(object)) return { writes: letGo(object, view) };
  return { writes: judge(object, view) };
}

/** An object that is being deleted: its dependents come first, or are set free. */
function letGo(object: JsonObject, view: ClusterView): readonly Write[] {
  const finalizers = listAt(object, "metadata", "finalizers");
  const dependents = view.ownedBy(uidOf(object));
  if (finalizers.includes(ORPHAN)) {
    return dependents.length > 0
      ? dependents.map((each) => withoutOwners(each, new Set([uidOf(object)])))
      : [withoutFinalizer(object, ORPHAN)];
  }
  if (!finalizers.includes(FOREGROUND)) return [];
  return dependents.some((each) => blocks(each, object))
    ? []
    : [withoutFinalizer(object, FOREGROUND)];
}

function blocks(dependent: JsonObject, owner: JsonObject): boolean {
  return ownersOf(dependent).some(
    (each) => textAt(each, "uid") === uidOf(owner) && valueAt(each, "blockOwnerDeletion") === true,
  );
}

/** An object with owners: it stays as long as one of them is there. */
function judge(object: JsonObject, view: ClusterView): readonly Write[] {
  const owners = ownersOf(object).map((reference) => ({
    reference,
    state: stateOfOwner(reference, object, view),
  }));
  const foreign = owners.find(({ state }) => state === "other-namespace");
  if (foreign !== undefined) return [tellForeign(object, foreign.reference)];
  const ending = owners.filter(({ state }) => state !== "there");
  if (ending.length === 0 || ending.some(({ state }) => state === "unknown")) return [];
  if (ending.length < owners.length) {
    const uids = ending.map(({ reference }) => textAt(reference, "uid") ?? "");
    return [withoutOwners(object, new Set(uids))];
  }
  const propagationPolicy = policyFor(object, owners, view);
  const circle = propagationPolicy === "Foreground" ? unblocked(object, view) : [];
  return [...circle, remove(object, { propagationPolicy })];
}

/**
 * An object that goes after its owner while one of its own dependents waits in the same way may be one of a circle, in which
 * each would wait for the next for ever: its owners no longer wait for it. As the real collector does, this sees no circle of
 * one.
 * @see https://github.com/kubernetes/kubernetes/blob/v1.34.0/pkg/controller/garbagecollector/garbagecollector.go
 */
function unblocked(object: JsonObject, view: ClusterView): readonly Write[] {
  if (!view.ownedBy(uidOf(object)).some(waitsForDependents)) return [];
  const ownerReferences = ownersOf(object).map((each) =>
    isJsonObject(each) ? { ...each, blockOwnerDeletion: false } : each,
  );
  return [withMetadata(object, { ownerReferences })];
}

/** An object without a namespace cannot be owned by one that has a namespace; it is never collected. */
function tellForeign(object: JsonObject, reference: Json): Write {
  const kind = `${textAt(reference, "apiVersion") ?? ""}/${textAt(reference, "kind") ?? ""}`;
  const owner = `${kind}, namespace: , name: ${textAt(reference, "name") ?? ""}, uid: ${textAt(reference, "uid") ?? ""}`;
  const text = `ownerRef [${owner}] does not exist in namespace "${idOf(object).namespace}"`;
  return warn(object, "OwnerRefInvalidNamespace", text);
}

function policyFor(
  object: JsonObject,
  owners: readonly { readonly state: OwnerState }[],
  view: ClusterView,
): string {
  const finalizers = listAt(object, "metadata", "finalizers");
  const waits = owners.some(({ state }) => state === "waiting");
  if (waits && view.ownedBy(uidOf(object)).length > 0) return "Foreground";
  if (finalizers.includes(ORPHAN)) return "Orphan";
  return finalizers.includes(FOREGROUND) ? "Foreground" : "Background";
}

/** `waiting`: it is being deleted in the foreground. `unknown`: its kind is not served, so nothing can be said. */
type OwnerState = "there" | "gone" | "waiting" | "unknown" | "other-namespace";

function stateOfOwner(reference: Json, object: JsonObject, view: ClusterView): OwnerState {
  const { namespace } = idOf(object);
  const place = ownerPlace(reference, namespace, view);
  if (place === undefined) return "unknown";
  if (place.namespace === "" && namespace === "" && isNamespacedOwner(reference, view)) {
    return "other-namespace";
  }
  const owner = view.get(place);
  if (owner === undefined || uidOf(owner) !== textAt(reference, "uid")) return "gone";
  return waitsForDependents(owner) ? "waiting" : "there";
}

function waitsForDependents(object: JsonObject): boolean {
  return isTerminating(object) && listAt(object, "metadata", "finalizers").includes(FOREGROUND);
}

function isNamespacedOwner(reference: Json, view: ClusterView): boolean {
  return view.resourceOf(kindOf(reference))?.isNamespaced === true;
}

function ownerPlace(reference: Json, namespace: string, view: ClusterView): Place | undefined {
  const resource = view.resourceOf(kindOf(reference));
  if (resource === undefined) return undefined;
  return {
    group: resource.group,
    plural: resource.plural,
    namespace: resource.isNamespaced ? namespace : "",
    name: textAt(reference, "name") ?? "",
  };
}

function placeOf(object: JsonObject, view: ClusterView): readonly Place[] {
  const resource = view.resourceOf(kindOf(object));
  const { namespace, name } = idOf(object);
  if (resource === undefined) return [];
  return [{ group: resource.group, plural: resource.plural, namespace, name }];
}

function kindOf(value: Json): { readonly apiVersion: string; readonly kind: string } {
  return { apiVersion: textAt(value, "apiVersion") ?? "", kind: textAt(value, "kind") ?? "" };
}

function withoutOwners(object: JsonObject, uids: ReadonlySet<string>): Write {
  const kept = ownersOf(object).filter((each) => !uids.has(textAt(each, "uid") ?? ""));
  return withMetadata(object, { ownerReferences: kept.length === 0 ? null : kept });
}

function withoutFinalizer(object: JsonObject, finalizer: string): Write {
  const kept = listAt(object, "metadata", "finalizers").filter((each) => each !== finalizer);
  return withMetadata(object, { finalizers: kept.length === 0 ? null : kept });
}

/** A merge patch replaces a whole list; the resourceVersion guards it. */
function withMetadata(object: JsonObject, metadata: JsonObject): Write {
  const guard = { uid: uidOf(object), resourceVersion: resourceVersionOf(object) };
  return mergePatch(object, { metadata: { ...guard, ...metadata } });
}
