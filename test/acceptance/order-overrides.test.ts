import { expect, test } from "vitest";
import type { JsonObject } from "../../src/core/object/json.ts";
import { type AuditEntry, auditMark, briefEntry } from "../support/audit-log.ts";
import { elasticId, elasticObject, elasticTarget } from "../support/elastic-objects.ts";
import { rollOutAll } from "../support/elastic-operator.ts";
import { NEW, OLD } from "../support/elastic-stack.ts";
import { blockersOf, passes, passUntil, writesSince } from "../support/follow-stack.ts";
import type { Files } from "../support/git-repository.ts";
import { idIn, manifestFiles, settings } from "../support/kube-manifests.ts";
import { describeReal } from "../support/real-cluster.ts";
import { openTestStack, type TestStack } from "../support/test-stack.ts";

const AFTER = "lockstep.dev/after";
const REF = { elasticsearchRef: { name: "logs" } };

describeReal("an order that the user writes", () => {
  test("O14: Kibana that comes after Logstash by annotation waits for both of its targets", async () => {
    const stack = await openTestStack();
    const { namespace } = stack;
    const wanted = ["logs", "pipe", "ui"];
    expect(await orderOf(stack, kibanaAfterLogstash(OLD))).toEqual(wanted);
    expect(await orderOf(stack, kibanaAfterLogstash(NEW))).toEqual(wanted);

    // While Elasticsearch is through and Logstash is not, only Logstash is named.
    await stack.commit(kibanaAfterLogstash("9.2.0"));
    const id = elasticId("Kibana", namespace, "ui");
    await passUntil(stack, "both are waited for", () => blockersOf(stack, id).length === 2);
    expect(blockersOf(stack, id).map((line) => line.split(" ")[0])).toEqual([
      "Elasticsearch/logs",
      "Logstash/pipe",
    ]);
  });

  test("O14: an edge of the user against a built-in one replaces it: Elasticsearch after Kibana", async () => {
    const stack = await openTestStack();
    expect(await orderOf(stack, esAfterKibana(OLD))).toEqual(["ui", "logs"]);
    expect(await orderOf(stack, esAfterKibana(NEW))).toEqual(["ui", "logs"]);
    expect(stack.stack.status.cycles).toEqual([]);
  });

  test("O14: @none switches a built-in edge off: nobody waits", async () => {
    const stack = await openTestStack();
    const annotations = { [AFTER]: "Elasticsearch.elasticsearch.k8s.elastic.co/logs@none" };
    const mark = await auditMark();
    await stack.commit(
      manifestFiles(
        elasticObject("Elasticsearch", { name: "logs" }, { version: NEW }),
        elasticObject("Kibana", { name: "ui", annotations }, { version: NEW, ...REF }),
      ),
    );
    await passes(stack, 3);
    expect((await writesSince(stack, mark)).map(briefEntry).toSorted()).toEqual([
      "patch elasticsearches/logs 201",
      "patch kibanas/ui 201",
    ]);
  });

  test("O14: two edges of users that contradict each other are a cycle: named with their origins, neither is written", async () => {
    const stack = await openTestStack();
    const { namespace } = stack;
    const a = after("a", "ConfigMap/b");
    const b = after("b", "ConfigMap/a");
    const onB = after("on-b", "ConfigMap/b");
    const mark = await auditMark();
    await stack.commit(manifestFiles(a, b, onB, settings("free", { a: "1" })));
    await passes(stack, 5);
    expect((await writesSince(stack, mark)).map(briefEntry)).toEqual(["patch configmaps/free 201"]);
    const [idA, idB] = [idIn(namespace, a), idIn(namespace, b)];
    const { cycles, refusals } = stack.stack.status;
    expect(cycles).toEqual([[idA, idB]]);
    expect(refusals.map(({ id }) => id)).toEqual([idA, idB]);
    expect(refusals[0]?.message).toContain(
      `configmap-a.yaml:1:1: ${idA} waits for itself: ${idA} → ${idB} (annotation:${AFTER}) → ${idA} (annotation:${AFTER})`,
    );
  });
});

function kibanaAfterLogstash(version: string): Files {
  const annotations = { [AFTER]: "Logstash.logstash.k8s.elastic.co/pipe@lockstep" };
  const logstash = { version, elasticsearchRefs: [{ name: "logs", clusterName: "logs" }] };
  return manifestFiles(
    elasticObject("Elasticsearch", { name: "logs" }, { version }),
    elasticObject("Kibana", { name: "ui", annotations }, { version, ...REF }),
    elasticObject("Logstash", { name: "pipe" }, logstash),
  );
}

function esAfterKibana(version: string): Files {
  const annotations = { [AFTER]: "Kibana.kibana.k8s.elastic.co/ui@lockstep" };
  return manifestFiles(
    elasticObject("Elasticsearch", { name: "logs", annotations }, { version }),
    elasticObject("Kibana", { name: "ui" }, { version, ...REF }),
  );
}

function after(name: string, target: string): JsonObject {
  return settings(name, { a: "1" }, { annotations: { [AFTER]: target } });
}

/** Commits, lets the operator roll out whatever is there until all is in sync, and tells in which order it was written. */
async function orderOf(stack: TestStack, files: Files): Promise<readonly string[]> {
  const mark = await auditMark();
  await stack.commit(files);
  await passes(stack, 1);
  const { namespace } = stack;
  await rollOutAll(stack, [
    elasticTarget("Elasticsearch", namespace, "logs"),
    elasticTarget("Kibana", namespace, "ui"),
    elasticTarget("Logstash", namespace, "pipe"),
  ]);
  return (await writesSince(stack, mark)).map(({ name }: AuditEntry) => name);
}
