import { describe, expect, test } from "vitest";
import type { Association } from "../../../../src/core/graph/association.ts";
import { briefEdge, graphOf, long, manifest } from "../../../support/graph-builders.ts";
import { parseTable } from "../../../support/parse-table.ts";

describe("O1: each row of the catalogue, two objects, exactly that edge", () => {
  const rows = parseTable(`
    Kibana                  | {elasticsearchRef: {name: t}}                          | Elasticsearch    | lockstep               | spec.elasticsearchRef
    Kibana                  | {enterpriseSearchRef: {name: t}}                       | EnterpriseSearch | lockstep               | spec.enterpriseSearchRef
    Kibana                  | {packageRegistryRef: {name: t}}                        | PackageRegistry  | lockstep               | spec.packageRegistryRef
    Kibana                  | {monitoring: {metrics: {elasticsearchRefs: [{name: t}]}}} | Elasticsearch | lockstep informational | spec.monitoring.metrics.elasticsearchRefs[]
    Kibana                  | {monitoring: {logs: {elasticsearchRefs: [{name: t}]}}} | Elasticsearch    | lockstep informational | spec.monitoring.logs.elasticsearchRefs[]
    ApmServer               | {elasticsearchRef: {name: t}}                          | Elasticsearch    | lockstep               | spec.elasticsearchRef
    ApmServer               | {kibanaRef: {name: t}}                                 | Kibana           | lockstep               | spec.kibanaRef
    EnterpriseSearch        | {elasticsearchRef: {name: t}}                          | Elasticsearch    | lockstep               | spec.elasticsearchRef
    Beat                    | {elasticsearchRef: {name: t}}                          | Elasticsearch    | lockstep               | spec.elasticsearchRef
    Beat                    | {kibanaRef: {name: t}}                                 | Kibana           | lockstep               | spec.kibanaRef
    Beat                    | {monitoring: {metrics: {elasticsearchRefs: [{name: t}]}}} | Elasticsearch | lockstep informational | spec.monitoring.metrics.elasticsearchRefs[]
    Beat                    | {monitoring: {logs: {elasticsearchRefs: [{name: t}]}}} | Elasticsearch    | lockstep informational | spec.monitoring.logs.elasticsearchRefs[]
    Agent                   | {elasticsearchRefs: [{name: t, outputName: default}]}  | Elasticsearch    | lockstep               | spec.elasticsearchRefs[]
    Agent                   | {kibanaRef: {name: t}}                                 | Kibana           | lockstep               | spec.kibanaRef
    Agent                   | {fleetServerRef: {name: t}}                            | Agent            | lockstep               | spec.fleetServerRef
    ElasticMapsServer       | {elasticsearchRef: {name: t}}                          | Elasticsearch    | lockstep               | spec.elasticsearchRef
    Logstash                | {elasticsearchRefs: [{name: t, clusterName: main}]}    | Elasticsearch    | lockstep               | spec.elasticsearchRefs[]
    Logstash                | {monitoring: {metrics: {elasticsearchRefs: [{name: t}]}}} | Elasticsearch | lockstep informational | spec.monitoring.metrics.elasticsearchRefs[]
    Logstash                | {monitoring: {logs: {elasticsearchRefs: [{name: t}]}}} | Elasticsearch    | lockstep informational | spec.monitoring.logs.elasticsearchRefs[]
    Elasticsearch           | {monitoring: {metrics: {elasticsearchRefs: [{name: t}]}}} | Elasticsearch | lockstep informational | spec.monitoring.metrics.elasticsearchRefs[]
    Elasticsearch           | {monitoring: {logs: {elasticsearchRefs: [{name: t}]}}} | Elasticsearch    | lockstep informational | spec.monitoring.logs.elasticsearchRefs[]
    Elasticsearch           | {remoteClusters: [{name: far, elasticsearchRef: {name: t}}]} | Elasticsearch | lockstep informational | spec.remoteClusters[].elasticsearchRef
    ElasticsearchAutoscaler | {elasticsearchRef: {name: t}}                          | Elasticsearch    | lockstep informational | spec.elasticsearchRef
    StackConfigPolicy       | {resourceSelector: {matchLabels: {app: t}}}            | Elasticsearch    | lockstep informational | spec.resourceSelector
    StackConfigPolicy       | {resourceSelector: {matchLabels: {app: t}}}            | Kibana           | lockstep informational | spec.resourceSelector
    AutoOpsAgentPolicy      | {resourceSelector: {matchLabels: {app: t}}, namespaceSelector: {}} | Elasticsearch | lockstep informational | spec.resourceSelector
  `);
  test.each(rows)("%s %s → %s [%s] %s", (...row) => {
    const [kind, spec, target, marks, field] = row;
    const dependent = manifest(`${kind}/shop/d`, { spec: spec ?? "" });
    const graph = graphOf([dependent, manifest(`${target}/shop/t`, { labels: { app: "t" } })]);
    expect(graph.edges.map(briefEdge)).toEqual([
      `${kind}/shop/d → ${target}/shop/t [${marks}] association:${field}`,
    ]);
    expect([...graph.refused]).toEqual([]);
  });

  test("PackageRegistry refers to nothing", () => {
    const spec = "{elasticsearchRef: {name: t}, kibanaRef: {name: t}}";
    expect(graphOf([manifest("PackageRegistry/shop/d", { spec })]).edges).toEqual([]);
  });
});

