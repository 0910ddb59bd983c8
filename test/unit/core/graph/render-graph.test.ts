import { describe, expect, test } from "vitest";
import { memberPath } from "../../../../src/core/expression/field-path.ts";
import { describeGraph } from "../../../../src/core/graph/describe-graph.ts";
import { renderGraph } from "../../../../src/core/graph/render-graph.ts";
import type { VersionPath } from "../../../../src/core/rollout/declared-version.ts";
import { graphOf, manifest } from "../../../support/graph-builders.ts";
import { keyFrom } from "../../../support/look-builder.ts";

const GRAPH = graphOf([
  manifest("Namespace/shop"),
  manifest("Deployment.apps/shop/db"),
  manifest("Deployment.apps/shop/web", {
    after: "Deployment.apps/db@>=9 <10, Deployment.apps/old",
  }),
  manifest("Elasticsearch/shop/es", {
    spec: "{monitoring: {logs: {elasticsearchRefs: [{name: mon}]}}}",
  }),
]);
const CYCLE = graphOf([
  manifest("ConfigMap/n/a", { after: "ConfigMap/b" }),
  manifest("ConfigMap/n/b", { after: "ConfigMap/a" }),
]);

describe("renderGraph", () => {
  test("with the modes of objects that are not enforced", () => {
    const id = "ConfigMap/n/a";
    const graph = graphOf([manifest(id), manifest("ConfigMap/n/b")]);
    const modes = new Map([[keyFrom(id), "observe"] as const]);
    expect(renderGraph(graph, "text", modes)).toBe(
      "tier 0\n  ConfigMap/n/a (mode observe)\n  ConfigMap/n/b\n",
    );
    expect(renderGraph(graph, "mermaid", modes)).toContain('n0["ConfigMap/n/a#44; mode observe"]');
    expect(describeGraph(graph, modes).nodes).toEqual([
      { id, tier: 0, mode: "observe" },
      { id: "ConfigMap/n/b", tier: 0 },
    ]);
  });

  test("as text, by tier", () => {
    expect(renderGraph(GRAPH, "text")).toBe(
      [
        "tier 0",
        "  Namespace/shop",
        "tier 1",
        "  Deployment.apps/shop/db",
        "    after Namespace/shop (exists; structure:Namespace)",
        "  Elasticsearch.elasticsearch.k8s.elastic.co/shop/es",
        "    refers to Elasticsearch.elasticsearch.k8s.elastic.co/shop/mon (not waited for; association:spec.monitoring.logs.elasticsearchRefs[]; not in Git)",
        "    after Namespace/shop (exists; structure:Namespace)",
        "tier 2",
        "  Deployment.apps/shop/web",
        "    after Deployment.apps/shop/db (>=9 <10: no version is declared; annotation:lockstep.dev/after)",
        "    after Deployment.apps/shop/old (rolled-out; annotation:lockstep.dev/after; not in Git)",
        "    after Namespace/shop (exists; structure:Namespace)",
        "",
      ].join("\n"),
    );
  });

  test("as text, with cycles", () => {
    expect(renderGraph(CYCLE, "text")).toContain(
      "cycle: ConfigMap/n/a → ConfigMap/n/b (annotation:lockstep.dev/after) → ConfigMap/n/a (annotation:lockstep.dev/after)\n",
    );
  });

  test("as Mermaid, what comes first at the left", () => {
    expect(renderGraph(GRAPH, "mermaid")).toBe(
      [
        "flowchart LR",
        '  subgraph tier0["tier 0"]',
        '    n0["Namespace/shop"]',
        "  end",
        '  subgraph tier1["tier 1"]',
        '    n1["Deployment.apps/shop/db"]',
        '    n2["Elasticsearch.elasticsearch.k8s.elastic.co/shop/es"]',
        "  end",
        '  subgraph tier2["tier 2"]',
        '    n3["Deployment.apps/shop/web"]',
        "  end",
        '  subgraph outside["not in Git"]',
        '    n4["Deployment.apps/shop/old"]',
        '    n5["Elasticsearch.elasticsearch.k8s.elastic.co/shop/mon"]',
        "  end",
        '  n0 -->|"exists"| n1',
        '  n1 -->|"#62;#61;9 #60;10#58; no version is declared"| n3',
        '  n4 -->|"rolled-out"| n3',
        '  n0 -->|"exists"| n3',
        "  n5 -.-> n2",
        '  n0 -->|"exists"| n2',
        "",
      ].join("\n"),
    );
  });

  test("as Mermaid, members of a cycle stand out", () => {
    expect(renderGraph(CYCLE, "mermaid")).toContain("  class n0,n1 cycle\n");
  });

  test("an empty graph", () => {
    expect([renderGraph(graphOf([]), "text"), renderGraph(graphOf([]), "mermaid")]).toEqual([
      "",
      "flowchart LR\n",
    ]);
  });

  const hostile = 'x"]\n  click n0 "javascript:alert(1)"\u001b[2J`<img>`#35;';
  const named = manifest("ConfigMap/n/a");
  const graph = graphOf([{ ...named, id: { ...named.id, name: hostile } }]);

  test("a hostile name ends neither its label nor its line in Mermaid", () => {
    const lines = renderGraph(graph, "mermaid").split("\n");
    expect(lines).toHaveLength(5);
    expect(lines[2]).toMatch(/^ {4}n0\["[^"<>`[\]\p{C}]*"\]$/u);
    // A character code of a control character would make the SVG ill-formed.
    expect(lines[2]).not.toContain("#27;");
  });

  test("a hostile name moves no cursor and makes no line in text", () => {
    const text = renderGraph(graph, "text");
    expect(text.split("\n")).toHaveLength(3);
    expect(text).not.toContain("\u001b");
  });
});

describe("describeGraph", () => {
  test("nodes by tier, edges from dependent to target", () => {
    const { nodes, edges, cycles } = describeGraph(GRAPH);
    expect(nodes).toEqual([
      { id: "Namespace/shop", tier: 0 },
      { id: "Deployment.apps/shop/db", tier: 1 },
      { id: "Elasticsearch.elasticsearch.k8s.elastic.co/shop/es", tier: 1 },
      { id: "Deployment.apps/shop/web", tier: 2 },
    ]);
    expect(edges).toContainEqual({
      from: "Deployment.apps/shop/web",
      to: "Deployment.apps/shop/db",
      gate: ">=9 <10",
      origin: "annotation:lockstep.dev/after",
      informational: false,
      unversioned: true,
    });
    expect([edges.length, cycles]).toEqual([6, []]);
  });

  test("cycles as lists of ids", () => {
    expect(describeGraph(CYCLE).cycles).toEqual([["ConfigMap/n/a", "ConfigMap/n/b"]]);
  });
});

describe("what a gate asks of a target's version", () => {
  const db = "Deployment.apps/n/db";
  const image = "{template: {spec: {containers: [{name: db, image: 'db:1.0.0'}]}}}";
  const untagged = "{template: {spec: {containers: [{name: db, image: db}]}}}";
  const ready = "rolled-out: no version is declared, ready is enough";

  test.each([
    { target: manifest(db, { spec: image }), gate: "", says: "rolled-out" },
    { target: manifest(db, { spec: untagged }), gate: "", says: ready },
    { target: manifest(db, { spec: untagged }), gate: "@ready", says: "ready" },
    { target: manifest(db, { spec: untagged }), gate: "@exists", says: "exists" },
    {
      target: manifest(db, { spec: untagged }),
      gate: "@lockstep",
      says: "lockstep: no version is declared",
    },
    { target: manifest("ConfigMap/n/db"), gate: "", says: ready },
    {
      target: manifest("Database.x.io/n/db", { spec: "{version: '2'}" }),
      gate: "",
      says: "rolled-out",
    },
    { target: manifest("Database.x.io/n/db", { spec: "{release: '2'}" }), gate: "", says: ready },
  ])("$target.id.kind $target.body.spec with gate $gate: $says", ({ target, gate, says }) => {
    const { kind, group } = target.id;
    const after = `${group === "" ? kind : `${kind}.${group}`}/db${gate}`;
    const graph = graphOf([target, manifest("ConfigMap/n/a", { after })]);
    const line = `    after ${after.replace(/\/db.*/, "/n/db")} (${says}; annotation:lockstep.dev/after)`;
    expect(renderGraph(graph, "text").split("\n")).toContain(line);
    expect(renderGraph(graph, "mermaid")).toContain(
      `-->|"${says.replace(":", "#58;").replace(",", "#44;")}"|`,
    );
    expect(describeGraph(graph).edges[0]?.unversioned).toBe(says.includes("no version"));
  });

  test("the config says where a kind has its version", () => {
    const input = { versionPaths: new Map([["Database.x.io", databasePath()]]) };
    const target = manifest("Database.x.io/n/db", { spec: "{release: '2'}" });
    const graph = graphOf(
      [target, manifest("ConfigMap/n/a", { after: "Database.x.io/db" })],
      input,
    );
    expect(describeGraph(graph).edges[0]?.unversioned).toBe(false);
  });
});

function databasePath(): VersionPath {
  const declared = memberPath(["spec", "release"]);
  return { declared, running: memberPath(["status", "release"]) };
}
