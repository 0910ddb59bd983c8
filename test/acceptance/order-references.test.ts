import { expect, test } from "vitest";
import { refreshTip, takeRevision } from "../../src/agent/refresh-source.ts";
import { describeGraph } from "../../src/core/graph/describe-graph.ts";
import { isJsonObject, type Json, type JsonObject } from "../../src/core/object/json.ts";
import { auditMark } from "../support/audit-log.ts";
import { type ElasticKind, elasticId, elasticObject } from "../support/elastic-objects.ts";
import { blockersOf, passes, shortId, writesSince } from "../support/follow-stack.ts";
import { manifestFiles } from "../support/kube-manifests.ts";
import { manifestText } from "../support/manifest-text.ts";
import { describeReal } from "../support/real-cluster.ts";
import { openTestStack, type TestStack } from "../support/test-stack.ts";

const SELECTOR = { matchLabels: { part: "of-it" } };

/** Each reference field of the catalogue: the field, what it may name, and whether it orders (`gate`) or only informs. */
const ROWS: readonly {
  readonly kind: ElasticKind;
  readonly field: string;
  readonly target: ElasticKind;
  readonly waits: boolean;
  readonly written?: Json;
}[] = [
  { kind: "Kibana", field: "spec.elasticsearchRef", target: "Elasticsearch", waits: true },
  { kind: "Kibana", field: "spec.enterpriseSearchRef", target: "EnterpriseSearch", waits: true },
  { kind: "Kibana", field: "spec.packageRegistryRef", target: "PackageRegistry", waits: true },
  ...monitoring("Kibana"),
  { kind: "ApmServer", field: "spec.elasticsearchRef", target: "Elasticsearch", waits: true },
  { kind: "ApmServer", field: "spec.kibanaRef", target: "Kibana", waits: true },
  {
    kind: "EnterpriseSearch",
    field: "spec.elasticsearchRef",
    target: "Elasticsearch",
    waits: true,
  },
  { kind: "Beat", field: "spec.elasticsearchRef", target: "Elasticsearch", waits: true },
  { kind: "Beat", field: "spec.kibanaRef", target: "Kibana", waits: true },
  ...monitoring("Beat"),
  { kind: "Agent", field: "spec.elasticsearchRefs[]", target: "Elasticsearch", waits: true },
  { kind: "Agent", field: "spec.kibanaRef", target: "Kibana", waits: true },
  { kind: "Agent", field: "spec.fleetServerRef", target: "Agent", waits: true },
  {
    kind: "ElasticMapsServer",
    field: "spec.elasticsearchRef",
    target: "Elasticsearch",
    waits: true,
  },
  { kind: "Logstash", field: "spec.elasticsearchRefs[]", target: "Elasticsearch", waits: true },
  ...monitoring("Logstash"),
  ...monitoring("Elasticsearch"),
  {
    kind: "Elasticsearch",
    field: "spec.remoteClusters[].elasticsearchRef",
    target: "Elasticsearch",
    waits: false,
  },
  {
    kind: "ElasticsearchAutoscaler",
    field: "spec.elasticsearchRef",
    target: "Elasticsearch",
    waits: false,
  },
  ...(["Elasticsearch", "Kibana"] as const).map((target) => ({
    kind: "StackConfigPolicy" as const,
    field: "spec.resourceSelector",
    target,
    waits: false,
    written: SELECTOR,
  })),
  {
    kind: "AutoOpsAgentPolicy",
    field: "spec.resourceSelector",
    target: "Elasticsearch",
    waits: false,
    written: SELECTOR,
  },
];

