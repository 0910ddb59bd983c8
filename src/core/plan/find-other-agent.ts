import type { JsonObject } from "../object/json.ts";
import { annotationOf, labelOf } from "../object/live-object.ts";
import { hasPath } from "../ownership/field-set.ts";
import { readEntriesOf } from "../ownership/read-manager-entries.ts";

/** A tool that syncs objects by itself, and whose mark is on this one. */
export interface OtherAgent {
  /** In words: `Flux (Kustomization flux-system/apps)`. */
  readonly name: string;
  /** What ends that, as a command; empty where the mark does not say enough. */
  readonly command: string;
}

/**
 * Finds the agent that says on a live object that the object is its own. A mark that Git sets says nothing.
 *
 * @see https://fluxcd.io/flux/components/kustomize/kustomizations/
 * @see https://argo-cd.readthedocs.io/en/stable/user-guide/resource_tracking/
 */
export function findOtherAgent(live: JsonObject, manifest: JsonObject): OtherAgent | undefined {
  return (
    findFlux(live, manifest, { kind: "Kustomization", group: "kustomize" }) ??
    findFlux(live, manifest, { kind: "HelmRelease", group: "helm" }) ??
    findArgo(live, manifest)
  );
}

function findFlux(
  live: JsonObject,
  manifest: JsonObject,
  { kind, group }: { readonly kind: string; readonly group: string },
): OtherAgent | undefined {
  const key = `${group}.toolkit.fluxcd.io/name`;
  const name = labelOf(live, key);
  if (name === undefined || labelOf(manifest, key) !== undefined) return undefined;
  const namespace = labelOf(live, `${group}.toolkit.fluxcd.io/namespace`) ?? "";
  const isTold = isName(name) && isName(namespace);
  return {
    name: isTold ? `Flux (${kind} ${namespace}/${name})` : "Flux",
    command: isTold ? `flux suspend ${kind.toLowerCase()} ${name} -n ${namespace}` : "",
  };
}

const TRACKING = "argocd.argoproj.io/tracking-id";
const INSTANCE = "app.kubernetes.io/instance";

function findArgo(live: JsonObject, manifest: JsonObject): OtherAgent | undefined {
  const tracked = annotationOf(manifest, TRACKING) === undefined && annotationOf(live, TRACKING);
  const application = typeof tracked === "string" ? tracked.split(":")[0] : labelledBy(live);
  if (application === undefined) return undefined;
  const isTold = isName(application);
  return {
    name: isTold ? `Argo CD (Application ${application})` : "Argo CD",
    command: isTold ? `argocd app set ${application} --sync-policy manual` : "",
  };
}

/** Many tools set that label: only Argo CD's own tells of it. */
function labelledBy(live: JsonObject): string | undefined {
  const label = labelOf(live, INSTANCE);
  if (label === undefined) return undefined;
  const path = ["metadata", "labels", INSTANCE].map((name) => ({ kind: "field", name }) as const);
  const isArgos = readEntriesOf(live, ["argocd-controller"]).some(({ fields }) =>
    hasPath(fields, path),
  );
  return isArgos ? label : undefined;
}

/** Other people's text: only a plain name goes into a command. */
function isName(text: string): boolean {
  return /^[a-z0-9][a-z0-9._-]{0,252}$/.test(text);
}
