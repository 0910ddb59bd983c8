import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { buildGraph } from "../../src/core/graph/build-graph.ts";
import { describeGraph } from "../../src/core/graph/describe-graph.ts";
import type { Edge, Graph } from "../../src/core/graph/edge.ts";
import { findComponents } from "../../src/core/graph/find-components.ts";
import { parseAfter } from "../../src/core/graph/parse-after.ts";
import { renderGraph } from "../../src/core/graph/render-graph.ts";
import type { Manifest } from "../../src/core/manifest/manifest.ts";
import type { JsonObject } from "../../src/core/object/json.ts";
import { type ObjectKey, objectKey } from "../../src/core/object/object-id.ts";
import { graphOf, idFrom, manifest } from "../support/graph-builders.ts";
import { runs } from "../support/property-runs.ts";

const NAMES = ["a", "b", "c", "d", "e", "f", "g", "h"];
const SUFFIXES = ["", "@exists", "@ready", "@lockstep", "@none", "@>=1 <2"];

const reference = fc.record({
  name: fc.constantFrom(...NAMES),
  suffix: fc.constantFrom(...SUFFIXES),
});

/** Up to eight Elasticsearch that refer to and come after one another in any way. */
const manifests: fc.Arbitrary<Manifest[]> = fc
  .uniqueArray(fc.constantFrom(...NAMES), { minLength: 1 })
  .chain((names) =>
    fc.tuple(
      ...names.map((name) =>
        fc
          .record({
            after: fc.uniqueArray(reference, { maxLength: 3, selector: (each) => each.name }),
            monitor: fc.constantFrom(...NAMES),
          })
          .map(({ after, monitor }) =>
            manifest(`Elasticsearch/n/${name}`, {
              spec: `{monitoring: {logs: {elasticsearchRefs: [{name: ${monitor}}]}}}`,
              ...(after.length === 0 ? {} : { after: after.map(item).join(", ") }),
            }),
          ),
      ),
    ),
  );

const shuffledPair = manifests.chain((written) =>
  fc.tuple(
    fc.constant(written),
    fc.shuffledSubarray(written, { minLength: written.length, maxLength: written.length }),
  ),
);

function item({ name, suffix }: { readonly name: string; readonly suffix: string }): string {
  return `Elasticsearch.elasticsearch.k8s.elastic.co/${name}${suffix}`;
}

function gatedInside({ edges, tiers }: Graph): readonly (readonly [ObjectKey, ObjectKey])[] {
  return edges
    .filter(({ informational, target }) => !informational && tiers.has(objectKey(target)))
    .map(({ dependent, target }) => [objectKey(dependent), objectKey(target)] as const);
}

function ends({ dependent, target }: Edge): string {
  return `${objectKey(dependent)} ${objectKey(target)}`;
}

describe("buildGraph, laws", () => {
  test("does not depend on the order of the manifests", () => {
    fc.assert(
      fc.property(shuffledPair, ([written, shuffled]) => {
        const first = graphOf(written);
        const second = graphOf(shuffled);
        expect(second).toEqual(first);
        expect([...second.tiers]).toEqual([...first.tiers]);
        expect(renderGraph(second, "mermaid")).toBe(renderGraph(first, "mermaid"));
      }),
      runs(50),
    );
  });

  test("has one edge for each dependent and target, and none to itself", () => {
    fc.assert(
      fc.property(manifests, (written) => {
        const { edges } = graphOf(written);
        expect(new Set(edges.map(ends)).size).toBe(edges.length);
        expect(
          edges.filter(({ dependent, target }) => objectKey(dependent) === objectKey(target)),
        ).toEqual([]);
      }),
    );
  });

  test("puts an object exactly one tier above its highest target, unless it is in a cycle", () => {
    fc.assert(
      fc.property(manifests, (written) => {
        const graph = graphOf(written);
        const inside = gatedInside(graph);
        for (const [key, tier] of graph.tiers) {
          if (graph.refused.has(key)) continue;
          const below = inside
            .filter(([from]) => from === key)
            .map(([, to]) => graph.tiers.get(to) ?? 0);
          expect(tier).toBe(Math.max(-1, ...below) + 1);
        }
      }),
    );
  });

  test("refuses exactly the objects that can reach themselves, and each cycle is made of edges", () => {
    fc.assert(
      fc.property(manifests, (written) => {
        const graph = graphOf(written);
        const inside = gatedInside(graph);
        const looping = [...graph.tiers.keys()].filter((key) => reaches(key, key, inside));
        expect([...graph.refused.keys()]).toEqual(looping);
        const pairs = new Set(inside.map(([from, to]) => `${from} ${to}`));
        for (const ids of describeGraph(graph).cycles) {
          const hops = ids.map((id, index) => `${id} ${ids[(index + 1) % ids.length]}`);
          expect(hops.filter((hop) => !pairs.has(hop))).toEqual([]);
        }
      }),
    );
  });
});

