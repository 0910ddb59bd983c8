import { expect, test } from "vitest";
import { type JsonObject, textAt } from "../../src/core/object/json.ts";
import { auditMark } from "../support/audit-log.ts";
import { elasticId, elasticObject, elasticTarget } from "../support/elastic-objects.ts";
import { rollOut } from "../support/elastic-operator.ts";
import { NEW, OLD } from "../support/elastic-stack.ts";
import { blockersOf, passes, passUntil, writesSince } from "../support/follow-stack.ts";
import { deployment, idIn, manifestFiles, marked, targetIn } from "../support/kube-manifests.ts";
import { podsOf } from "../support/pods-of.ts";
import { admin, describeReal } from "../support/real-cluster.ts";
import { openTestStack, type TestStack } from "../support/test-stack.ts";
import { untilSeen } from "../support/until-seen.ts";

const NOTHING = "NothingRuns: it is scaled to 0; the version of its live spec counts";

describeReal("targets of which nothing runs", () => {
  test.each(["Deployment", "StatefulSet"])(
    "O15: a %s with replicas 0 counts at the version of its live spec; its dependent goes on, and the status says that nothing runs",
    async (kind) => {
      const stack = await openTestStack();
      const { namespace } = stack;
      const db = idIn(namespace, database(kind, { version: "1.0.0", replicas: 0 }));
      await stack.commit(manifestFiles(...pair(kind, { version: "1.0.0", replicas: 0 })));
      await passUntil(stack, "in sync", ({ inSync }) => inSync);
      expect(stack.object(db)?.version).toEqual({ declared: "1.0.0", running: [] });
      expect(conditionsOf(stack, db)).toEqual([NOTHING]);

      const mark = await auditMark();
      await stack.commit(manifestFiles(...pair(kind, { version: "2.0.0", replicas: 0 })));
      await passUntil(stack, "in sync", ({ inSync }) => inSync);
      expect((await writesSince(stack, mark)).map(({ name }) => name)).toEqual(["db", "api"]);

      // It is for what is scaled to nothing only.
      await stack.commit(manifestFiles(...pair(kind, { version: "2.0.0", replicas: 1 })));
      await passUntil(stack, "it runs", ({ inSync }) => inSync);
      expect(stack.object(db)?.version.running).toEqual(["2.0.0"]);
      expect(conditionsOf(stack, db)).toEqual([]);
    },
  );

  test("O15: scaled to 0 with the upgrade: the old pods count until the last one is gone", async () => {
    const stack = await openTestStack();
    const { namespace } = stack;
    const [db, api] = pair("Deployment", { version: "1.0.0", replicas: 2 });
    await stack.commit(manifestFiles(db, api));
    await passUntil(stack, "in sync", ({ inSync }) => inSync);
    const next = pair("Deployment", { version: "2.0.0", replicas: 0 });
    const revision = await stack.commit(manifestFiles(...next));
    await passUntil(
      stack,
      "db is written",
      () => stack.object(idIn(namespace, db))?.appliedRevision === revision,
    );
    await untilSeen(stack, targetIn(namespace, db));
    await passes(stack, 2);
    expect(blockersOf(stack, idIn(namespace, api))).toEqual([
      "Deployment/db VersionBehind wants 2.0.0 has 1.0.0",
    ]);
    expect(conditionsOf(stack, idIn(namespace, db))).toEqual([]);
    await passUntil(
      stack,
      "api is upgraded",
      () => stack.object(idIn(namespace, api))?.appliedRevision === revision,
    );
    expect(await podsOf(namespace, "db")).toEqual([]);
    expect(conditionsOf(stack, idIn(namespace, db))).toEqual([NOTHING]);
    const stored = await admin().get(targetIn(namespace, api));
    expect(textAt(stored, "spec", "template", "spec", "containers", 0, "image")).toBe("api:2.0.0");
  });

  test("O15: Elasticsearch with count 0 says no version and counts at that of its spec, once its operator has seen it", async () => {
    const stack = await openTestStack();
    const { namespace } = stack;
    const es = elasticTarget("Elasticsearch", namespace, "logs");
    const kibana = elasticTarget("Kibana", namespace, "ui");
    const id = elasticId("Elasticsearch", namespace, "logs");
    await stack.commit(elastic(OLD));
    await passUntil(stack, "Elasticsearch is there", ({ writes }) => writes === 1);
    await passes(stack, 5);
    expect(await admin().find(kibana)).toBeUndefined();

    await rollOut(es, { version: "" });
    await passUntil(stack, "Kibana is there", ({ writes }) => writes === 2);
    await rollOut(kibana);
    await passUntil(stack, "in sync", ({ inSync }) => inSync);
    expect(conditionsOf(stack, id)).toEqual([NOTHING]);

    // The old version that its status still names runs nowhere, but the operator has not seen the new spec.
    await rollOut(es, { version: OLD });
    const next = await stack.commit(elastic(NEW));
    await passUntil(stack, "Elasticsearch is written", ({ writes }) => writes === 3);
    await passes(stack, 5);
    expect(textAt(await admin().get(kibana), "spec", "version")).toBe(OLD);
    await rollOut(es, { version: OLD });
    await passUntil(
      stack,
      "Kibana is upgraded",
      () => stack.object(elasticId("Kibana", namespace, "ui"))?.appliedRevision === next,
    );
    expect(textAt(await admin().get(kibana), "spec", "version")).toBe(NEW);
  });

  test("O15: so does one that Git does not have, whose status still names the version of before", async () => {
    const stack = await openTestStack();
    const { namespace } = stack;
    const es = elasticTarget("Elasticsearch", namespace, "logs");
    const kibana = elasticId("Kibana", namespace, "ui");
    const metadata = { name: "logs", namespace };
    await admin().create(elasticObject("Elasticsearch", metadata, { version: OLD, count: 0 }));
    await rollOut(es);
    await admin().patch(es, { merge: { spec: { version: NEW } } }, { as: "its-owner" });
    const spec = { version: NEW, elasticsearchRef: { name: "logs" } };
    await stack.commit(manifestFiles(elasticObject("Kibana", { name: "ui" }, spec)));
    await passes(stack, 5);
    expect(blockersOf(stack, kibana)).toEqual([
      `Elasticsearch/logs VersionBehind wants ${NEW} has ${OLD}`,
    ]);
    await rollOut(es, { version: OLD });
    await passUntil(stack, "Kibana is there", ({ writes }) => writes === 1);
  });
});

