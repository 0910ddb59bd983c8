import { describe, expect, test } from "vitest";
import type { Graph } from "../../../../src/core/graph/edge.ts";
import type { Manifest } from "../../../../src/core/manifest/manifest.ts";
import { briefEdge, graphOf, manifest, short } from "../../../support/graph-builders.ts";

/** `db@>=1` → a ConfigMap that comes after others: `web: db, mq@ready`. */
function chain(lines: string): readonly Manifest[] {
  return lines.split(";").map((line) => {
    const [name = "", after = ""] = line.split(":").map((part) => part.trim());
    const items = after.split(" ").filter((item) => item !== "");
    const value = items.map((item) => `ConfigMap/${item}`).join(",");
    return manifest(`ConfigMap/n/${name}`, value === "" ? {} : { after: value });
  });
}

function plain(text: string): string {
  return short(text)
    .replaceAll("ConfigMap/n/", "")
    .replaceAll("annotation:lockstep.dev/after", "after");
}

function tiersOf({ tiers }: Graph): string {
  return [...tiers].map(([key, tier]) => `${plain(key)}=${tier}`).join(" ");
}

function cyclesOf({ cycles }: Graph): string[] {
  return cycles.map(({ text }) => plain(text));
}

describe("buildGraph, tiers", () => {
  test.each([
    ["a; b; c", "a=0 b=0 c=0"],
    ["a; b: a; c: b", "a=0 b=1 c=2"],
    ["a: b c; b: c; c", "a=2 b=1 c=0"],
    ["a; b: a@exists; c: a@>=1; d: b@lockstep c@ready", "a=0 b=1 c=1 d=2"],
    ["a: gone", "a=0"],
    ["a: b gone; b", "a=1 b=0"],
    ["a: a", "a=0"],
    ["a: b; b: a; c: a; d", "a=0 b=0 c=1 d=0"],
    ["a: b; b: a z; c: b; z", "a=1 b=1 c=2 z=0"],
  ])("%s → %s", (lines, tiers) => {
    expect(tiersOf(graphOf(chain(lines)))).toBe(tiers);
  });

  test("O13: informational references make no tier and no cycle", () => {
    const logs = "{monitoring: {logs: {elasticsearchRefs: [{name: OTHER}]}}}";
    const remote =
      "{remoteClusters: [{elasticsearchRef: {name: OTHER}}, {elasticsearchRef: {name: a}}]}";
    const graph = graphOf([
      manifest("Elasticsearch/n/a", { spec: logs.replace("OTHER", "b") }),
      manifest("Elasticsearch/n/b", { spec: remote.replace("OTHER", "b") }),
    ]);
    expect(tiersOf(graph)).toBe("Elasticsearch/n/a=0 Elasticsearch/n/b=0");
    expect(graph.edges.map(briefEdge)).toEqual([
      "Elasticsearch/n/a → Elasticsearch/n/b [lockstep informational] association:spec.monitoring.logs.elasticsearchRefs[]",
      "Elasticsearch/n/b → Elasticsearch/n/a [lockstep informational] association:spec.remoteClusters[].elasticsearchRef",
    ]);
    expect([graph.cycles, graph.refused.size]).toEqual([[], 0]);
  });

  test("O18: the Elastic stack from the root up", () => {
    const graph = graphOf([
      manifest("Agent/n/fleet", {
        spec: "{kibanaRef: {name: kb}, elasticsearchRefs: [{name: es}]}",
      }),
      manifest("Agent/n/host", { spec: "{kibanaRef: {name: kb}, fleetServerRef: {name: fleet}}" }),
      manifest("Kibana/n/kb", {
        spec: "{elasticsearchRef: {name: es}, enterpriseSearchRef: {name: ent}}",
      }),
      manifest("EnterpriseSearch/n/ent", { spec: "{elasticsearchRef: {name: es}}" }),
      manifest("Elasticsearch/n/es"),
      manifest("Namespace/n"),
    ]);
    expect(tiersOf(graph)).toBe(
      "Agent/n/fleet=4 Agent/n/host=5 Elasticsearch/n/es=1 EnterpriseSearch/n/ent=2 Kibana/n/kb=3 Namespace/n=0",
    );
  });
});

