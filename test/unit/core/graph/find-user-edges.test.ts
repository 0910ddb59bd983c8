import { describe, expect, test } from "vitest";
import type { Graph } from "../../../../src/core/graph/edge.ts";
import type { Manifest } from "../../../../src/core/manifest/manifest.ts";
import type { Json } from "../../../../src/core/object/json.ts";
import { briefEdge, graphOf, manifest } from "../../../support/graph-builders.ts";
import { parseTable } from "../../../support/parse-table.ts";

const DEPENDS_ON = "config.kubernetes.io/depends-on";
const WAVE = "argocd.argoproj.io/sync-wave";
const GROUP = "kapp.k14s.io/change-group";
const RULE = "kapp.k14s.io/change-rule";

/** `web → db, mq` for each object that waits, and `! web` for each that is refused. */
function brief(graph: Graph): string {
  const targets = new Map<string, string[]>();
  for (const { dependent, target } of graph.edges) {
    targets.set(dependent.name, [...(targets.get(dependent.name) ?? []), target.name]);
  }
  return [
    ...[...targets].map(([name, names]) => `${name} → ${names.join(" ")}`),
    ...[...graph.refused.keys()].map((key) => `! ${key.split("/").at(-1)}`),
  ].join(", ");
}

function problems(graph: Graph): string {
  return [...graph.refused.values()]
    .flat()
    .map(({ what }) => what)
    .join(", ");
}

function config(name: string, annotations: Readonly<Record<string, Json>> = {}): Manifest {
  return manifest(`ConfigMap/n/${name}`, { annotations });
}

describe("B12: config.kubernetes.io/depends-on, on ConfigMap/n/a", () => {
  const rows = parseTable(`
    apps/namespaces/shop/Deployment/db               | Deployment.apps/shop/db [rolled-out]
    /namespaces/n/ConfigMap/b                        | ConfigMap/n/b [rolled-out]
    rbac.authorization.k8s.io/ClusterRole/r          | ClusterRole.rbac.authorization.k8s.io/r [rolled-out]
    /Namespace/n                                     | Namespace/n [rolled-out]
    /Namespace/n , apps/namespaces/shop/Deployment/db | Deployment.apps/shop/db [rolled-out], Namespace/n [rolled-out]
    /namespaces/n/ConfigMap/a                        |
    /Namespace/n,/Namespace/n                        | Namespace/n [rolled-out], ! names Namespace/n twice
    Deployment/db                                    | ! has the item "Deployment/db", which is no reference
    apps/namespace/shop/Deployment/db                | ! has the item "apps/namespace/shop/Deployment/db", which is no reference
    apps/namespaces//Deployment/db                   | ! has the item "apps/namespaces//Deployment/db", which is no reference
    apps/namespaces/shop/Deployment/                 | ! has the item "apps/namespaces/shop/Deployment/", which is no reference
    /Namespace/n,                                    | Namespace/n [rolled-out], ! has the item "", which is no reference
  `);
  test.each(rows)("%s → %s", (value, want) => {
    const graph = graphOf([config("a", { [DEPENDS_ON]: value ?? "" })]);
    const edges = graph.edges.map((edge) => briefEdge(edge).replace(/^.* → | annotation:.*$/g, ""));
    const faults = [...graph.refused.values()]
      .flat()
      .map(({ what }) => `! ${what.split('"] ')[1]}`);
    expect([...edges, ...faults].join(", ")).toBe(want);
  });

  test("a built-in edge that goes the other way gives way", () => {
    const kibana = manifest("Kibana/n/kb", { spec: "{elasticsearchRef: {name: es}}" });
    const annotations = { [DEPENDS_ON]: "kibana.k8s.elastic.co/namespaces/n/Kibana/kb" };
    expect(brief(graphOf([kibana, manifest("Elasticsearch/n/es", { annotations })]))).toBe(
      "es → kb",
    );
  });

  test("an empty value and a number are problems", () => {
    const graph = graphOf([config("a", { [DEPENDS_ON]: "" }), config("b", { [DEPENDS_ON]: 1 })]);
    expect(brief(graph)).toBe("! a, ! b");
  });
});

