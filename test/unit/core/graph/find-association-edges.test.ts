import { describe, expect, test } from "vitest";
import { resolveCatalogue } from "../../../../src/core/graph/association-catalogue.ts";
import { findAssociationEdges } from "../../../../src/core/graph/find-association-edges.ts";
import { indexObjects } from "../../../../src/core/graph/object-set.ts";
import {
  briefEdge,
  graphObject,
  graphOf,
  manifest,
  short,
} from "../../../support/graph-builders.ts";
import { parseTable } from "../../../support/parse-table.ts";

/** What one Kibana in namespace `shop` says, where Git also has the Secret `cert`. */
function readKibana(spec: string): { readonly edges: string[]; readonly problems: string[] } {
  const set = indexObjects([graphObject("Secret/shop/cert")]);
  const kibana = graphObject("Kibana/shop/kb", { rest: `{spec: ${spec}}` });
  const { edges, problems } = findAssociationEdges(kibana, resolveCatalogue([]), set);
  return {
    edges: edges.map((edge) => briefEdge(edge).replace("Kibana/shop/kb → ", "")),
    problems: problems.map(({ where, what }) => `${where} ${short(what)}`),
  };
}

describe("findAssociationEdges, targets", () => {
  const rows = parseTable(`
    O1: its own namespace by default  | {elasticsearchRef: {name: es}}                         | Elasticsearch/shop/es [lockstep]
    O1: empty namespace               | {elasticsearchRef: {name: es, namespace: ""}}          | Elasticsearch/shop/es [lockstep]
    another namespace                 | {elasticsearchRef: {name: es, namespace: data}}        | Elasticsearch/data/es [lockstep]
    a Service of the target           | {elasticsearchRef: {name: es, serviceName: ingest}}    | Elasticsearch/shop/es [lockstep]
    O1: secretName                    | {elasticsearchRef: {secretName: cloud}}                | Secret/shop/cloud [lockstep external]
    secretName for monitoring         | {monitoring: {logs: {elasticsearchRefs: [{secretName: cloud}]}}} | Secret/shop/cloud [lockstep informational external]
    a client certificate in Git       | {elasticsearchRef: {name: es, clientCertificateSecretName: cert}} | Elasticsearch/shop/es [lockstep], Secret/shop/cert [exists]
    a client certificate not in Git   | {elasticsearchRef: {name: es, clientCertificateSecretName: made}} | Elasticsearch/shop/es [lockstep]
    an empty reference                | {elasticsearchRef: {}}                                 |
    null                              | {elasticsearchRef: null, monitoring: {logs: {elasticsearchRefs: null}}} |
    no reference                      | {count: 1}                                             |
    no spec                           | null                                                   |
  `);
  test.each(rows)("%s: %s → %s", (_, spec, want) => {
    const { edges, problems } = readKibana(spec ?? "");
    expect(edges.map((edge) => edge.replace(/ (association|structure):.*/, "")).join(", ")).toBe(
      want,
    );
    expect(problems).toEqual([]);
  });

  test("O1: the same target twice is one edge in the graph", () => {
    const spec =
      "{monitoring: {metrics: {elasticsearchRefs: [{name: m}]}, logs: {elasticsearchRefs: [{name: m}]}}}";
    expect(graphOf([manifest("Kibana/shop/kb", { spec })]).edges.map(briefEdge)).toEqual([
      "Kibana/shop/kb → Elasticsearch/shop/m [lockstep informational] association:spec.monitoring.logs.elasticsearchRefs[], association:spec.monitoring.metrics.elasticsearchRefs[]",
    ]);
  });

  test("a target that is waited for and also monitors is waited for", () => {
    const spec =
      "{elasticsearchRef: {name: es}, monitoring: {logs: {elasticsearchRefs: [{name: es}]}}}";
    expect(graphOf([manifest("Kibana/shop/kb", { spec })]).edges.map(briefEdge)).toEqual([
      "Kibana/shop/kb → Elasticsearch/shop/es [lockstep] association:spec.elasticsearchRef",
    ]);
  });

  test("O11: a target that Git does not have is a target", () => {
    const graph = graphOf([manifest("Kibana/shop/kb", { spec: "{elasticsearchRef: {name: es}}" })]);
    expect(graph.edges.map(briefEdge)).toEqual([
      "Kibana/shop/kb → Elasticsearch/shop/es [lockstep] association:spec.elasticsearchRef",
    ]);
    expect([...graph.tiers.values()]).toEqual([0]);
  });
});

