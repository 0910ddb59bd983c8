import { groupBy } from "../graph/group-by.ts";
import { type JsonObject, objectAt } from "../object/json.ts";
import { findSourceReferences, type SourceReference } from "./source-reference.ts";

/** A Secret or ConfigMap that a workload uses, once for all the places that name it. */
export interface UsedSource {
  readonly kind: SourceReference["kind"];
  readonly name: string;
  /** All that name it are optional. */
  readonly isOptional: boolean;
  readonly places: readonly string[];
}

/** Sources of one workload that are looked at; each is an annotation of it. */
const SOURCES_MAX = 200;

const found = new WeakMap<
  JsonObject,
  { readonly imagePullSecrets: boolean; readonly used: readonly UsedSource[] }
>();

/** The sources that a pod template uses, the first ones of many. Image pull secrets count only where they are asked for. */
export function findSources(
  body: JsonObject,
  template: readonly string[],
  options: { readonly imagePullSecrets: boolean },
): readonly UsedSource[] {
  const spec = objectAt(body, ...template, "spec");
  if (spec === undefined) return [];
  const known = found.get(spec);
  if (known?.imagePullSecrets === options.imagePullSecrets) return known.used;
  const references = findSourceReferences(spec).filter(
    ({ pullsImages }) => options.imagePullSecrets || !pullsImages,
  );
  const used = [...groupBy(references, ({ kind, name }) => `${kind}/${name}`).values()]
    .flatMap((group) => describe(group))
    .slice(0, SOURCES_MAX);
  found.set(spec, { ...options, used });
  return used;
}

function describe(group: readonly SourceReference[]): readonly UsedSource[] {
  const [first] = group;
  if (first === undefined) return [];
  return [
    {
      kind: first.kind,
      name: first.name,
      isOptional: group.every(({ isOptional }) => isOptional),
      places: [...new Set(group.map(({ place }) => place))],
    },
  ];
}
