import { expect, test } from "vitest";
import { numberAt, textAt } from "../../src/core/object/json.ts";
import { auditMark } from "../support/audit-log.ts";
import { rollOut, rollOutAll } from "../support/elastic-operator.ts";
import {
  elasticFiles,
  NEW,
  OLD,
  openElasticStack,
  patchesSince,
} from "../support/elastic-stack.ts";
import { eventually } from "../support/eventually.ts";
import { passes, passUntil } from "../support/follow-stack.ts";
import { admin, describeReal } from "../support/real-cluster.ts";
import { setElasticStatus } from "../support/set-elastic-status.ts";

describeReal("the order of tiers", () => {
  test("O3: an upgrade of all in one commit goes Elasticsearch, Kibana, ApmServer, each when the one before runs the version", async () => {
    const scene = await openElasticStack();
    const { stack, es, kibana, apm } = scene;
    const mark = await auditMark();
    await stack.commit(elasticFiles(NEW));
    await scene.untilApplied("Elasticsearch");
    await passes(stack, 5);
    expect(await patchesSince(scene, mark)).toEqual(["patch elasticsearches/logs 200"]);

    // All that the operator can say but for the version.
    await rollOut(es, { version: OLD });
    await scene.untilKibanaHeld("the report is seen", (line) => line.includes("VersionBehind"));
    await passes(stack, 5);
    expect(await patchesSince(scene, mark)).toEqual(["patch elasticsearches/logs 200"]);

    await rollOut(es);
    await scene.untilApplied("Kibana");
    await passes(stack, 5);
    expect(await patchesSince(scene, mark)).toEqual([
      "patch elasticsearches/logs 200",
      "patch kibanas/ui 200",
    ]);

    await rollOut(kibana);
    await scene.untilApplied("ApmServer");
    expect(await patchesSince(scene, mark)).toEqual([
      "patch elasticsearches/logs 200",
      "patch kibanas/ui 200",
      "patch apmservers/traces 200",
    ]);
    await rollOutAll(stack, [es, kibana, apm]);
  });

  test("O4: another change of the same commit waits with the version: the count of Kibana stays until it is released", async () => {
    const scene = await openElasticStack();
    const { stack, es, kibana } = scene;
    const before = await admin().get(kibana);
    await stack.commit(elasticFiles(NEW, { kibanaCount: 3 }));
    await scene.untilApplied("Elasticsearch");
    await passes(stack, 5);
    expect(await admin().get(kibana)).toEqual(before);
    expect(numberAt(before, "spec", "count")).toBe(1);

    await rollOut(es);
    await scene.untilApplied("Kibana");
    const after = await admin().get(kibana);
    expect([numberAt(after, "spec", "count"), textAt(after, "spec", "version")]).toEqual([3, NEW]);
  });

  test("O5: a new version in a status that has not observed the live generation releases nothing", async () => {
    const scene = await openElasticStack();
    const { stack, es, kibana } = scene;
    const mark = await auditMark();
    await stack.commit(elasticFiles(NEW));
    await scene.untilApplied("Elasticsearch");
    const live = await admin().get(es);
    const observed = numberAt(live, "status", "observedGeneration") ?? 0;
    expect(numberAt(live, "metadata", "generation")).toBe(observed + 1);

    await setElasticStatus(admin(), es, { version: NEW });
    const held = await scene.untilKibanaHeld("the version is seen", () =>
      scene.running("Elasticsearch").includes(NEW),
    );
    expect(held).toBe(
      `Elasticsearch/logs NotObserved wants ${NEW} has generation ${observed + 1} of the Elasticsearch, observed ${observed}`,
    );
    await passes(stack, 5);
    expect(await patchesSince(scene, mark, "kibanas")).toEqual([]);

    // Somebody else bumps the generation, and the operator then reports the one before it.
    const other = await admin().patch(
      es,
      { merge: { metadata: { annotations: { note: "x" } }, spec: { count: 3 } } },
      { as: "helper" },
    );
    expect(numberAt(other, "metadata", "generation")).toBe(observed + 2);
    await setElasticStatus(admin(), es, { observedGeneration: observed + 1 });
    await scene.untilKibanaHeld("the report is seen", (line) =>
      line.endsWith(`observed ${observed + 1}`),
    );
    await passes(stack, 5);
    expect(await patchesSince(scene, mark, "kibanas")).toEqual([]);

    await eventually("the live generation is observed, and Kibana released", async () => {
      await rollOut(es);
      await stack.pass();
      return textAt(await admin().get(kibana), "spec", "version") === NEW;
    });
  });

  test("O6: an observed generation and green health do not count as a rollout while the version is old", async () => {
    const scene = await openElasticStack();
    const { stack, es } = scene;
    const mark = await auditMark();
    await stack.commit(elasticFiles(NEW));
    await scene.untilApplied("Elasticsearch");
    await rollOut(es, { version: OLD });
    const live = await admin().get(es);
    expect(numberAt(live, "status", "observedGeneration")).toBe(
      numberAt(live, "metadata", "generation"),
    );
    await passUntil(stack, "the report is seen", () => scene.running("Elasticsearch")[0] === OLD);
    const held = await scene.untilKibanaHeld("held", (line) => line.includes("VersionBehind"));
    expect(held).toBe(`Elasticsearch/logs VersionBehind wants ${NEW} has ${OLD}`);
    await passes(stack, 5);
    expect(await patchesSince(scene, mark, "kibanas")).toEqual([]);
  });
});
