import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import type { JsonObject } from "../../src/core/object/json.ts";
import { type AuditEntry, auditMark, auditSince, briefEntry } from "../support/audit-log.ts";
import { elasticObject, elasticTarget } from "../support/elastic-objects.ts";
import { rollOut } from "../support/elastic-operator.ts";
import { eventually } from "../support/eventually.ts";
import { passes, passUntil } from "../support/follow-stack.ts";
import type { Target } from "../support/kube-client.ts";
import { manifestFiles, settings } from "../support/kube-manifests.ts";
import { admin, describeReal } from "../support/real-cluster.ts";
import { setElasticStatus } from "../support/set-elastic-status.ts";
import { openTestStack, type TestStack } from "../support/test-stack.ts";

const VERSION = "1.4.0";

describeReal("the first install", () => {
  test("O18: definitions, then the namespace, then what is in it; a dependent is not made before its target says its version", async () => {
    const stack = await openTestStack();
    const { files, database, app, es, kibana } = newProduct();
    const mark = await auditMark();
    await stack.commit(files);
    await eventually("the database is there", async () => {
      await stack.pass();
      return isServed(database);
    });
    await passes(stack, 5);
    expect(await createdSince(stack, mark)).toEqual([
      ["apps", "databases"],
      ["namespace"],
      ["ConfigMap", "Elasticsearch", "database"],
    ]);

    // A status that is not of this generation, and one that names no version.
    await setElasticStatus(admin(), database, { version: VERSION, observedGeneration: 0 });
    await setElasticStatus(admin(), es, { health: "green", observedGeneration: 1 });
    await passes(stack, 10);
    expect([await isServed(app), await isServed(kibana)]).toEqual([false, false]);

    await rollOut(database);
    await passUntil(stack, "the app is there", (status) => isApplied(status, app));
    expect([await isServed(app), await isServed(kibana)]).toEqual([true, false]);
    await rollOut(es);
    await passUntil(stack, "Kibana is there", (status) => isApplied(status, kibana));
    await rollOut(app);
    await rollOut(kibana);
    await passUntil(stack, "in sync", (status) => status.inSync);
  });

  test("O18: the running agent installs all of it by itself", async () => {
    const stack = await openTestStack();
    const { files, database, app, es, kibana } = newProduct();
    const mark = await auditMark();
    await stack.commit(files);
    stack.start();
    for (const target of [database, es, app, kibana]) {
      // oxlint-disable-next-line no-await-in-loop -- one tier after the other
      await eventually(`${target.kind} is there`, async () => isServed(target));
      // oxlint-disable-next-line no-await-in-loop -- as above
      await rollOut(target);
    }
    await stack.until("in sync", (status) => status.inSync);
    expect((await createdSince(stack, mark)).flat()).toHaveLength(8);
  });
});
