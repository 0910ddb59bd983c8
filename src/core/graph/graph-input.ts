import type { Manifest, ScopeOf } from "../manifest/manifest.ts";
import type { VersionPaths } from "../rollout/declared-version.ts";
import type { Association } from "./association.ts";
import type { PodTemplates } from "./find-pod-specs.ts";
import { indexObjects, type ObjectSet } from "./object-set.ts";

/** What a graph is made from. */
export interface GraphInput {
  /** The manifests of one revision, ids unique, in any order. */
  readonly manifests: readonly Manifest[];
  /** The config's associations; they replace built-in ones of the same kind and field. */
  readonly associations: readonly Association[];
  /** Where kinds say their version, as the config has it; left out: in the usual places. */
  readonly versionPaths?: VersionPaths;
  /** Where custom kinds have a pod template; left out: in the usual places. */
  readonly templates?: PodTemplates;
  /** Left out, or without an answer: what the manifests and CRDs of the set show. */
  readonly scopeOf?: ScopeOf;
  /** Whether manifests of the revision are missing, so that nothing may be concluded from what is not there. */
  readonly isPartial?: boolean;
}

export function indexManifests({
  manifests,
  scopeOf,
  isPartial,
  templates,
}: GraphInput): ObjectSet {
  const objects = manifests.map(({ id, body, place }) => {
    return { id, body, where: `${place.file}:${place.line}:${place.column}` };
  });
  return indexObjects(objects, scopeOf, { isPartial: isPartial === true, templates });
}