/** Plain search, as a judge of Tarjan's. */
function reaches(
  start: ObjectKey,
  goal: ObjectKey,
  edges: readonly (readonly [ObjectKey, ObjectKey])[],
): boolean {
  const seen = new Set<ObjectKey>();
  const queue = [start];
  for (const here of queue) {
    for (const [from, to] of edges) {
      if (from !== here || seen.has(to)) continue;
      if (to === goal) return true;
      seen.add(to);
      queue.push(to);
    }
  }
  return false;
}

/** Without YAML, whose parser would take most of the time of 10,000 objects. */
function withSpec(written: Manifest, spec: JsonObject): Manifest {
  return { ...written, body: { ...written.body, spec } };
}

describe("bounds", () => {
  test("an annotation of any text gives items or faults, never a throw", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (value) => {
        const { items, faults } = parseAfter({
          object: idFrom("ConfigMap/n/a"),
          value,
          scopeOf: () => undefined,
        });
        expect(items.length + faults.length).toBeGreaterThan(0);
      }),
    );
  });

  test("references of any JSON give edges or problems, never a throw", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (first, second) => {
        const spec = {
          elasticsearchRef: first,
          monitoring: second,
          template: first,
          podTemplate: second,
        };
        const rest = JSON.stringify({ spec, webhooks: first, subjects: second, roleRef: first });
        const kinds = [
          "Kibana/n/x",
          "Ingress.networking.k8s.io/n/x",
          "PodDisruptionBudget.policy/n/x",
          "RoleBinding.rbac.authorization.k8s.io/n/x",
        ];
        const graph = graphOf(kinds.map((id) => manifest(id, { rest })));
        expect(graph.tiers.size).toBe(4);
      }),
      runs(50),
    );
  });

  test("a chain and a ring of 30,000 are within the stack", () => {
    const chain = new Map(Array.from({ length: 30_000 }, (_, index) => [index, [index + 1]]));
    expect(findComponents(chain)).toHaveLength(30_000);
    const ring = new Map(
      Array.from({ length: 30_000 }, (_, index) => [index, [(index + 1) % 30_000]]),
    );
    expect(findComponents(ring)).toHaveLength(1);
  });

  test("10,000 objects in one namespace, with budgets, references and annotations, are built", () => {
    const count = 2_500;
    const written = Array.from({ length: count }, (_, index) => [
      manifest(`Secret/n/s${index}`),
      withSpec(
        manifest(`Deployment.apps/n/d${index}`, { after: `Deployment.apps/d${index + 1}` }),
        {
          template: {
            metadata: { labels: { app: `d${index}` } },
            spec: { imagePullSecrets: [{ name: `s${index}` }] },
          },
        },
      ),
      withSpec(manifest(`PodDisruptionBudget.policy/n/b${index}`), {
        selector: { matchLabels: { app: `d${index}` } },
      }),
      withSpec(manifest(`Kibana/n/k${index}`), { elasticsearchRef: { name: "es" } }),
    ]).flat();
    const graph = buildGraph({
      manifests: [manifest("Namespace/n"), ...written],
      associations: [],
    });
    // Each object after its namespace, and four more edges for each index; the last annotation leads out of the set.
    expect(graph.edges).toHaveLength(count * (4 + 4));
    expect(Math.max(...graph.tiers.values())).toBe(count + 2);
  });
});
