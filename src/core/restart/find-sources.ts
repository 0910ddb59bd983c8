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

interface Found {
  readonly imagePullSecrets: boolean;
  readonly used: readonly UsedSource[];
  /** How many more there are. */
  readonly leftOut: number;
}

const NOTHING_FOUND: Found = { imagePullSecrets: false, used: [], leftOut: 0 };

const found = new WeakMap<JsonObject, Found>();

interface FindOptions {
  /** Whether image pull secrets count. */
  readonly imagePullSecrets: boolean;
}

/** The sources that a pod template uses, the first ones of many. Image pull secrets count only where they are asked for. */
export function findSources(
  body: JsonObject,
  template: readonly string[],
  options: FindOptions,
): readonly UsedSource[] {
  return lookThrough(body, template, options).used;
}

/** How many sources a pod template uses beyond those that are looked at. */
export function countLeftOut(
  body: JsonObject,
  template: readonly string[],
  options: FindOptions,
): number {
  return lookThrough(body, template, options).leftOut;
}

function lookThrough(
  body: JsonObject,
  template: readonly string[],
  { imagePullSecrets }: FindOptions,
): Found {
  const spec = objectAt(body, ...template, "spec");
  if (spec === undefined) return NOTHING_FOUND;
  const known = found.get(spec);
  if (known?.imagePullSecrets === imagePullSecrets) return known;
  const references = findSourceReferences(spec).filter(
    ({ pullsImages }) => imagePullSecrets || !pullsImages,
  );
  const all = [...groupBy(references, ({ kind, name }) => `${kind}/${name}`).values()].flatMap(
    (group) => describe(group),
  );
  const used = all.slice(0, SOURCES_MAX);
  const made = { imagePullSecrets, used, leftOut: all.length - used.length };
  found.set(spec, made);
  return made;
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