describe("O13: cycles are named with their origins, and only their members are refused", () => {
  test.each<[string, string[], string]>([
    ["a: b; b: a", ["a → b (after) → a (after)"], "a b"],
    ["b: a; a: b; c: a; d", ["a → b (after) → a (after)"], "a b"],
    ["c: b; b: a; a: c", ["a → c (after) → b (after) → a (after)"], "a b c"],
    [
      "a: b; b: a; c: d; d: c",
      ["a → b (after) → a (after)", "c → d (after) → c (after)"],
      "a b c d",
    ],
    ["a: b; b: a c; c: b", ["a → b (after) → a (after)", "b → c (after) → b (after)"], "a b c"],
    [
      "a: b c; b: c; c: a",
      ["a → c (after) → a (after)", "a → b (after) → c (after) → a (after)"],
      "a b c",
    ],
  ])("%s", (lines, cycles, refused) => {
    const graph = graphOf(chain(lines));
    expect(cyclesOf(graph)).toEqual(cycles);
    expect([...graph.refused.keys()].map(plain).join(" ")).toBe(refused);
  });

  test("each member's problem names its cycles, with the file", () => {
    const problems = [...graphOf(chain("a: b; b: a c; c: b")).refused.values()].flat();
    expect(problems.map(({ where, what }) => `${where} ${plain(what)}`)).toEqual([
      "stack.yaml:1:1 a waits for itself: a → b (after) → a (after)",
      "stack.yaml:1:1 b waits for itself: a → b (after) → a (after)",
      "stack.yaml:1:1 b waits for itself: b → c (after) → b (after)",
      "stack.yaml:1:1 c waits for itself: b → c (after) → b (after)",
    ]);
  });

  test("a cycle through a reference and an annotation names both", () => {
    const graph = graphOf([
      manifest("Elasticsearch/n/es", { after: "ApmServer.apm.k8s.elastic.co/apm" }),
      manifest("Kibana/n/kb", { spec: "{elasticsearchRef: {name: es}}" }),
      manifest("ApmServer/n/apm", { spec: "{kibanaRef: {name: kb}}" }),
    ]);
    expect(cyclesOf(graph)).toEqual([
      "ApmServer/n/apm → Kibana/n/kb (association:spec.kibanaRef) → Elasticsearch/n/es (association:spec.elasticsearchRef) → ApmServer/n/apm (after)",
    ]);
  });

  test("a long cycle is spelled out in part, its ids are whole", () => {
    const names = Array.from({ length: 40 }, (_, index) => `c${index + 10}`);
    const lines = names.map((name, index) => `${name}: ${names[(index + 1) % 40]}`).join(";");
    const [cycle] = graphOf(chain(lines)).cycles;
    expect(cycle?.ids).toHaveLength(40);
    expect(plain(cycle?.text ?? "")).toContain("→ c21 (after) → … 28 more … → c10 (after)");
  });

  test("a knot of many cycles names ten and refuses all", () => {
    const spokes = Array.from({ length: 30 }, (_, index) => `s${index}: hub`);
    const hub = `hub: ${spokes.map((spoke) => spoke.split(":")[0]).join(" ")}`;
    const graph = graphOf(chain([hub, ...spokes].join(";")));
    expect([graph.cycles.length, graph.refused.size]).toEqual([10, 31]);
  });
});

