import { CONTROL_KEYS } from "../control-keys.ts";
import type { JsonObject } from "../object/json.ts";
import { annotationOf } from "../object/live-object.ts";
import { kindKey, type ObjectId } from "../object/object-id.ts";
import { shortText } from "../report/short-text.ts";

/** Deleting one of these takes more with it than the object: everything in it, or data that nothing brings back. */
const PROTECTED_KINDS: ReadonlySet<string> = new Set([
  "CustomResourceDefinition.apiextensions.k8s.io",
  "Namespace",
  "PersistentVolume",
  "PersistentVolumeClaim",
]);

/**
 * Annotations of other tools that mean the same as `lockstep.dev/prune: disabled`, by key.
 *
 * @see https://fluxcd.io/flux/components/kustomize/kustomizations/#controlling-the-apply-behavior-of-resources
 * @see https://argo-cd.readthedocs.io/en/stable/user-guide/sync-options/#no-prune-resources
 * @see https://kubernetes.io/docs/reference/labels-annotations-taints/
 */
const KEEPING: ReadonlyMap<string, (value: string) => boolean> = new Map([
  [CONTROL_KEYS.prune, (value: string) => value === "disabled"],
  ["kustomize.toolkit.fluxcd.io/prune", (value: string) => value === "disabled"],
  ["client.lifecycle.config.k8s.io/deletion", (value: string) => value === "detach"],
  ["cli-utils.sigs.k8s.io/on-remove", (value: string) => value === "keep"],
  ["argocd.argoproj.io/sync-options", (value: string) => hasOption(value, "Prune=false")],
]);

/** Whether an object of the kind is deleted by nobody's mere silence. */
export function isProtectedKind(id: Pick<ObjectId, "group" | "kind">): boolean {
  return PROTECTED_KINDS.has(kindKey(id));
}

/**
 * The annotation that says that an object is not to be deleted, in words; `undefined`: none does. Of ours any value does: whoever
 * wrote it did so to keep the object.
 */
export function findKeepingMark(object: JsonObject): string | undefined {
  const key = [...KEEPING].find(([each, keeps]) => keeps(annotationOf(object, each) ?? ""))?.[0];
  return key === undefined ? findKeepingFault(object) : `its annotation ${key} says that it stays`;
}

/** What is wrong with our own annotation that says so, and what is expected; `undefined`: nothing. */
export function findKeepingFault(object: JsonObject): string | undefined {
  const key = CONTROL_KEYS.prune;
  const value = annotationOf(object, key);
  if (value === undefined || KEEPING.get(key)?.(value) === true) return undefined;
  return `annotation ${key} is "${shortText(value)}", expected "disabled" or none; while it stands the object is not deleted`;
}

function hasOption(options: string, option: string): boolean {
  return options.split(",").some((each) => each.trim() === option);
}
