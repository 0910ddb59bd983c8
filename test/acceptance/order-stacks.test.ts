import { expect, test } from "vitest";
import { textAt } from "../../src/core/object/json.ts";
import { auditMark } from "../support/audit-log.ts";
import { elasticId, elasticObject, elasticTarget } from "../support/elastic-objects.ts";
import { rollOut, rollOutAll } from "../support/elastic-operator.ts";
import { NEW, OLD } from "../support/elastic-stack.ts";
import { blockersOf, passes, passUntil, writesSince } from "../support/follow-stack.ts";
import type { Files } from "../support/git-repository.ts";
import { manifestFiles } from "../support/kube-manifests.ts";
import { admin, describeReal } from "../support/real-cluster.ts";
import { makeFamily, openFirst, openSecond } from "../support/stack-family.ts";

function target(version: string): Files {
  return manifestFiles(elasticObject("Elasticsearch", { name: "logs" }, { version }));
}

function dependent(version: string): Files {
  const spec = { version, elasticsearchRef: { name: "logs" } };
  return manifestFiles(elasticObject("Kibana", { name: "ui" }, spec));
}

describeReal("lockstep edges between two stacks of one agent", () => {
  test("O17: a target is not lowered below what a dependent of another stack runs", async () => {
    const family = await makeFamily();
    const first = await openFirst(family);
    const second = await openSecond(family, first);
    const { namespace } = first;
    const logs = elasticTarget("Elasticsearch", namespace, "logs");
    const ui = elasticTarget("Kibana", namespace, "ui");
    await first.commit(target(NEW));
    await rollOutAll(first, [logs]);
    await family.commitSecond(dependent(NEW));
    await rollOutAll(second, [ui]);

    const mark = await auditMark();
    await first.commit(target(OLD));
    await passes(first, 3);
    expect(blockersOf(first, elasticId("Elasticsearch", namespace, "logs"))).toEqual([
      `Kibana/ui VersionAhead wants ${OLD} has ${NEW}`,
    ]);
    expect(await writesSince(first, mark)).toEqual([]);

    await family.commitSecond(dependent(OLD));
    await passUntil(second, "the dependent goes down", ({ objects }) =>
      objects.every(({ phase }) => phase === "ApplyingChanges"),
    );
    await passes(first, 2);
    expect(await writesSince(first, mark)).toEqual([]);
    await rollOut(ui);
    await passes(second, 1);
    await passUntil(first, "the target goes down", ({ objects }) =>
      objects.every(({ blockers }) => blockers.length === 0),
    );
    expect(textAt(await admin().get(logs), "spec", "version")).toBe(OLD);
  });
});