describe("O2: references that break the rules make no edge and name the path", () => {
  const rows = parseTable(`
    {elasticsearchRef: {name: es, secretName: s}}          | spec.elasticsearchRef.secretName stands beside name
    {elasticsearchRef: {secretName: s, namespace: n}}      | spec.elasticsearchRef.namespace stands beside secretName
    {elasticsearchRef: {secretName: s, serviceName: x}}    | spec.elasticsearchRef.serviceName stands beside secretName
    {elasticsearchRef: {serviceName: x}}                   | spec.elasticsearchRef.serviceName is set without name
    {elasticsearchRef: {namespace: n}}                     | spec.elasticsearchRef.namespace is set without name
    {elasticsearchRef: {clientCertificateSecretName: c}}   | spec.elasticsearchRef.clientCertificateSecretName is set without name
    {elasticsearchRef: {secretName: s, clientCertificateSecretName: c}} | spec.elasticsearchRef.clientCertificateSecretName is set without name
    {elasticsearchRef: {name: es, secretName: s, namespace: n}} | spec.elasticsearchRef.secretName stands beside name, spec.elasticsearchRef.namespace stands beside secretName
    {elasticsearchRef: es}                                 | spec.elasticsearchRef is not a reference
    {elasticsearchRef: [{name: es}]}                       | spec.elasticsearchRef is not a reference
    {elasticsearchRef: {name: 5}}                          | spec.elasticsearchRef.name is not text
    {packageRegistryRef: {secretName: s}}                  | spec.packageRegistryRef.secretName is not a field of this reference
    {monitoring: {logs: {elasticsearchRefs: {name: es}}}}  | spec.monitoring.logs.elasticsearchRefs is not a list
    {monitoring: {logs: {elasticsearchRefs: [{}, {namespace: n}]}}} | spec.monitoring.logs.elasticsearchRefs[1].namespace is set without name
    {monitoring: true}                                     | spec.monitoring is not an object
    text                                                   | spec is not an object
  `);
  test.each(rows)("%s → %s", (spec, want) => {
    const { edges, problems } = readKibana(spec ?? "");
    expect(
      problems.map((problem) => problem.replace("stack.yaml:1:1 Kibana/shop/kb: ", "")).join(", "),
    ).toBe(want);
    expect(edges).toEqual([]);
  });

  test("a number of an autoscaler's own: it takes a name and no namespace", () => {
    const spec = "{elasticsearchRef: {name: es, namespace: data}}";
    const { refused } = graphOf([manifest("ElasticsearchAutoscaler/shop/a", { spec })]);
    expect([...refused.values()].flat().map(({ what }) => short(what))).toEqual([
      "ElasticsearchAutoscaler/shop/a: spec.elasticsearchRef.namespace is not a field of this reference",
    ]);
  });

  test("the object is refused, with its file; its dependents keep their edges and are not", () => {
    const graph = graphOf([
      manifest("Kibana/shop/kb", { spec: "{elasticsearchRef: {namespace: n}}" }),
      manifest("ApmServer/shop/apm", { spec: "{kibanaRef: {name: kb}}" }),
    ]);
    const refused = [...graph.refused].map(([key, [first]]) => `${short(key)} at ${first?.where}`);
    expect(refused).toEqual(["Kibana/shop/kb at stack.yaml:1:1"]);
    expect(graph.edges.map(briefEdge)).toEqual([
      "ApmServer/shop/apm → Kibana/shop/kb [lockstep] association:spec.kibanaRef",
    ]);
  });
});

describe("findAssociationEdges, label selectors", () => {
  const set = [
    manifest("Elasticsearch/a/hot", { labels: { app: "es", zone: "1" } }),
    manifest("Elasticsearch/b/cold", { labels: { app: "es" } }),
    manifest("Namespace/a", { labels: { team: "x" } }),
  ];
  const rows = parseTable(`
    {resourceSelector: {matchLabels: {app: es, zone: "1"}}}                                       | a/hot
    {resourceSelector: {}}                                                                        | a/hot, b/cold
    {resourceSelector: {matchExpressions: [{key: zone, operator: In, values: ["1"]}]}}            | a/hot
    {resourceSelector: {matchExpressions: [{key: zone, operator: In, values: ["1", "2"]}]}}       | a/hot
    {resourceSelector: {matchExpressions: [{key: zone, operator: NotIn, values: ["1"]}]}}         | b/cold
    {resourceSelector: {matchExpressions: [{key: zone, operator: Exists}]}}                       | a/hot
    {resourceSelector: {matchExpressions: [{key: zone, operator: DoesNotExist}]}}                 | b/cold
    {resourceSelector: {matchExpressions: [{key: zone, operator: Like}]}}                         |
    {resourceSelector: {matchLabels: {app: 1}}}                                                   |
    {resourceSelector: {}, namespaceSelector: {matchLabels: {team: x}}}                           | a/hot
    {resourceSelector: {}, namespaceSelector: {matchLabels: {kubernetes.io/metadata.name: b}}}    | b/cold
    {resourceSelector: all}                                                                       | refused
  `);
  test.each(rows)("%s → %s", (spec, want) => {
    const { edges, refused } = graphOf([
      ...set,
      manifest("AutoOpsAgentPolicy/ops/p", { spec: spec ?? "" }),
    ]);
    const policy = edges.filter(({ dependent }) => dependent.name === "p");
    const targets = policy.map(({ target }) => `${target.namespace}/${target.name}`);
    expect([...targets, ...(refused.size > 0 ? ["refused"] : [])].join(", ")).toBe(want);
  });
});
