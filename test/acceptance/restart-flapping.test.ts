import { expect, test } from "vitest";
import { type JsonObject, textAt } from "../../src/core/object/json.ts";
import { eventually } from "../support/eventually.ts";
import { MINUTE_MS } from "../support/fight-scene.ts";
import { passes, passUntil } from "../support/follow-stack.ts";
import {
  deployment,
  idIn,
  manifestFiles,
  marked,
  settings,
  targetIn,
} from "../support/kube-manifests.ts";
import { type MovableClock, movableClock } from "../support/movable-clock.ts";
import { admin, describeReal } from "../support/real-cluster.ts";
import { countRollouts, openInSync, reader, secret, setData } from "../support/restart-scene.ts";
import { openTestStack, type TestStack } from "../support/test-stack.ts";

const CONFIG = ["secrets: { window: 0s, budget: 3 }", "fights: { window: 10m }"];
const WEB = reader("web", "db");

interface Scene {
  readonly stack: TestStack;
  readonly clock: MovableClock;
}

async function openScene(...more: readonly JsonObject[]): Promise<Scene> {
  const clock = movableClock();
  const stack = await openInSync([WEB, ...more], [secret("db", { a: "0" })], {
    config: CONFIG,
    clock,
  });
  return { stack, clock };
}

function conditionOf(stack: TestStack, type: string): string {
  const conditions = stack.object(idIn(stack.namespace, WEB))?.conditions ?? [];
  return conditions.find((each) => each.type === type)?.message ?? "";
}

/** The Secret changes, and the agent has seen it. */
async function flap(stack: TestStack, content: string): Promise<void> {
  await setData(stack, "db", { a: content });
  const key = idIn(stack.namespace, secret("db", {}));
  const wanted = Buffer.from(content).toString("base64");
  await eventually("the change is seen", () =>
    [...stack.stack.view.followings.values()].some((following) =>
      [...following.state().objects].some(
        ([id, object]) => id === key && textAt(object, "data", "a") === wanted,
      ),
    ),
  );
}

/** As many changes as the budget has, each with its restart. */
async function spendBudget({ stack }: Scene): Promise<void> {
  for (let round = 1; round <= 3; round += 1) {
    // oxlint-disable-next-line no-await-in-loop -- one round after the other
    await flap(stack, String(round));
    // oxlint-disable-next-line no-await-in-loop -- one round after the other
    await passUntil(stack, "it has restarted", ({ inSync }) => inSync);
  }
  expect(await countRollouts(stack, WEB)).toBe(4);
}