describe("B12: argocd.argoproj.io/sync-wave", () => {
  function wave(name: string, value: Json): Manifest {
    return config(name, { [WAVE]: value });
  }
  test.each<[string, Manifest[], string]>([
    [
      "waves wait for the one before",
      [wave("a", "-1"), config("b"), wave("c", "5"), wave("d", "5")],
      "b → a, c → b, d → b",
    ],
    ["all of it", [wave("a", "-1"), wave("b", "-1"), config("c")], "c → a b"],
    ["no annotation, no wave", [config("a"), config("b")], ""],
    ["one wave only", [wave("a", "0"), config("b")], ""],
    ["a word refuses its object", [wave("a", "first"), config("b")], "! a"],
    ["a number is no text", [wave("a", 1), config("b")], "! a"],
    [
      "a Namespace goes with its earliest object",
      [manifest("Namespace/n"), wave("a", "-1"), config("b")],
      "a → n, b → a n",
    ],
  ])("%s", (_, manifests, want) => {
    expect(brief(graphOf(manifests))).toBe(want);
  });

  test("the edges wait for a rollout and name the annotation", () => {
    expect(graphOf([wave("a", "-1"), config("b")]).edges.map(briefEdge)).toEqual([
      `ConfigMap/n/b → ConfigMap/n/a [rolled-out] annotation:${WAVE}`,
    ]);
  });

  test("a CRD goes with its earliest object", () => {
    const crd = manifest("CustomResourceDefinition.apiextensions.k8s.io/widgets", {
      spec: "{group: example.org, names: {kind: Widget}}",
    });
    const early = manifest("Widget.example.org/n/w", { annotations: { [WAVE]: "-2" } });
    expect(brief(graphOf([crd, early, config("b")]))).toBe("b → widgets w, w → widgets");
  });

  test("waves win over built-in edges that go the other way, also across a wave", () => {
    const kibana = manifest("Kibana/n/kb", { spec: "{elasticsearchRef: {name: es}}" });
    const es = manifest("Elasticsearch/n/es", { annotations: { [WAVE]: "2" } });
    expect(brief(graphOf([kibana, es, wave("m", "1")]))).toBe("m → kb, es → m");
  });

  test("a wave that says the same as a reference leaves its version gate alone", () => {
    const kibana = manifest("Kibana/n/kb", {
      spec: "{elasticsearchRef: {name: es}}",
      annotations: { [WAVE]: "1" },
    });
    expect(graphOf([kibana, manifest("Elasticsearch/n/es")]).edges.map(briefEdge)).toEqual([
      "Kibana/n/kb → Elasticsearch/n/es [lockstep] association:spec.elasticsearchRef",
    ]);
  });

  test("a wave without effect is a lint", () => {
    expect(graphOf([wave("a", "3")]).lints).toEqual([
      {
        where: "stack.yaml:1:1",
        what: `ConfigMap/n/a: ${WAVE} has no effect: all objects are in one wave`,
      },
    ]);
  });

  test("waves of too many edges refuse what would wait, not what goes first", () => {
    const first = Array.from({ length: 320 }, (_, index) => config(`f${index}`));
    const second = Array.from({ length: 320 }, (_, index) => wave(`s${index}`, "1"));
    const graph = graphOf([...first, ...second]);
    expect([graph.edges.length, graph.refused.size]).toEqual([0, 320]);
    expect(problems(graph)).toContain(
      `metadata.annotations["${WAVE}"] makes more than 100000 edges in this stack`,
    );
  });
});

describe("B12: kapp.k14s.io/change-group and change-rule", () => {
  const database = config("db", { [GROUP]: "apps.example.org/db", [`${GROUP}.more`]: "data" });
  const rows = parseTable(`
    upsert after upserting apps.example.org/db  | a → db
    upsert after upserting data                 | a → db
    upsert before upserting data                | db → a
    upsert after upserting self-{name}          |
    upsert before deleting data                 |
    upsert after deleting data                  |
    delete after deleting data                  |
    delete before upserting data                |
    upsert after upserting                      | ! a
    upsert after upserting data now             | ! a
    upsert  after upserting data                | ! a
    upsert while upserting data                 | ! a
    upsert after upserting {}                   | ! a
  `);
  test.each(rows)("%s → %s", (rule, want) => {
    const graph = graphOf([database, config("a", { [RULE]: rule ?? "", [GROUP]: "self-{name}" })]);
    expect(brief(graph)).toBe(want);
  });

  test("rules with suffixes, and the edge names its own annotation", () => {
    const rules = {
      [`${RULE}.x`]: "upsert after upserting data",
      [`${RULE}.y`]: "upsert after upserting none",
    };
    const graph = graphOf([database, config("a", rules)]);
    expect(graph.edges.map(briefEdge)).toEqual([
      `ConfigMap/n/a → ConfigMap/n/db [rolled-out] annotation:${RULE}.x`,
    ]);
    expect(graph.lints.map(({ what }) => what)).toEqual([
      `ConfigMap/n/a: ${RULE}.y names the group none, in which no other object is`,
    ]);
  });

  test("a group that is no name is a problem of its object", () => {
    expect(brief(graphOf([config("a", { [GROUP]: "my group" })]))).toBe("! a");
  });

  test("rules that contradict each other are a cycle", () => {
    const rule = "upsert after upserting data";
    const graph = graphOf([
      config("a", { [GROUP]: "data", [RULE]: rule }),
      config("b", { [GROUP]: "data", [RULE]: rule }),
    ]);
    expect(brief(graph)).toBe("a → b, b → a, ! a, ! b");
  });
});

describe("O14: lockstep.dev/after beside the field's own annotations", () => {
  const dependsOnB = { [DEPENDS_ON]: "/namespaces/n/ConfigMap/b" };
  test.each<[string, Manifest[], string]>([
    [
      "replaces theirs",
      [
        manifest("ConfigMap/n/a", { after: "ConfigMap/b@ready", annotations: dependsOnB }),
        manifest("ConfigMap/n/b", {}),
      ],
      "ConfigMap/n/a → ConfigMap/n/b [ready] annotation:lockstep.dev/after",
    ],
    [
      "switches theirs off",
      [
        manifest("ConfigMap/n/a", { after: "ConfigMap/b@none", annotations: dependsOnB }),
        manifest("ConfigMap/n/b", {}),
      ],
      "",
    ],
  ])("%s", (_, manifests, want) => {
    expect(graphOf(manifests).edges.map(briefEdge).join()).toBe(want);
  });

  test("against theirs it is a cycle, for both are a user's", () => {
    const graph = graphOf([
      manifest("ConfigMap/n/a", { annotations: dependsOnB }),
      manifest("ConfigMap/n/b", { after: "ConfigMap/a" }),
    ]);
    expect(graph.cycles.map(({ text }) => text)).toEqual([
      "ConfigMap/n/a → ConfigMap/n/b (annotation:config.kubernetes.io/depends-on) → ConfigMap/n/a (annotation:lockstep.dev/after)",
    ]);
  });
});
