import { describe, expect, test } from "vitest";
import { describeGraph } from "../../../../src/core/graph/describe-graph.ts";
import { renderGraph } from "../../../../src/core/graph/render-graph.ts";
import { graphOf, manifest } from "../../../support/graph-builders.ts";

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
        "    after Deployment.apps/shop/db (>=9 <10; annotation:lockstep.dev/after)",
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
        '  n1 -->|"#62;#61;9 #60;10"| n3',
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
    });
    expect([edges.length, cycles]).toEqual([6, []]);
  });

  test("cycles as lists of ids", () => {
    expect(describeGraph(CYCLE).cycles).toEqual([["ConfigMap/n/a", "ConfigMap/n/b"]]);
  });
});
