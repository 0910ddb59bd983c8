import type { Lint } from "../manifest/manifest.ts";
import { textAt } from "../object/json.ts";
import { kindKey, type ObjectKey, objectKey } from "../object/object-id.ts";
import type { Problem } from "../problem.ts";
import type { Edge } from "./edge.ts";
import type { GraphObject } from "./graph-object.ts";
import { groupBy } from "./group-by.ts";
import { makeEdge } from "./make-edge.ts";
import type { ObjectProblem } from "./object-problem.ts";
import type { ObjectSet } from "./object-set.ts";
import { annotationProblem, readAnnotation } from "./read-annotation.ts";

const KEY = "argocd.argoproj.io/sync-wave";

/** Each object of a wave waits for each of the wave before, so these edges are not linear in the objects. */
const EDGES_MAX = 100_000;

/** The wave of each object of the set; empty when no object names one. */
export type Waves = ReadonlyMap<ObjectKey, number>;

interface FoundWaves {
  readonly edges: readonly Edge[];
  readonly waves: Waves;
  readonly problems: readonly ObjectProblem[];
  readonly lints: readonly Lint[];
}

/**
 * The order of `argocd.argoproj.io/sync-wave`: once any object of the set names a wave, those that name none are in
 * wave 0, and each wave waits until the one before it is rolled out. A Namespace and a CRD are in the earliest wave of
 * the objects that need them.
 *
 * @see https://argo-cd.readthedocs.io/en/stable/user-guide/sync-waves/
 */
export function findWaveEdges(set: ObjectSet): FoundWaves {
  const read = set.objects.map((object) => ({ object, ...readWave(object) }));
  const problems = read.flatMap(({ object, problems: own }) =>
    own.map((problem) => ({ object, problem })),
  );
  const writers = read.filter(({ wave }) => wave !== undefined).map(({ object }) => object);
  if (writers.length === 0) return { edges: [], waves: new Map(), problems, lints: [] };
  const written = new Map(read.map(({ object, wave }) => [objectKey(object.id), wave ?? 0]));
  const waves = withEarlierRoots(set, written);
  const groups = [...groupBy(set.objects, ({ id }) => waves.get(objectKey(id)) ?? 0)]
    .toSorted(([a], [b]) => a - b)
    .map(([, members]) => members);
  const isBounded = countEdges(groups) <= EDGES_MAX;
  return {
    edges: isBounded ? edgesBetween(groups) : [],
    waves,
    problems: isBounded ? problems : [...problems, ...groups.slice(1).flat().map(tooManyEdges)],
    lints: groups.length > 1 ? findOverruled(writers, { written, waves }) : writers.map(idleWave),
  };
}

function readWave(object: GraphObject): {
  readonly wave: number | undefined;
  readonly problems: readonly Problem[];
} {
  const { text, problems } = readAnnotation(object, KEY);
  if (text === undefined) return { wave: undefined, problems };
  if (/^[+-]?\d{1,9}$/.test(text)) return { wave: Number(text), problems };
  const fault = { what: `has the value "${text}"`, expected: "a whole number of at most 9 digits" };
  return { wave: undefined, problems: [annotationProblem(object, KEY, fault)] };
}

function withEarlierRoots(set: ObjectSet, written: Waves): Waves {
  const earliest = new Map(written);
  const crds = crdsByKind(set);
  for (const { id } of set.objects) {
    const wave = written.get(objectKey(id)) ?? 0;
    const namespace = objectKey({
      group: "",
      kind: "Namespace",
      namespace: "",
      name: id.namespace,
    });
    for (const root of [namespace, crds.get(kindKey(id))]) {
      const present = root === undefined ? undefined : earliest.get(root);
      if (root !== undefined && present !== undefined) earliest.set(root, Math.min(present, wave));
    }
  }
  return earliest;
}

function crdsByKind(set: ObjectSet): ReadonlyMap<string, ObjectKey> {
  const crds = set.byKind.get("CustomResourceDefinition.apiextensions.k8s.io") ?? [];
  return new Map(
    crds.map(({ id, body }) => {
      const group = textAt(body, "spec", "group") ?? "";
      const kind = textAt(body, "spec", "names", "kind") ?? "";
      return [kindKey({ group, kind }), objectKey(id)];
    }),
  );
}

function countEdges(groups: readonly (readonly GraphObject[])[]): number {
  return groups.reduce(
    (sum, members, index) => sum + members.length * (groups[index - 1]?.length ?? 0),
    0,
  );
}

function edgesBetween(groups: readonly (readonly GraphObject[])[]): readonly Edge[] {
  return groups.flatMap((members, index) =>
    members.flatMap((dependent) =>
      (groups[index - 1] ?? []).map((target) =>
        makeEdge({
          dependent: dependent.id,
          target: target.id,
          gate: { kind: "rolled-out" },
          origin: `annotation:${KEY}`,
        }),
      ),
    ),
  );
}

function tooManyEdges(object: GraphObject): ObjectProblem {
  const fault = {
    what: `makes more than ${EDGES_MAX} edges in this stack`,
    expected: "smaller waves, or lockstep.dev/after on the objects that must wait",
  };
  return { object, problem: annotationProblem(object, KEY, fault) };
}

/** A Namespace or CRD that names a later wave than an object which needs it. */
function findOverruled(
  writers: readonly GraphObject[],
  { written, waves }: { readonly written: Waves; readonly waves: Waves },
): readonly Lint[] {
  return writers.flatMap(({ id, where }) => {
    const wave = waves.get(objectKey(id));
    if (wave === written.get(objectKey(id))) return [];
    const why = `an object that needs it is in wave ${wave}`;
    return [{ where, what: `${objectKey(id)}: ${KEY} has no effect: ${why}` }];
  });
}

function idleWave({ id, where }: GraphObject): Lint {
  return { where, what: `${objectKey(id)}: ${KEY} has no effect: all objects are in one wave` };
}
