import { expect, test } from "vitest";
import { auditMark, briefEntry } from "../support/audit-log.ts";
import { elasticId, elasticObject, elasticTarget } from "../support/elastic-objects.ts";
import { rollOut, rollOutAll } from "../support/elastic-operator.ts";
import { blockersOf, passes, passUntil, writesSince } from "../support/follow-stack.ts";
import { manifestFiles } from "../support/kube-manifests.ts";
import { describeReal } from "../support/real-cluster.ts";
import { openTestStack, type TestStack } from "../support/test-stack.ts";

const VERSION = { version: "9.1.0" };

describeReal("cycles of references", () => {
  test("O13: two Agents that order each other are named and not written, nor is what depends on them; the rest goes on", async () => {
    const stack = await openTestStack();
    const mark = await auditMark();
    await stack.commit(
      manifestFiles(
        agent("fleet-a", "fleet-b"),
        agent("fleet-b", "fleet-a"),
        agent("managed", "fleet-b"),
        elasticObject("Elasticsearch", { name: "logs" }, VERSION),
        elasticObject("Kibana", { name: "ui" }, { ...VERSION, elasticsearchRef: { name: "logs" } }),
      ),
    );
    await rollOutElastic(stack);
    expect((await writesSince(stack, mark)).map(briefEntry)).toEqual([
      "patch elasticsearches/logs 201",
      "patch kibanas/ui 201",
    ]);

    const { cycles, refusals, inSync } = stack.stack.status;
    const [a, b] = [agentId(stack, "fleet-a"), agentId(stack, "fleet-b")];
    expect(inSync).toBe(false);
    expect(cycles).toEqual([[a, b]]);
    const message = `agent-fleet-a.yaml:1:1: ${a} waits for itself: ${a} → ${b} (association:spec.fleetServerRef) → ${a} (association:spec.fleetServerRef)`;
    expect(refusals.map((each) => [each.id, each.code])).toEqual([
      [a, "refused-component"],
      [b, "refused-component"],
    ]);
    expect(refusals[0]?.message).toContain(message);
    expect(blockersOf(stack, agentId(stack, "managed"))).toEqual([
      expect.stringMatching(/^Agent\/fleet-b Refused wants applied has .*waits for itself/),
    ]);

    // Taking one reference away is all that is needed.
    await stack.commit(manifestFiles(agent("fleet-a")));
    await rollOutAll(
      stack,
      ["fleet-a", "fleet-b", "managed"].map((name) =>
        elasticTarget("Agent", stack.namespace, name),
      ),
    );
    expect((await writesSince(stack, mark)).slice(2).map(briefEntry)).toEqual([
      "patch agents/fleet-a 201",
      "patch agents/fleet-b 201",
      "patch agents/managed 201",
    ]);
  });

  test("O13: clusters that monitor each other, are each other's remote clusters, or monitor themselves are no cycle", async () => {
    const stack = await openTestStack();
    const mark = await auditMark();
    await stack.commit(
      manifestFiles(cluster("one", "two"), cluster("two", "one"), cluster("self", "self")),
    );
    await passes(stack, 3);
    const { cycles, refusals } = stack.stack.status;
    expect([cycles, refusals]).toEqual([[], []]);
    expect((await writesSince(stack, mark)).map(briefEntry).toSorted()).toEqual([
      "patch elasticsearches/one 201",
      "patch elasticsearches/self 201",
      "patch elasticsearches/two 201",
    ]);
    await rollOutAll(
      stack,
      ["one", "two", "self"].map((name) => elasticTarget("Elasticsearch", stack.namespace, name)),
    );
  });
});

function agent(name: string, fleetServer?: string): ReturnType<typeof elasticObject> {
  const ref = fleetServer === undefined ? {} : { fleetServerRef: { name: fleetServer } };
  return elasticObject("Agent", { name }, { ...VERSION, ...ref });
}

/** Monitored by another cluster, and connected to it. */
function cluster(name: string, other: string): ReturnType<typeof elasticObject> {
  return elasticObject(
    "Elasticsearch",
    { name },
    {
      ...VERSION,
      monitoring: {
        metrics: { elasticsearchRefs: [{ name: other }] },
        logs: { elasticsearchRefs: [{ name: other }] },
      },
      remoteClusters: [{ name: other, elasticsearchRef: { name: other } }],
    },
  );
}

function agentId(stack: TestStack, name: string): string {
  return elasticId("Agent", stack.namespace, name);
}

async function rollOutElastic(stack: TestStack): Promise<void> {
  const es = elasticTarget("Elasticsearch", stack.namespace, "logs");
  const kibana = elasticTarget("Kibana", stack.namespace, "ui");
  await passes(stack, 2);
  await rollOut(es);
  await passUntil(stack, "Kibana is there", (status) => status.writes === 2);
  await rollOut(kibana);
  await passes(stack, 2);
}
