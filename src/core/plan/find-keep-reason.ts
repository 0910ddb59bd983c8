import { CONTROL_KEYS } from "../control-keys.ts";
import type { JsonObject } from "../object/json.ts";
import { annotationOf, idOf, labelOf } from "../object/live-object.ts";
import { kindKey, objectKey } from "../object/object-id.ts";
import type { Look } from "./look.ts";

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

/** Why an orphan stays although nothing hinders its deletion; `undefined`: it may go. */
export function findKeepReason(object: JsonObject, { rules, siblings }: Look): string | undefined {
  const id = idOf(object);
  const kind = kindKey(id);
  const sibling = siblings.find(({ keys }) => keys?.has(objectKey(id)) === true);
  if (sibling !== undefined) return `it moves to the stack ${sibling.name}`;
  if (labelOf(object, CONTROL_KEYS.skip) === "true") {
    return `its label ${CONTROL_KEYS.skip} says that nobody writes it`;
  }
  if (rules.mode !== "enforce") return `the mode ${rules.mode} deletes nothing`;
  if (!rules.prune.isEnabled) return "pruning is off (prune.enabled)";
  const key = [...KEEPING].find(([each, keeps]) => keeps(annotationOf(object, each) ?? ""))?.[0];
  if (key !== undefined) return `its annotation ${key} says that it stays`;
  if (PROTECTED_KINDS.has(kind) && !rules.prune.unprotected.has(kind)) {
    return `a ${id.kind} is only deleted when prune.protected names ${kind}`;
  }
  return undefined;
}

function hasOption(options: string, option: string): boolean {
  return options.split(",").some((each) => each.trim() === option);
}
