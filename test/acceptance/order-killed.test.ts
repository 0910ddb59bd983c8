import { expect, test } from "vitest";
import { textAt } from "../../src/core/object/json.ts";
import { auditMark, auditSince, briefEntry } from "../support/audit-log.ts";
import { rollOut } from "../support/elastic-operator.ts";
import {
  elasticFiles,
  NEW,
  OLD,
  patchesSince,
  viewElasticStack,
} from "../support/elastic-stack.ts";
import { eventually } from "../support/eventually.ts";
import { writesSince } from "../support/follow-stack.ts";
import { type KillableAgent, startAgent } from "../support/killable-agent.ts";
import type { Target } from "../support/kube-client.ts";
import { admin, describeReal } from "../support/real-cluster.ts";
import { settingsInOrder } from "../support/settings-in-order.ts";
import { openTestStack, type TestStack } from "../support/test-stack.ts";

/** A dead agent's Lease lasts 15 s. */
const LEASE = { timeoutMs: 60_000 };

describeReal("an agent that is killed", () => {
  test("O21: SIGKILL between the tiers: the next agent goes on where it was, nothing is written twice or out of order", async () => {
    const stack = await openTestStack();
    const scene = viewElasticStack(stack);
    const { es, kibana, apm } = scene;
    await stack.commit(elasticFiles(OLD));
    const first = await startAgent(stack);
    for (const target of [es, kibana, apm]) {
      // oxlint-disable-next-line no-await-in-loop -- tier after tier
      await untilVersion(target, OLD, first);
      // oxlint-disable-next-line no-await-in-loop -- as above
      await rollOut(target);
    }

    const mark = await auditMark();
    await stack.commit(elasticFiles(NEW));
    await untilVersion(es, NEW, first);
    await first.kill();
    // Elasticsearch gets ready while nobody looks.
    await rollOut(es);

    const second = await startAgent(stack);
    await untilVersion(kibana, NEW, second);
    await second.kill();

    const restart = await auditMark();
    const third = await startAgent(stack);
    await untilLooked(stack, restart, third);
    expect(await patchesSince(scene, mark)).toEqual([
      "patch elasticsearches/logs 200",
      "patch kibanas/ui 200",
    ]);
    expect(textAt(await admin().get(apm), "spec", "version")).toBe(OLD);

    await rollOut(kibana);
    await untilVersion(apm, NEW, third);
    await rollOut(apm);
    expect(await patchesSince(scene, mark)).toEqual([
      "patch elasticsearches/logs 200",
      "patch kibanas/ui 200",
      "patch apmservers/traces 200",
    ]);
  }, 120_000);

  test("O21: SIGKILL in the middle of a tier: the next agent makes the rest, in order, and nothing a second time", async () => {
    const stack = await openTestStack();
    const names = Array.from({ length: 200 }, (_, index) => `a${String(index).padStart(3, "0")}`);
    await stack.commit(settingsInOrder(names, "first"));
    const mark = await auditMark();
    const first = await startAgent(stack);
    await eventually("some are there", async () => (await writesSince(stack, mark)).length >= 5);
    await first.kill();
    const made = (await writesSince(stack, mark)).length;
    expect(made).toBeLessThan(names.length);

    const second = await startAgent(stack);
    await eventually(
      `all are there; the agent said: ${second.said()}`,
      async () => (await writesSince(stack, mark)).length >= names.length,
      LEASE,
    );
    const written = await writesSince(stack, mark);
    expect(written.map(briefEntry)).toEqual(names.map((name) => `patch configmaps/${name} 201`));
  }, 120_000);
});

async function untilVersion(target: Target, version: string, agent: KillableAgent): Promise<void> {
  await eventually(
    `${target.kind} wants ${version}; the agent said: ${agent.said()}`,
    async () => textAt(await admin().find(target), "spec", "version") === version,
    LEASE,
  );
}

/** A restarted agent asks by one dry run for each object whether it is as it left it. */
async function untilLooked(
  { namespace, user }: TestStack,
  mark: number,
  agent: KillableAgent,
): Promise<void> {
  await eventually(
    "the agent has looked at all three",
    async () => {
      const asked = await auditSince(mark, { user: user.name, namespace });
      const dryRuns = new Set(asked.filter((each) => each.isDryRun).map(briefEntry));
      return dryRuns.size >= 3;
    },
    LEASE,
  ).catch((error: unknown) => {
    throw new Error(`the agent said: ${agent.said()}`, { cause: error });
  });
}
