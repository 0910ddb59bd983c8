import { expect, test } from "vitest";
import type { JsonObject } from "../../src/core/object/json.ts";
import { auditMark, auditSince } from "../support/audit-log.ts";
import { passes, passUntil } from "../support/follow-stack.ts";
import type { Target } from "../support/kube-client.ts";
import { deployment, manifestFiles } from "../support/kube-manifests.ts";
import { admin, describeReal } from "../support/real-cluster.ts";
import {
  countRollouts,
  create,
  fromSecret,
  openInSync,
  passUntilRolled,
  secret,
  setData,
  WATCHED,
} from "../support/restart-scene.ts";
import type { TestStack } from "../support/test-stack.ts";
import { untilSeen } from "../support/until-seen.ts";

/** It starts without the Secret `late`. */
function web(image: string): JsonObject {
  const envFrom = [fromSecret("db"), fromSecret("late", { optional: true })];
  return deployment("web", { pod: { containers: [{ name: "web", image, envFrom }] } });
}

const WEB = web("web:1.0.0");

async function openWithout(): Promise<TestStack> {
  const stack = await openInSync([WEB], [secret("db", { a: "one" })], {
    config: ["secrets: { window: 0s }"],
  });
  await passes(stack, 2);
  return stack;
}

async function label(stack: TestStack): Promise<void> {
  const target: Target = {
    apiVersion: "v1",
    kind: "Secret",
    namespace: stack.namespace,
    name: "late",
  };
  await admin().patch(target, { merge: { metadata: { labels: WATCHED } } }, { as: "person" });
  await untilSeen(stack, target);
}

/** Of the Secret that was not there, one by one. */
async function readsOf(stack: TestStack, mark: number): Promise<number> {
  const entries = await auditSince(mark, { user: stack.user.name, namespace: stack.namespace });
  return entries.filter(
    ({ verb, resource, name }) => verb === "get" && resource === "secrets" && name === "late",
  ).length;
}

describeReal("a Secret that was not there, comes without a label and gets one later", () => {
  test("S8: pods that started without it restart exactly once", async () => {
    const stack = await openWithout();
    await create(stack, secret("late", { a: "one" }, {}));
    await passes(stack, 3);
    expect(await countRollouts(stack, WEB)).toBe(1);
    await label(stack);
    await passUntilRolled(stack, [WEB], 2);
    await passes(stack, 4);
    expect(await countRollouts(stack, WEB)).toBe(2);
  });

  test.each([
    {
      what: "Git",
      replace: async (stack: TestStack) => stack.commit(manifestFiles(web("web:2.0.0"))),
    },
    {
      what: "another Secret",
      replace: async (stack: TestStack) => setData(stack, "db", { a: "two" }),
    },
  ])(
    "S8: pods that $what replaced since then know it, and restart no more",
    async ({ replace }) => {
      const stack = await openWithout();
      await create(stack, secret("late", { a: "one" }, {}));
      await replace(stack);
      await passUntilRolled(stack, [WEB], 2);
      await passes(stack, 2);
      await label(stack);
      await passes(stack, 5);
      expect(await countRollouts(stack, WEB)).toBe(2);
      await setData(stack, "late", { a: "two" });
      await passUntilRolled(stack, [WEB], 3);
      await passes(stack, 3);
      expect(await countRollouts(stack, WEB)).toBe(3);
    },
  );

  test("S3: it is asked for once when pods are replaced without it, and its coming restarts them", async () => {
    const stack = await openWithout();
    const mark = await auditMark();
    await setData(stack, "db", { a: "two" });
    await passUntilRolled(stack, [WEB], 2);
    await passes(stack, 5);
    expect(await readsOf(stack, mark)).toBe(1);
    await create(stack, secret("late", { a: "one" }));
    await passUntil(stack, "it restarts", ({ inSync }) => !inSync);
    await passUntilRolled(stack, [WEB], 3);
  });
});
