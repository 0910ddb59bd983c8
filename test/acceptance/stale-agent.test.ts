import { rename } from "node:fs/promises";
import { expect, test } from "vitest";
import { textAt } from "../../src/core/object/json.ts";
import { auditMark } from "../support/audit-log.ts";
import { eventually } from "../support/eventually.ts";
import { writesSince } from "../support/follow-stack.ts";
import { startAgent } from "../support/killable-agent.ts";
import { manifestFiles, settings, targetIn } from "../support/kube-manifests.ts";
import { admin, describeReal } from "../support/real-cluster.ts";
import { openTestStack, type TestStack } from "../support/test-stack.ts";

/** A dead agent's Lease lasts 15 s. */
const LEASE = { timeoutMs: 60_000 };
const COLOURS = settings("colours", { sky: "blue" });
const SHAPES = settings("shapes", { sun: "round" });

describeReal("an agent that knows an older commit", () => {
  test("G6: each object tells the commit that it was applied from", async () => {
    const stack = await openTestStack();
    const first = await stack.commit(manifestFiles(COLOURS, SHAPES));
    await stack.sync();
    expect(await revisionsOf(stack)).toEqual([first, first]);
    const second = await stack.commit(manifestFiles(settings("colours", { sky: "grey" }), SHAPES));
    await stack.sync();
    expect((await revisionsOf(stack))[0]).toBe(second);
  });

  test("G6: one that slept while another applied a newer one overwrites and makes nothing anew, though its repository is silent", async () => {
    const stack = await openTestStack();
    await stack.commit(manifestFiles(COLOURS, SHAPES));
    const sleeper = await startAgent(stack);
    await untilSky(stack, "blue", () => sleeper.said());
    sleeper.pause();

    const other = await startAgent(stack);
    const [shapes = ""] = Object.keys(manifestFiles(SHAPES));
    const files = manifestFiles(settings("colours", { sky: "grey" }));
    await stack.commit({ ...files, [shapes]: null });
    await untilSky(stack, "grey", () => other.said());
    await eventually("what Git has no more is gone", async () => {
      return (await admin().find(targetIn(stack.namespace, SHAPES))) === undefined;
    });
    await other.kill();

    await rename(stack.repository, `${stack.repository}.away`);
    const mark = await auditMark();
    sleeper.wake();
    await eventually(
      `the sleeper holds the stack, and misses its repository; it said: ${sleeper.said()}`,
      async () => (await statusOf(stack)).includes(stack.repository),
      LEASE,
    );
    expect(await writesSince(stack, mark)).toEqual([]);
    await rename(`${stack.repository}.away`, stack.repository);
    await stack.commit(manifestFiles(settings("colours", { sky: "red" })));
    await untilSky(stack, "red", () => sleeper.said());
  }, 150_000);
});

/** Of what is there of `colours` and `shapes`. */
async function revisionsOf(stack: TestStack): Promise<readonly (string | undefined)[]> {
  const targets = [COLOURS, SHAPES].map((object) => targetIn(stack.namespace, object));
  const live = await Promise.all(targets.map(async (target) => admin().get(target)));
  return live.map((object) => textAt(object, "metadata", "annotations", "lockstep.dev/revision"));
}

async function untilSky(stack: TestStack, sky: string, said: () => string): Promise<void> {
  await eventually(
    `the sky is ${sky}; the agent said: ${said()}`,
    async () => {
      const live = await admin().find(targetIn(stack.namespace, COLOURS));
      return textAt(live, "data", "sky") === sky;
    },
    LEASE,
  );
}

/** What the agent that holds the stack wrote into its parent. */
async function statusOf({ agentNamespace, name }: TestStack): Promise<string> {
  const parent = { apiVersion: "v1", kind: "ConfigMap", name: `lockstep-${name}` };
  const live = await admin().find({ ...parent, namespace: agentNamespace });
  return textAt(live, "data", "status.json") ?? "";
}