describe("associations of the config, at a Kibana", () => {
  const configured: Association = {
    kind: long("Kibana"),
    field: "spec.elasticsearchRef",
    target: long("Elasticsearch"),
    gate: "lockstep",
    compare: "full",
    informational: false,
    unknownVersion: "hold",
    trust: "status",
    enabled: true,
  };
  const choices = { compare: "minor", unknownVersion: "allow", trust: "pods" } as const;
  const logs = "spec.monitoring.logs.elasticsearchRefs[]";
  const database = { field: "spec.db", target: "Database.example.org" };
  test.each<[string, Partial<Association>, string, string]>([
    [
      "replaces the built-in one",
      choices,
      "{elasticsearchRef: {name: t}}",
      "Elasticsearch/shop/t [lockstep minor allow pods]",
    ],
    ["switches the built-in one off", { enabled: false }, "{elasticsearchRef: {name: t}}", ""],
    ["switched off, is not checked", { enabled: false }, "{elasticsearchRef: t}", ""],
    ["keeps the built-in one's rules", { gate: "ready" }, "{elasticsearchRef: t}", "refused"],
    [
      "makes monitoring wait",
      { field: logs },
      "{monitoring: {logs: {elasticsearchRefs: [{name: t}]}}}",
      "Elasticsearch/shop/t [lockstep]",
    ],
    [
      "adds a range",
      { ...database, gate: ">=3 <5" },
      "{db: {name: t}}",
      "Database.example.org/shop/t [>=3 <5]",
    ],
    [
      "adds a list of names",
      { ...database, field: "spec.dbs[]", gate: "ready" },
      "{dbs: [a, b]}",
      "Database.example.org/shop/a [ready], Database.example.org/shop/b [ready]",
    ],
    [
      "names a kind without namespaces",
      { field: "spec.class", target: "Class.example.org" },
      "{class: fast}",
      "Class.example.org/fast [lockstep]",
    ],
  ])("%s", (...row) => {
    const [, entry, spec, want] = row;
    const associations = [{ ...configured, ...entry }];
    const manifests = [manifest("Kibana/shop/kb", { spec }), manifest("Class.example.org/slow")];
    const graph = graphOf(manifests, { associations });
    const targets = graph.edges.map((edge) =>
      briefEdge(edge).replace(/^.* → | association.*$/g, ""),
    );
    expect([...targets, ...(graph.refused.size > 0 ? ["refused"] : [])].join(", ")).toBe(want);
  });
});
