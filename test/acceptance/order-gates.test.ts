import { expect, test } from "vitest";
import { type JsonObject, listAt, textAt } from "../../src/core/object/json.ts";
import { auditMark, auditSince, briefEntry } from "../support/audit-log.ts";
import { elasticId, elasticObject, elasticTarget } from "../support/elastic-objects.ts";
import { rollOut } from "../support/elastic-operator.ts";
import { elasticFiles, NEW, OLD, openElasticStack } from "../support/elastic-stack.ts";
import { eventually } from "../support/eventually.ts";
import { blockersOf, passes, passUntil, writesSince } from "../support/follow-stack.ts";
import { manifestFiles } from "../support/kube-manifests.ts";
import { admin, describeReal, freshNamespace } from "../support/real-cluster.ts";
import { setElasticStatus } from "../support/set-elastic-status.ts";
import { openTestStack, type TestStack } from "../support/test-stack.ts";

describeReal("gates of a reference", () => {
  test("O8: a target that says no version, or none that can be read, holds with VersionUnknown, in event and status", async () => {
    const scene = await openElasticStack();
    const { stack, es, kibana } = scene;
    await stack.commit(elasticFiles(NEW));
    await scene.untilApplied("Elasticsearch");
    await rollOut(es);
    await admin().patch(
      es,
      { json: [{ op: "remove", path: "/status/version" }] },
      { as: "elastic-operator", subresource: "status" },
    );
    const silent = await scene.untilKibanaHeld("the silence is seen", (line) =>
      line.includes("VersionUnknown"),
    );
    expect(silent).toBe(
      `Elasticsearch/logs VersionUnknown wants ${NEW} has status reports no version`,
    );
    // The pass that saw it has said it.
    expect(await notesOf(stack, "Kibana")).toContain(
      `waits for Elasticsearch/${stack.namespace}/logs: it has not reported a version yet, ${NEW} wanted (VersionUnknown)`,
    );
    await eventually("the stored status says it", async () => {
      await stack.pass();
      return (await storedStatus(stack)).includes('"reason":"VersionUnknown"');
    });

    await setElasticStatus(admin(), es, { version: "latest" });
    const strange = await scene.untilKibanaHeld("the strange one is seen", (line) =>
      line.includes("latest"),
    );
    expect(strange).toBe(`Elasticsearch/logs VersionUnknown wants ${NEW} has latest is no version`);
    await passes(stack, 5);
    expect(textAt(await admin().get(kibana), "spec", "version")).toBe(OLD);
  });

  test("O8: unknownVersion allow on the association lets it through and says so", async () => {
    const association = `{ kind: Kibana.kibana.k8s.elastic.co, field: spec.elasticsearchRef, target: Elasticsearch.elasticsearch.k8s.elastic.co, unknownVersion: allow }`;
    const stack = await openTestStack({ config: [`associations: [${association}]`] });
    const es = elasticTarget("Elasticsearch", stack.namespace, "logs");
    const kibana = elasticTarget("Kibana", stack.namespace, "ui");
    await stack.commit(elasticFiles(OLD));
    await passUntil(stack, "Elasticsearch is there", (status) => status.writes >= 1);
    expect(await admin().find(kibana)).toBeUndefined();
    await setElasticStatus(admin(), es, {
      health: "green",
      phase: "Ready",
      observedGeneration: 1,
    });
    await eventually("Kibana is there", async () => {
      await stack.pass();
      return admin().find(kibana);
    });
    await eventually("the stored status says what was let through", async () => {
      await stack.pass();
      return (await storedStatus(stack)).includes(
        `${elasticId("Elasticsearch", stack.namespace, "logs")} (lockstep) counts as allowed by unknownVersion: status reports no version`,
      );
    });
    // The association of ApmServer says nothing of the kind.
    expect(blockersOf(stack, elasticId("ApmServer", stack.namespace, "traces"))).toContain(
      `Elasticsearch/logs VersionUnknown wants ${OLD} has status reports no version`,
    );
  });

  test.each([
    { silent: "a", lagging: "b", refs: ["a", "b"] },
    { silent: "a", lagging: "b", refs: ["b", "a"] },
    { silent: "b", lagging: "a", refs: ["a", "b"] },
    { silent: "b", lagging: "a", refs: ["b", "a"] },
  ])(
    "O9: a silent target that is allowed ($silent of $refs) does not hide one that lags",
    async (row) => {
      const stack = await openTestStack({ config: ["gates: { unknownVersion: allow }"] });
      const silent = elasticTarget("Elasticsearch", stack.namespace, row.silent);
      const lagging = elasticTarget("Elasticsearch", stack.namespace, row.lagging);
      await admin().create(elasticsearch(stack.namespace, row.silent, NEW));
      await admin().create(elasticsearch(stack.namespace, row.lagging, NEW));
      await setElasticStatus(admin(), silent, { health: "green", observedGeneration: 1 });
      await rollOut(lagging, { version: OLD });
      const mark = await auditMark();
      const refs = row.refs.map((name) => ({ name, clusterName: name }));
      const logstash = { version: NEW, elasticsearchRefs: refs };
      await stack.commit(manifestFiles(elasticObject("Logstash", { name: "pipe" }, logstash)));
      await passes(stack, 5);
      expect(blockersOf(stack, elasticId("Logstash", stack.namespace, "pipe"))).toEqual([
        `Elasticsearch/${row.lagging} VersionBehind wants ${NEW} has ${OLD}`,
      ]);
      expect(await writesSince(stack, mark)).toEqual([]);

      await rollOut(lagging);
      await passUntil(stack, "Logstash is applied", (status) => status.writes === 1);
    },
  );

  test("O9: without leave both are listed, the silent one and the lagging one", async () => {
    const stack = await openTestStack();
    await admin().create(elasticsearch(stack.namespace, "silent", NEW));
    await admin().create(elasticsearch(stack.namespace, "lagging", NEW));
    const silent = elasticTarget("Elasticsearch", stack.namespace, "silent");
    await setElasticStatus(admin(), silent, { health: "green", observedGeneration: 1 });
    const lagging = elasticTarget("Elasticsearch", stack.namespace, "lagging");
    await rollOut(lagging, { version: OLD });
    const refs = [{ name: "lagging" }, { name: "silent" }];
    const logstash = { version: NEW, elasticsearchRefs: refs };
    await stack.commit(manifestFiles(elasticObject("Logstash", { name: "pipe" }, logstash)));
    await passes(stack, 3);
    expect(blockersOf(stack, elasticId("Logstash", stack.namespace, "pipe"))).toEqual([
      `Elasticsearch/lagging VersionBehind wants ${NEW} has ${OLD}`,
      `Elasticsearch/silent VersionUnknown wants ${NEW} has status reports no version`,
    ]);
  });

  test("O10: a target that is nowhere holds with TargetNotFound, and the running agent goes on by itself when it appears", async () => {
    const stack = await openTestStack();
    const mark = await auditMark();
    const kibana = { version: NEW, elasticsearchRef: { name: "logs" } };
    await stack.commit(manifestFiles(elasticObject("Kibana", { name: "ui" }, kibana)));
    stack.start();
    const held = elasticId("Kibana", stack.namespace, "ui");
    await stack.until("Kibana is held", () => blockersOf(stack, held).length > 0);
    expect(blockersOf(stack, held)).toEqual([
      `Elasticsearch/logs TargetNotFound wants ${NEW} has it is neither in the cluster nor in Git`,
    ]);

    await admin().create(elasticsearch(stack.namespace, "logs", NEW));
    await stack.until("it is seen without status", () =>
      blockersOf(stack, held).some((line) => line.includes("VersionUnknown")),
    );
    expect(await writesSince(stack, mark)).toEqual([]);

    await rollOut(elasticTarget("Elasticsearch", stack.namespace, "logs"));
    await eventually("Kibana is there", async () =>
      admin().find(elasticTarget("Kibana", stack.namespace, "ui")),
    );
  });

  test("O11: a target that Git does not have is never written, and its status gates all the same", async () => {
    const elsewhere = await freshNamespace();
    const stack = await openTestStack();
    const es = elasticTarget("Elasticsearch", elsewhere, "logs");
    await admin().create(elasticsearch(elsewhere, "logs", OLD));
    await rollOut(es);
    const mark = await auditMark();
    const ref = { elasticsearchRef: { name: "logs", namespace: elsewhere } };
    const kibana = elasticTarget("Kibana", stack.namespace, "ui");
    const id = elasticId("Kibana", stack.namespace, "ui");
    await stack.commit(
      manifestFiles(elasticObject("Kibana", { name: "ui" }, { version: OLD, ...ref })),
    );
    await passUntil(stack, "Kibana is there", (status) => status.writes === 1);
    await rollOut(kibana);
    await passUntil(stack, "in sync", (status) => status.inSync);

    await stack.commit(
      manifestFiles(elasticObject("Kibana", { name: "ui" }, { version: NEW, ...ref })),
    );
    await passes(stack, 5);
    expect(blockersOf(stack, id)).toEqual([
      `Elasticsearch/logs VersionBehind wants ${NEW} has ${OLD}`,
    ]);
    await admin().patch(es, { merge: { spec: { version: NEW } } }, { as: "its-owner" });
    await passes(stack, 5);
    expect(textAt(await admin().get(kibana), "spec", "version")).toBe(OLD);

    await rollOut(es);
    await eventually("Kibana is upgraded", async () => {
      await stack.pass();
      return textAt(await admin().get(kibana), "spec", "version") === NEW;
    });
    const { name: user } = stack.user;
    const written = await auditSince(mark, { user, namespace: elsewhere, isWrite: true });
    expect(written.map(briefEntry)).toEqual([]);
    const fields = listAt(await admin().get(es), "metadata", "managedFields");
    expect(fields.map((each) => textAt(each, "manager"))).not.toContain("lockstep");
  });
});

function elasticsearch(namespace: string, name: string, version: string): JsonObject {
  return elasticObject("Elasticsearch", { name, namespace }, { version });
}

/** The notes of events about objects of this kind. */
async function notesOf(stack: TestStack, kind: string): Promise<readonly string[]> {
  const { namespace } = stack;
  const events = await admin().list({ apiVersion: "events.k8s.io/v1", kind: "Event", namespace });
  return events
    .filter((each) => textAt(each, "regarding", "kind") === kind)
    .map((each) => textAt(each, "note") ?? "");
}

/** The status as the stack's parent object holds it, for people and tools. */
async function storedStatus({ agentNamespace, name }: TestStack): Promise<string> {
  const parent = { apiVersion: "v1", kind: "ConfigMap", namespace: agentNamespace };
  const stored = await admin().get({ ...parent, name: `lockstep-${name}` });
  return textAt(stored, "data", "status.json") ?? "";
}