function elastic(version: string): ReturnType<typeof manifestFiles> {
  return manifestFiles(
    elasticObject("Elasticsearch", { name: "logs" }, { version, count: 0 }),
    elasticObject("Kibana", { name: "ui" }, { version, elasticsearchRef: { name: "logs" } }),
  );
}

interface Size {
  readonly version: string;
  readonly replicas: number;
}

/** A database whose pods take a while to stop, and what comes after it. */
function pair(kind: string, size: Size): readonly [JsonObject, JsonObject] {
  const spec = { template: template("api", size.version) };
  const after = { "lockstep.dev/after": `${kind}.apps/db@lockstep` };
  return [database(kind, size), marked(deployment("api", { spec }), { annotations: after })];
}

function database(kind: string, { version, replicas }: Size): JsonObject {
  const more = kind === "StatefulSet" ? { serviceName: "db" } : {};
  const spec = { replicas, template: template("db", version), ...more };
  return { ...deployment("db", { spec }), kind };
}

function template(app: string, version: string): JsonObject {
  const annotations = app === "db" ? { "test.lockstep.dev/stops-after": "3s" } : {};
  return {
    metadata: { labels: { app }, annotations },
    spec: { containers: [{ name: app, image: `${app}:${version}` }] },
  };
}

/** The conditions of an object as lines. */
function conditionsOf(stack: TestStack, id: string): readonly string[] {
  const { conditions = [] } = stack.object(id) ?? {};
  return conditions.map(({ type, message }) => `${type}: ${message}`);
}
