import { CONTROL_KEYS } from "../control-keys.ts";
import { isJsonObject, objectAt, textAt } from "../object/json.ts";
import { annotationOf } from "../object/live-object.ts";
import { kindKey, type ObjectId, type ObjectKey, objectKey } from "../object/object-id.ts";
import type { Problem } from "../problem.ts";
import { CLUSTER_SCOPED_KINDS } from "./cluster-scoped-kinds.ts";
import { findDuplicateItems } from "./find-duplicate-items.ts";
import type { Lint, Manifest, ManifestPlace, ScopeOf } from "./manifest.ts";
import { quoted } from "./quoted.ts";
import type { WrittenManifest } from "./written-manifest.ts";

/** Objects in one revision. */
const OBJECTS_MAX = 100_000;
const APPLY_SET_PREFIX = "applyset.kubernetes.io/";

export interface AssembleOptions {
  /** For namespaced objects that name none. */
  readonly defaultNamespace: string;
  /** What the cluster serves; asked last. A kind that nobody knows is taken as namespaced. */
  readonly scopeOf: ScopeOf;
  /** Our inventory, Lease and key objects: no manifest may name them. */
  readonly ownObjects: ReadonlySet<ObjectKey>;
}

/** The manifests of a revision, sorted by object key, keys unique. */
interface AssembledManifests {
  readonly manifests: readonly Manifest[];
  readonly lints: readonly Lint[];
}

/** With problems, `rest` has the first manifest of each object: to look for more problems, never to be applied. */
export type Assembly =
  | { readonly ok: true; readonly value: AssembledManifests }
  | {
      readonly ok: false;
      readonly problems: readonly Problem[];
      readonly rest: readonly Manifest[];
    };

/**
 * Makes the desired state of a revision of what its files say: namespaces filled in, contradictions
 * between files found. The order of `written` does not matter.
 *
 * @returns The manifests; or all problems, sorted by place.
 */
export function assembleManifests(
  written: readonly WrittenManifest[],
  options: AssembleOptions,
): Assembly {
  if (written.length > OBJECTS_MAX) {
    return { ok: false, problems: [tooMany(written.length)], rest: [] };
  }
  const scopeOf = scopeWithin(written, options.scopeOf);
  const placed = written
    .toSorted((a, b) => comparePlaces(a.place, b.place))
    .map((manifest) => withNamespace(manifest, scopeOf, options.defaultNamespace));
  const manifests = placed.map(({ manifest }) => manifest);
  const problems = [
    ...findTwins(manifests),
    ...manifests.flatMap((manifest) => findFaults(manifest, options.ownObjects)),
  ];
  if (problems.length > 0) return { ok: false, problems, rest: firstOfEach(manifests) };
  return {
    ok: true,
    value: { manifests: sortedByKey(manifests), lints: placed.flatMap(({ lints }) => lints) },
  };
}

/** Kubernetes' own kinds first, then the definitions in the set, then what the cluster says. */
function scopeWithin(written: readonly WrittenManifest[], ask: ScopeOf): ScopeOf {
  const defined = new Map(
    written.flatMap(({ id, body }) => {
      if (kindKey(id) !== "CustomResourceDefinition.apiextensions.k8s.io") return [];
      const group = textAt(body, "spec", "group") ?? "";
      const kind = textAt(body, "spec", "names", "kind") ?? "";
      const scope = textAt(body, "spec", "scope") === "Cluster" ? "cluster" : "namespaced";
      return [[kindKey({ group, kind }), scope] as const];
    }),
  );
  return (kind) =>
    CLUSTER_SCOPED_KINDS.has(kindKey(kind)) ? "cluster" : (defined.get(kindKey(kind)) ?? ask(kind));
}

