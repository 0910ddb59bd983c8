import type { ScopeOf } from "../manifest/manifest.ts";
import { type JsonObject, objectAt, textAt } from "../object/json.ts";
import { kindKey, type ObjectKey, objectKey } from "../object/object-id.ts";
import type { PodTemplates } from "./find-pod-specs.ts";
import type { GraphObject } from "./graph-object.ts";
import { groupBy } from "./group-by.ts";
import { indexLabels, type LabelIndex } from "./label-index.ts";

/** The objects that Git wants, found by id, by kind and by label, so that no source of edges compares all with all. */
export interface ObjectSet {
  /** Sorted by key. */
  readonly objects: readonly GraphObject[];
  readonly byKey: ReadonlyMap<ObjectKey, GraphObject>;
  /** Keys are kind keys; each list is sorted by key. */
  readonly byKind: ReadonlyMap<string, readonly GraphObject[]>;
  /** The objects of a kind key by their own labels. */
  readonly labelled: (kind: string) => LabelIndex<GraphObject>;
  /** What was handed in, else what the CRDs and the objects of the set show. */
  readonly scopeOf: ScopeOf;
  /** Whether objects of the revision are missing, because their files cannot be read. */
  readonly isPartial: boolean;
  readonly templates: PodTemplates;
}

const NO_TEMPLATES: PodTemplates = new Map();

export function indexObjects(
  objects: readonly GraphObject[],
  scopeOf: ScopeOf = () => undefined,
  {
    isPartial = false,
    templates = NO_TEMPLATES,
  }: { readonly isPartial?: boolean; readonly templates?: PodTemplates | undefined } = {},
): ObjectSet {
  const keyed = objects
    .map((object) => ({ key: objectKey(object.id), object }))
    .toSorted((a, b) => (a.key < b.key ? -1 : 1));
  const sorted = keyed.map(({ object }) => object);
  const byKind = groupBy(sorted, ({ id }) => kindKey(id));
  const scopes = scopesIn(byKind, { isPartial });
  return {
    objects: sorted,
    byKey: new Map(keyed.map(({ key, object }) => [key, object])),
    byKind,
    labelled: labelledKinds(byKind),
    scopeOf: (kind) => scopeOf(kind) ?? scopes.get(kindKey(kind)),
    isPartial,
    templates,
  };
}

/** An index is built when the first selector asks for the kind: most kinds are never selected. */
function labelledKinds(
  byKind: ReadonlyMap<string, readonly GraphObject[]>,
): (kind: string) => LabelIndex<GraphObject> {
  const built = new Map<string, LabelIndex<GraphObject>>();
  return (kind) => {
    const index = built.get(kind) ?? indexLabels(byKind.get(kind) ?? [], labelsOf);
    built.set(kind, index);
    return index;
  };
}

function labelsOf(object: GraphObject): JsonObject | undefined {
  return objectAt(object.body, "metadata", "labels");
}

function scopesIn(
  byKind: ReadonlyMap<string, readonly GraphObject[]>,
  { isPartial }: { readonly isPartial: boolean },
): ReadonlyMap<string, "namespaced" | "cluster"> {
  const scopes = new Map<string, "namespaced" | "cluster">();
  for (const [kind, [first]] of byKind) {
    // The CRD that says otherwise may be in a file that cannot be read; the groups of CRDs have a dot.
    if (first === undefined || (isPartial && first.id.group.includes("."))) continue;
    scopes.set(kind, first.id.namespace === "" ? "cluster" : "namespaced");
  }
  for (const [kind, scope] of definedScopes(byKind)) scopes.set(kind, scope);
  return scopes;
}

/** What the CRDs of the set say. */
function definedScopes(
  byKind: ReadonlyMap<string, readonly GraphObject[]>,
): readonly (readonly [string, "namespaced" | "cluster"])[] {
  const definitions = byKind.get("CustomResourceDefinition.apiextensions.k8s.io") ?? [];
  return definitions.map(({ body }) => {
    const group = textAt(body, "spec", "group") ?? "";
    const kind = textAt(body, "spec", "names", "kind") ?? "";
    const isCluster = textAt(body, "spec", "scope") === "Cluster";
    return [kindKey({ group, kind }), isCluster ? "cluster" : "namespaced"];
  });
}