describeReal("a Secret that never stops changing", () => {
  test("S10: restarts slow down beyond the budget, are told, and the last content arrives", async () => {
    const scene = await openScene();
    const { stack, clock } = scene;
    await spendBudget(scene);
    const db = `Secret/${stack.namespace}/db`;
    expect(conditionOf(stack, "RestartsSlowed")).toMatch(
      new RegExp(`^${db} restarted its pods 3 times since .*Z: restarts go on, more slowly$`),
    );
    for (const content of ["4", "5", "6"]) {
      // oxlint-disable-next-line no-await-in-loop -- one round after the other
      await flap(stack, content);
      // oxlint-disable-next-line no-await-in-loop -- one round after the other
      await passes(stack, 2);
    }
    expect(await countRollouts(stack, WEB)).toBe(4);
    expect(conditionOf(stack, "RestartDue")).toMatch(
      new RegExp(`^its pods restart again at .*Z, more slowly: ${db} changed$`),
    );
    expect(stack.stack.status.inSync).toBe(false);
    clock.move(MINUTE_MS);
    await passUntil(stack, "it has the last content", ({ inSync }) => inSync);
    expect(await countRollouts(stack, WEB)).toBe(5);
    // Twice as long the next time.
    await flap(stack, "7");
    clock.move(MINUTE_MS);
    await passes(stack, 2);
    expect(await countRollouts(stack, WEB)).toBe(5);
    clock.move(MINUTE_MS);
    await passUntil(stack, "it has the last content", ({ inSync }) => inSync);
    expect(await countRollouts(stack, WEB)).toBe(6);
    clock.move(10 * MINUTE_MS);
    await stack.pass();
    expect(conditionOf(stack, "RestartsSlowed")).toBe("");
    await flap(stack, "8");
    await passUntil(stack, "it restarts at once again", ({ inSync }) => inSync);
    expect(await countRollouts(stack, WEB)).toBe(7);
    const events = await admin().list({
      apiVersion: "v1",
      kind: "Event",
      namespace: stack.namespace,
    });
    expect(events.filter((each) => each["reason"] === "RestartsSlowed")).toHaveLength(1);
  });

  test("S10: a restart of the agent gives no new budget", async () => {
    const scene = await openScene();
    await spendBudget(scene);
    const parent = {
      apiVersion: "v1",
      kind: "ConfigMap",
      namespace: scene.stack.agentNamespace,
      name: `lockstep-${scene.stack.name}`,
    };
    scene.clock.move(1_000);
    await eventually("the parent tells of it", async () => {
      await scene.stack.pass();
      return textAt(await admin().get(parent), "data", "restarts")?.includes('"slowed"') === true;
    });
    await scene.stack.stop();
    const stack = await openTestStack({ like: scene.stack, config: CONFIG, clock: scene.clock });
    await passUntil(stack, "it is in sync", ({ inSync }) => inSync);
    await flap(stack, "4");
    await passes(stack, 3);
    expect(await countRollouts(stack, WEB)).toBe(4);
    scene.clock.move(MINUTE_MS);
    await passUntil(stack, "it has the last content", ({ inSync }) => inSync);
    expect(await countRollouts(stack, WEB)).toBe(5);
  });

  test("S14: dependents are not held for a restart that is put off", async () => {
    const after = { annotations: { "lockstep.dev/after": "Deployment.apps/web" } };
    const scene = await openScene(marked(settings("app", { a: "one" }), after));
    const { stack } = scene;
    await spendBudget(scene);
    await flap(stack, "4");
    await passes(stack, 2);
    const next = marked(settings("app", { a: "two" }), after);
    await stack.commit(manifestFiles(WEB, next));
    await eventually("the dependent has its change", async () => {
      await stack.pass();
      const live = await admin().get(targetIn(stack.namespace, next));
      return textAt(live, "data", "a") === "two";
    });
    expect(await countRollouts(stack, WEB)).toBe(4);
    expect(conditionOf(stack, "RestartDue")).toContain("more slowly");
  });

  test("S10: another Secret of the workload restarts it at once, and takes the last content along", async () => {
    const both = reader("web", "db", "other");
    const scene = await openScene();
    const { stack } = scene;
    await admin().create({
      ...secret("other", { a: "one" }),
      metadata: {
        name: "other",
        namespace: stack.namespace,
        labels: { "lockstep.dev/watched-by": "lockstep" },
      },
    });
    await stack.commit(manifestFiles(both));
    await passUntil(stack, "it is in sync", ({ inSync }) => inSync);
    for (const content of ["1", "2", "3"]) {
      // oxlint-disable-next-line no-await-in-loop -- one round after the other
      await flap(stack, content);
      // oxlint-disable-next-line no-await-in-loop -- one round after the other
      await passUntil(stack, "it has restarted", ({ inSync }) => inSync);
    }
    expect(await countRollouts(stack, both)).toBe(5);
    await flap(stack, "4");
    await passes(stack, 2);
    expect(await countRollouts(stack, both)).toBe(5);
    await setData(stack, "other", { a: "two" });
    await passUntil(stack, "it has both", ({ inSync }) => inSync);
    expect(await countRollouts(stack, deployment("web"))).toBe(6);
    expect(conditionOf(stack, "RestartDue")).toBe("");
  });
});