function withNamespace(
  written: WrittenManifest,
  scopeOf: ScopeOf,
  defaultNamespace: string,
): { readonly manifest: Manifest; readonly lints: readonly Lint[] } {
  const { id, body } = written;
  const { namespace: _, ...metadata } = objectAt(body, "metadata") ?? {};
  if (scopeOf(id) === "cluster") {
    const manifest = { ...written, id: { ...id, namespace: "" }, body: { ...body, metadata } };
    if (id.namespace === "") return { manifest, lints: [] };
    const what = `${objectKey(manifest.id)} lives in no namespace: ${quoted(id.namespace)} is left out`;
    return { manifest, lints: [{ where: placeText(written.place), what }] };
  }
  const namespace = id.namespace === "" ? defaultNamespace : id.namespace;
  return {
    manifest: {
      ...written,
      id: { ...id, namespace },
      body: { ...body, metadata: { ...metadata, namespace } },
    },
    lints: [],
  };
}

/** Two manifests for one object, each later one with the place of the first. */
function findTwins(manifests: readonly Manifest[]): readonly Problem[] {
  const firsts = new Map<ObjectKey, ManifestPlace>();
  return manifests.flatMap(({ id, place }) => {
    const key = objectKey(id);
    const first = firsts.get(key);
    if (first === undefined) {
      firsts.set(key, place);
      return [];
    }
    return [
      {
        where: placeText(place),
        what: `${key} is already written at ${placeText(first)}`,
        expected: "one manifest for each object",
      },
    ];
  });
}

function findFaults(manifest: Manifest, ownObjects: ReadonlySet<ObjectKey>): readonly Problem[] {
  const { id, body, place } = manifest;
  const key = objectKey(id);
  const faults = [
    ...findDuplicateItems(id, body).map((what) => ({ what, expected: "each item once" })),
    ...marksOf(manifest).map((mark) => ({
      what: `${mark} is the agent's own mark`,
      expected: "a manifest without it",
    })),
    ...(ownObjects.has(key) ? [ownFault(id)] : []),
  ];
  return faults.map(({ what, expected }) => ({
    where: placeText(place),
    what: `${key}: ${what}`,
    expected,
  }));
}

/** Labels and annotations that say whose an object is. Only the agent may write them. */
function marksOf({ body }: Manifest): readonly string[] {
  const labels = objectAt(body, "metadata", "labels");
  const keys = isJsonObject(labels) ? Object.keys(labels) : [];
  return [
    ...keys
      .filter((key) => key === CONTROL_KEYS.stack || key.startsWith(APPLY_SET_PREFIX))
      .map((key) => `label ${key}`),
    ...(annotationOf(body, CONTROL_KEYS.revision) === undefined
      ? []
      : [`annotation ${CONTROL_KEYS.revision}`]),
  ];
}

function ownFault(id: ObjectId): { readonly what: string; readonly expected: string } {
  return {
    what: `this ${id.kind} belongs to the agent itself`,
    expected: "another name or namespace",
  };
}

function tooMany(count: number): Problem {
  return {
    where: ".",
    what: `the revision has ${String(count)} objects`,
    expected: `at most ${String(OBJECTS_MAX)} objects in a stack`,
  };
}

function firstOfEach(manifests: readonly Manifest[]): readonly Manifest[] {
  const latestFirst = manifests.toReversed().map((each) => [objectKey(each.id), each] as const);
  return sortedByKey([...new Map(latestFirst).values()]);
}

/** By UTF-16 units, not by locale: the order must be the same on every machine. */
function sortedByKey(manifests: readonly Manifest[]): readonly Manifest[] {
  return manifests
    .map((manifest) => ({ manifest, key: objectKey(manifest.id) }))
    .toSorted((a, b) => compareTexts(a.key, b.key))
    .map(({ manifest }) => manifest);
}

function comparePlaces(a: ManifestPlace, b: ManifestPlace): number {
  return compareTexts(a.file, b.file) || a.line - b.line || a.column - b.column;
}

function compareTexts(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

function placeText({ file, line, column }: ManifestPlace): string {
  return `${file}:${String(line)}:${String(column)}`;
}
