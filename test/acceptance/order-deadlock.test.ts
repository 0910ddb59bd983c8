import { expect, test } from "vitest";
import type { JsonObject } from "../../src/core/object/json.ts";
import type { ObjectStatus, StackStatus } from "../../src/core/report/status-document.ts";
import { auditMark, briefEntry } from "../support/audit-log.ts";
import { elasticId, elasticObject, elasticTarget } from "../support/elastic-objects.ts";
import { rollOut, rollOutAll } from "../support/elastic-operator.ts";
import { NEW, OLD } from "../support/elastic-stack.ts";
import { passes, passUntil, writesSince } from "../support/follow-stack.ts";
import type { Files } from "../support/git-repository.ts";
import { manifestFiles, settings } from "../support/kube-manifests.ts";
import { describeReal } from "../support/real-cluster.ts";
import { openTestStack, type TestStack } from "../support/test-stack.ts";

describeReal("a circle that what runs closes", () => {
  test("O13: is told by a preview and by the first pass, nobody of it is written, and the commit that is advised ends it", async () => {
    const stack = await openTestStack();
    const { namespace } = stack;
    const targets = [
      elasticTarget("Elasticsearch", namespace, "logs"),
      elasticTarget("Kibana", namespace, "ui"),
    ];
    const [es, kibana] = [
      elasticId("Elasticsearch", namespace, "logs"),
      elasticId("Kibana", namespace, "ui"),
    ];
    const rules = `ConfigMap/${namespace}/rules`;
    await stack.commit(manifestFiles(...pair(NEW)));
    await rollOutAll(stack, targets);

    const mark = await auditMark();
    const range = "8.19 - 8.20";
    await stack.commit(lowered({ kibana: rules, rules: `${es}@${range}` }));
    const message =
      "no order of writes lets any of these go first: " +
      `${rules} → ${es} (${range}, annotation:lockstep.dev/after) → ${kibana} (lockstep, association:spec.elasticsearchRef) → ${rules} (rolled-out, annotation:lockstep.dev/after); ` +
      `in Git, drop or loosen ${es} in lockstep.dev/after of ${rules}, at least until all of them are applied`;
    const told = new Map([es, kibana, rules].toSorted().map((id) => [id, message]));
    expect(deadlocks(await stack.preview())).toEqual(told);
    expect(deadlocks(await stack.pass())).toEqual(told);
    const since = sinceOf(stack, kibana);
    await passes(stack, 3);
    expect(sinceOf(stack, kibana)).toBe(since);
    // Nobody has to wait for what never comes.
    expect((await stack.sync()).inSync).toBe(false);
    expect(await writesSince(stack, mark)).toEqual([]);

    await stack.commit(lowered({ kibana: rules }));
    await rollOutAll(stack, targets);
    expect((await writesSince(stack, mark)).map(briefEntry)).toEqual([
      "patch configmaps/rules 201",
      "patch kibanas/ui 200",
      "patch elasticsearches/logs 200",
    ]);
    // Afterwards the edge may come back.
    await stack.commit(lowered({ kibana: rules, rules: `${es}@${range}` }));
    await rollOutAll(stack, targets);
    expect(deadlocks(stack.stack.status)).toEqual(new Map());
  });

  test("O17: is not told while one of it is on its way, and is once that is over", async () => {
    const stack = await openTestStack();
    const { namespace } = stack;
    const es = elasticTarget("Elasticsearch", namespace, "logs");
    const kibana = elasticTarget("Kibana", namespace, "ui");
    await stack.commit(manifestFiles(...pair(NEW)));
    await rollOutAll(stack, [es, kibana]);
    await rollOut(kibana, { health: "yellow", phase: "ApplyingChanges" });
    const id = elasticId("Elasticsearch", namespace, "logs");
    await stack.commit(
      lowered({ kibana: `ConfigMap/${namespace}/rules`, rules: `${id}@8.19 - 8.20` }),
    );
    await passes(stack, 2);
    expect(stack.object(id)?.blockers).toHaveLength(1);
    expect(deadlocks(stack.stack.status)).toEqual(new Map());
    await rollOut(kibana);
    await passUntil(stack, "it is told", (status) => deadlocks(status).size === 3);
  });
});

function pair(version: string, annotations: JsonObject = {}): readonly JsonObject[] {
  return [
    elasticObject("Elasticsearch", { name: "logs" }, { version }),
    elasticObject(
      "Kibana",
      { name: "ui", annotations },
      { version, elasticsearchRef: { name: "logs" } },
    ),
  ];
}

/** Both go down, Kibana after new settings; by whom each comes: what `lockstep.dev/after` says. */
function lowered(after: { readonly kibana: string; readonly rules?: string }): Files {
  const order = after.rules === undefined ? {} : { "lockstep.dev/after": after.rules };
  return manifestFiles(
    ...pair(OLD, { "lockstep.dev/after": after.kibana }),
    settings("rules", { mode: "1" }, { annotations: order }),
  );
}

function deadlocks({ objects }: StackStatus): ReadonlyMap<string, string> {
  return new Map(
    objects.flatMap((each) => {
      const found = deadlockOf(each);
      return found === undefined ? [] : [[each.id, found.message] as const];
    }),
  );
}

function sinceOf(stack: TestStack, id: string): string | undefined {
  const object = stack.object(id);
  return object && deadlockOf(object)?.since;
}

function deadlockOf({ conditions }: ObjectStatus): ObjectStatus["conditions"][number] | undefined {
  return conditions.find(({ type }) => type === "Deadlock");
}