describeReal("edges from references", () => {
  test("O1: every reference field makes exactly its own edge, in the namespace of the dependent", async () => {
    const stack = await openTestStack();
    const found: string[] = [];
    const wanted: string[] = [];
    for (const { kind, field, target, waits, written = { name: "target" } } of ROWS) {
      const labels = { part: "of-it" };
      // oxlint-disable-next-line no-await-in-loop -- one repository, row after row
      const edges = await edgesOf(stack, {
        target: elasticObject(target, { name: "target", labels }, { version: "9.1.0" }),
        dependent: elasticObject(kind, { name: "dependent" }, specWith(field, written)),
      });
      found.push(edges.join(", "));
      const [from, to] = [`${kind}/dependent`, elasticId(target, stack.namespace, "target")];
      wanted.push(`${from} → ${to} association:${field}${waits ? "" : " informational"}`);
    }
    expect(found).toEqual(wanted);
  });

  test("O1: a namespace that is written counts, the same target twice is one edge, a Secret is no object of the stack", async () => {
    const stack = await openTestStack();
    const found: string[][] = [];
    const refs: readonly JsonObject[] = [
      specWith("spec.elasticsearchRef", { name: "target", namespace: "elsewhere" }),
      {
        monitoring: {
          metrics: { elasticsearchRefs: [{ name: "target" }] },
          logs: { elasticsearchRefs: [{ name: "target", namespace: stack.namespace }] },
        },
      },
      { elasticsearchRef: { name: "target" }, ...monitoringOf({ name: "target" }) },
      specWith("spec.elasticsearchRef", { secretName: "target" }),
      specWith("spec.elasticsearchRef", {}),
    ];
    for (const spec of refs) {
      const target = elasticObject("Elasticsearch", { name: "target" }, { version: "9.1.0" });
      const dependent = elasticObject("Kibana", { name: "dependent" }, spec);
      // oxlint-disable-next-line no-await-in-loop -- one repository, row after row
      found.push([...(await edgesOf(stack, { target, dependent }))]);
    }
    const here = elasticId("Elasticsearch", stack.namespace, "target");
    const from = "Kibana/dependent → ";
    expect(found).toEqual([
      [
        `${from}${elasticId("Elasticsearch", "elsewhere", "target")} association:spec.elasticsearchRef`,
      ],
      [
        `${from}${here} association:spec.monitoring.logs.elasticsearchRefs[], association:spec.monitoring.metrics.elasticsearchRefs[] informational`,
      ],
      [`${from}${here} association:spec.elasticsearchRef`],
      [`${from}Secret/${stack.namespace}/target association:spec.elasticsearchRef`],
      [],
    ]);
  });

  test("O1: on the server the dependents of ordering references wait for exactly their target, those of others do not", async () => {
    const stack = await openTestStack();
    const mark = await auditMark();
    const objects = ROWS.flatMap(({ kind, field, target, written }, index) => [
      elasticObject(target, { name: `target-${index}` }, { version: "9.1.0" }),
      elasticObject(
        kind,
        { name: `dependent-${index}` },
        {
          version: "9.1.0",
          ...specWith(field, written ?? { name: `target-${index}` }),
        },
      ),
    ]);
    await stack.commit(manifestFiles(...objects));
    await passes(stack, 4);
    const created = new Set((await writesSince(stack, mark)).map((each) => each.name));
    const seen = ROWS.map(({ kind }, index) => {
      const id = elasticId(kind, stack.namespace, `dependent-${index}`);
      return [created.has(`dependent-${index}`), blockersOf(stack, id).map(targetAndReason)];
    });
    const wanted = ROWS.map(({ target, waits }, index) =>
      waits ? [false, [`${target}/target-${index} VersionUnknown`]] : [true, []],
    );
    expect(seen).toEqual(wanted);
    expect(ROWS.every((_, index) => created.has(`target-${index}`))).toBe(true);
  });
});

function monitoring(kind: ElasticKind): typeof ROWS {
  return ["metrics", "logs"].map((what) => ({
    kind,
    field: `spec.monitoring.${what}.elasticsearchRefs[]`,
    target: "Elasticsearch" as const,
    waits: false,
  }));
}

function monitoringOf(ref: JsonObject): JsonObject {
  return { monitoring: { metrics: { elasticsearchRefs: [ref] } } };
}

/** A spec that has this value at the field: `spec.remoteClusters[].elasticsearchRef`. */
function specWith(field: string, value: Json): JsonObject {
  const steps = field.split(".").slice(1);
  const spec = steps.reduceRight<Json>((inner, step) => {
    const isList = step.endsWith("[]");
    return { [step.replace("[]", "")]: isList ? [inner] : inner };
  }, value);
  return isJsonObject(spec) ? spec : {};
}

/** The edges of a repository with just these two objects. */
async function edgesOf(
  stack: TestStack,
  pair: { readonly target: JsonObject; readonly dependent: JsonObject },
): Promise<readonly string[]> {
  await stack.commit({
    "target.yaml": manifestText(pair.target),
    "dependent.yaml": manifestText(pair.dependent),
  });
  await refreshTip(stack.stack);
  await takeRevision(stack.stack);
  const { desired } = stack.stack;
  if (desired?.revision !== stack.stack.tip) return [JSON.stringify(stack.stack.problems)];
  return describeGraph(desired.graph).edges.map(
    ({ from, to, gate, origin, informational }) =>
      `${shortId(from)} → ${to} ${origin}${informational ? " informational" : ""}${gate === "lockstep" ? "" : ` ${gate}`}`,
  );
}

function targetAndReason(line: string): string {
  return line.split(" ").slice(0, 2).join(" ");
}
