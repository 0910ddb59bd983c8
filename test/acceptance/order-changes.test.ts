import { expect, test } from "vitest";
import { numberAt, textAt } from "../../src/core/object/json.ts";
import { type AuditEntry, auditMark } from "../support/audit-log.ts";
import { rollOut, rollOutAll } from "../support/elastic-operator.ts";
import { elasticFiles, NEW, openElasticStack, patchesSince } from "../support/elastic-stack.ts";
import { eventually } from "../support/eventually.ts";
import { passes, writesSince } from "../support/follow-stack.ts";
import { interpose } from "../support/interpose.ts";
import { admin, describeReal } from "../support/real-cluster.ts";
import { settingsInOrder } from "../support/settings-in-order.ts";
import { openTestStack } from "../support/test-stack.ts";
import { untilSeen } from "../support/until-seen.ts";

const NEWER = "9.2.0";

describeReal("what changes while a gate is shut", () => {
  test("O20: a second commit during a hold replaces the first one: its change of Kibana is never written", async () => {
    const scene = await openElasticStack();
    const { stack, es, kibana, apm } = scene;
    const mark = await auditMark();
    const first = await stack.commit(elasticFiles(NEW, { kibanaCount: 3 }));
    await scene.untilApplied("Elasticsearch");
    await passes(stack, 3);
    const second = await stack.commit(elasticFiles(NEWER, { kibanaCount: 5 }));
    await rollOut(es);
    await untilSeen(stack, es);
    await passes(stack, 3);
    await rollOutAll(stack, [es, kibana, apm]);

    const written = await writesSince(stack, mark);
    expect(written.map(briefWrite)).toEqual([
      `elasticsearches/logs at ${first} version ${NEW}`,
      `elasticsearches/logs at ${second} version ${NEWER}`,
      `kibanas/ui at ${second} version ${NEWER}`,
      `apmservers/traces at ${second} version ${NEWER}`,
    ]);
    expect(numberAt(await admin().get(kibana), "spec", "count")).toBe(5);
  });

  test("O20: a commit that comes in the middle of a pass ends it: of the old one only the write on its way still arrives", async () => {
    const names = ["a0", "a1", "a2", "a3", "a4", "a5"];
    let second = "";
    const stack = await openTestStack({
      wrapCluster: (cluster) =>
        interpose(cluster, {
          async beforeApply({ ref }) {
            if (ref.id.name !== "a2" || second !== "") return;
            second = await stack.commit(settingsInOrder(names, "second"));
            await eventually("the agent knows the second commit", () => stack.stack.tip === second);
          },
        }),
    });
    const mark = await auditMark();
    const first = await stack.commit(settingsInOrder(names, "first"));
    stack.start();
    await stack.until("in sync", (status) => status.inSync && status.revision === second);
    const written = await writesSince(stack, mark);
    const order = written.map((each) => `${each.name} ${revisionOf(each) === first ? 1 : 2}`);
    expect(order.slice(0, 3)).toEqual(["a0 1", "a1 1", "a2 1"]);
    expect(order.slice(3)).toEqual(["a0 2", "a1 2", "a2 2", "a3 2", "a4 2", "a5 2"]);
  });

  test("O22: a target that is deleted and comes back without status holds its dependents again", async () => {
    const scene = await openElasticStack();
    const { stack, es, kibana } = scene;
    await stack.commit(elasticFiles(NEW));
    await scene.untilApplied("Elasticsearch");
    // It reports the new version, and is gone and back before the agent has looked.
    await rollOut(es);
    const { metadata, spec } = await admin().get(es);
    const mark = await auditMark();
    await admin().delete(es);
    const { apiVersion, kind, name, namespace = "" } = es;
    const again = await admin().create(
      { apiVersion, kind, metadata: { name, namespace }, ...(spec === undefined ? {} : { spec }) },
      { as: "somebody" },
    );
    expect(textAt(again, "metadata", "uid")).not.toBe(textAt(metadata, "uid"));
    await passes(stack, 5);
    const held = await scene.untilKibanaHeld("the new one is seen", (line) => line !== "");
    expect(held).toBe(
      `Elasticsearch/logs VersionUnknown wants ${NEW} has status reports no version`,
    );
    await passes(stack, 5);
    expect(await patchesSince(scene, mark, "kibanas")).toEqual([]);

    await rollOut(es);
    await scene.untilApplied("Kibana");
    expect(textAt(await admin().get(kibana), "spec", "version")).toBe(NEW);
  });

  test("O22: a target that the agent itself has to make again holds its dependents until it runs", async () => {
    const scene = await openElasticStack();
    const { stack, es, kibana } = scene;
    const mark = await auditMark();
    await stack.commit(elasticFiles(NEW));
    await scene.untilApplied("Elasticsearch");
    await rollOut(es);
    await admin().delete(es);
    const again = await eventually("it is made again", async () => {
      await stack.pass();
      return admin().find(es);
    });
    expect(again["status"]).toBeUndefined();
    await passes(stack, 5);
    expect(await patchesSince(scene, mark)).toEqual([
      "patch elasticsearches/logs 200",
      "patch elasticsearches/logs 201",
    ]);

    await rollOut(es);
    await scene.untilApplied("Kibana");
    expect(textAt(await admin().get(kibana), "spec", "version")).toBe(NEW);
  });
});

function briefWrite(entry: AuditEntry): string {
  const version = textAt(entry.body, "spec", "version") ?? "";
  return `${entry.resource}/${entry.name} at ${revisionOf(entry)} version ${version}`;
}

/** The commit whose intent was sent. */
function revisionOf(entry: AuditEntry): string {
  return textAt(entry.body, "metadata", "annotations", "lockstep.dev/revision") ?? "";
}