describe("O14: a user's edge against others", () => {
  const kibana = "{elasticsearchRef: {name: es}}";
  const ES = "Elasticsearch.elasticsearch.k8s.elastic.co/es";
  const KB = "Kibana.kibana.k8s.elastic.co/kb";
  const AFTER = "annotation:lockstep.dev/after";
  test.each<[string, string, string, string[]]>([
    [
      "replaces the built-in one",
      `${ES}@ready`,
      "",
      [`Kibana/n/kb → Elasticsearch/n/es [ready] ${AFTER}`],
    ],
    ["switches it off", `${ES}@none`, "", []],
    [
      "turns it round",
      "",
      `${KB}@lockstep`,
      [`Elasticsearch/n/es → Kibana/n/kb [lockstep] ${AFTER}`],
    ],
    [
      "switches off only its own direction",
      "",
      `${KB}@none`,
      ["Kibana/n/kb → Elasticsearch/n/es [lockstep] association:spec.elasticsearchRef"],
    ],
  ])("%s", (_, onKibana, ...[onElasticsearch, edges]) => {
    const graph = graphOf([
      manifest("Kibana/n/kb", { spec: kibana, ...(onKibana === "" ? {} : { after: onKibana }) }),
      manifest("Elasticsearch/n/es", onElasticsearch === "" ? {} : { after: onElasticsearch }),
    ]);
    expect(graph.edges.map(briefEdge)).toEqual(edges);
    expect(graph.cycles).toEqual([]);
  });

  test("two edges of users that contradict each other are a cycle", () => {
    const graph = graphOf([
      manifest("Kibana/n/kb", { spec: kibana, after: ES }),
      manifest("Elasticsearch/n/es", { after: KB }),
    ]);
    expect(cyclesOf(graph)).toEqual([
      "Elasticsearch/n/es → Kibana/n/kb (after) → Elasticsearch/n/es (after)",
    ]);
  });

  test("Logstash before Kibana", () => {
    const graph = graphOf([
      manifest("Elasticsearch/n/es"),
      manifest("Kibana/n/kb", { spec: kibana, after: "Logstash.logstash.k8s.elastic.co/ls" }),
      manifest("Logstash/n/ls", { spec: "{elasticsearchRefs: [{name: es}]}" }),
    ]);
    expect(tiersOf(graph)).toBe("Elasticsearch/n/es=0 Kibana/n/kb=2 Logstash/n/ls=1");
  });

  test("what only labels lead to yields to an order that goes round through other objects", () => {
    const clientConfig = "{service: {namespace: n, name: web}}";
    const graph = graphOf([
      manifest("ValidatingWebhookConfiguration.admissionregistration.k8s.io/v", {
        rest: `{webhooks: [{failurePolicy: Fail, clientConfig: ${clientConfig}}]}`,
      }),
      manifest("Service/n/web", { spec: "{selector: {app: web}}" }),
      manifest("ConfigMap/n/between", {
        after: "ValidatingWebhookConfiguration.admissionregistration.k8s.io/v",
      }),
      manifest("Deployment.apps/n/web", {
        after: "ConfigMap/between",
        spec: "{template: {metadata: {labels: {app: web}}}}",
      }),
    ]);
    expect(cyclesOf(graph)).toEqual([]);
    expect([...graph.tiers.values()]).toEqual([2, 3, 0, 1]);
  });

  test("a structure edge can be switched off too; a `@none` without effect is a lint", () => {
    const graph = graphOf([
      manifest("ConfigMap/n/a", { after: "Namespace/n@none, ConfigMap/b@none" }),
      manifest("Namespace/n"),
    ]);
    expect(graph.edges).toEqual([]);
    expect(graph.lints).toEqual([
      {
        where: "stack.yaml:1:1",
        what: "ConfigMap/n/a: lockstep.dev/after switches off an edge to ConfigMap/n/b that is not there",
      },
    ]);
  });
});

describe("buildGraph, annotations that cannot be read", () => {
  test.each([
    [
      "db",
      'ConfigMap/n/a: metadata.annotations["lockstep.dev/after"] has the item "db", which begins with no id',
    ],
    [7, 'ConfigMap/n/a: metadata.annotations["lockstep.dev/after"] is not text'],
  ])("%s refuses the object", (value, what) => {
    const graph = graphOf([
      manifest("ConfigMap/n/a", { annotations: { "lockstep.dev/after": value } }),
    ]);
    expect(
      [...graph.refused].map(([key, problems]) => [key, problems.map((each) => each.what)]),
    ).toEqual([["ConfigMap/n/a", [what]]]);
  });

  test("a name without its group is told when Git has that object in another one", () => {
    const { refused } = graphOf([
      manifest("Deployment.apps/n/db"),
      manifest("ConfigMap/n/a", { annotations: { "lockstep.dev/after": "Deployment/db" } }),
    ]);
    expect(
      [...refused.values()].flat().map(({ what, expected }) => `${what}; ${expected}`),
    ).toEqual([
      'ConfigMap/n/a: metadata.annotations["lockstep.dev/after"] names Deployment/n/db, which has no group; Deployment.apps/n/db',
    ]);
  });

  test("null is no annotation", () => {
    expect(
      graphOf([manifest("ConfigMap/n/a", { annotations: { "lockstep.dev/after": null } })]).refused
        .size,
    ).toBe(0);
  });

  test("the scope of a kind comes from the CRD of the set when nothing else knows it", () => {
    const crd = manifest("CustomResourceDefinition.apiextensions.k8s.io/widgets.example.org", {
      spec: "{group: example.org, scope: Cluster, names: {kind: Widget}}",
    });
    const graph = graphOf([crd, manifest("ConfigMap/n/a", { after: "Widget.example.org/w" })]);
    expect(graph.edges.map(briefEdge)).toEqual([
      "ConfigMap/n/a → Widget.example.org/w [rolled-out] annotation:lockstep.dev/after",
    ]);
  });
});
