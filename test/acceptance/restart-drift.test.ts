import { expect, onTestFinished, test } from "vitest";
import { isJsonObject, type JsonObject, listAt, textAt } from "../../src/core/object/json.ts";
import { eventually } from "../support/eventually.ts";
import { passes, passUntil } from "../support/follow-stack.ts";
import { followTemplates } from "../support/follow-templates.ts";
import { targetIn } from "../support/kube-manifests.ts";
import { admin, describeReal } from "../support/real-cluster.ts";
import { openInSync, passUntilRolled, reader, secret, setData } from "../support/restart-scene.ts";
import { openTestStack, type TestStack } from "../support/test-stack.ts";
import { untilSeen } from "../support/until-seen.ts";

const WEB = reader("web", "db");

/** A workload whose template was given a content, once more than at its creation. */
async function openRestarted(): Promise<TestStack> {
  const stack = await openInSync([WEB], [secret("db", { a: "one" })]);
  await setData(stack, "db", { a: "two" });
  await passUntilRolled(stack, [WEB], 2);
  await passes(stack, 2);
  return stack;
}

/** Writes the list of who owns what anew, as tools that know nothing of it do. */
async function rewriteOwners(
  stack: TestStack,
  rewrite: (entries: readonly JsonObject[]) => readonly JsonObject[],
): Promise<void> {
  const target = targetIn(stack.namespace, WEB);
  const live = await admin().get(target);
  const entries = listAt(live, "metadata", "managedFields").filter(isJsonObject);
  const json = [{ op: "replace", path: "/metadata/managedFields", value: rewrite(entries) }];
  await admin().patch(target, { json }, { as: "person" });
  await untilSeen(stack, target);
}

/** Passes until none of them writes anything. */
async function untilQuiet(stack: TestStack): Promise<void> {
  await eventually("it is quiet", async () => {
    const { writes, inSync } = await stack.pass();
    await untilSeen(stack, targetIn(stack.namespace, WEB));
    const again = await stack.pass();
    return inSync && again.writes === writes;
  });
}

describeReal("who owns what changes, and nothing else", () => {
  test("S9: an agent under another name takes over what the pods know, and restarts nothing", async () => {
    const stack = await openRestarted();
    const templates = await followTemplates(stack.namespace, onTestFinished);
    await templates.until(await admin().get(targetIn(stack.namespace, WEB)));
    await rewriteOwners(stack, (entries) =>
      entries.map((entry) =>
        textAt(entry, "manager") === "lockstep" ? { ...entry, manager: "oldstep" } : entry,
      ),
    );
    const renamed = await openTestStack({
      like: stack,
      renamedFrom: ["oldstep"],
      config: ["secrets: { window: 300ms }"],
    });
    await passUntil(renamed, "it is in sync", ({ inSync }) => inSync);
    await untilQuiet(renamed);
    await templates.until(await admin().get(targetIn(stack.namespace, WEB)));
    expect(templates.count("web")).toBe(1);
    await setData(renamed, "db", { a: "three" });
    await passUntilRolled(renamed, [WEB], 3);
    await templates.until(await admin().get(targetIn(stack.namespace, WEB)));
    expect(templates.count("web")).toBe(2);
  });

  test.each([
    { what: "reset", rewrite: () => [{}] },
    {
      what: "without ours",
      rewrite: (entries: readonly JsonObject[]) =>
        entries.filter((entry) => textAt(entry, "manager") !== "lockstep"),
    },
  ])("S9: the list of owners is $what: the pods do not restart", async ({ rewrite }) => {
    const stack = await openRestarted();
    const templates = await followTemplates(stack.namespace, onTestFinished);
    await templates.until(await admin().get(targetIn(stack.namespace, WEB)));
    await rewriteOwners(stack, rewrite);
    await untilQuiet(stack);
    await templates.until(await admin().get(targetIn(stack.namespace, WEB)));
    expect(templates.count("web")).toBe(1);
    await setData(stack, "db", { a: "three" });
    await passUntilRolled(stack, [WEB], 3);
    await templates.until(await admin().get(targetIn(stack.namespace, WEB)));
    expect(templates.count("web")).toBe(2);
  });
});

describeReal("a Secret of Git that somebody else changes", () => {
  test.each(["0s", "300ms"])(
    "S13: it is taken back, and restarts nothing (window %s)",
    async (window) => {
      const config = [`secrets: { window: ${window} }`];
      const own = secret("db", { a: "one" });
      const stack = await openInSync([own, WEB], [], { config });
      const templates = await followTemplates(stack.namespace, onTestFinished);
      await setData(stack, "db", { a: "two" });
      await untilSeen(stack, targetIn(stack.namespace, own));
      await untilQuiet(stack);
      await templates.until(await admin().get(targetIn(stack.namespace, WEB)));
      expect((await admin().get(targetIn(stack.namespace, own)))["data"]).toEqual(own["data"]);
      expect(templates.count("web")).toBe(1);
    },
  );

  test("S13: a consumer that was deleted meanwhile comes back with what Git says, and does not roll again", async () => {
    const own = secret("db", { a: "one" });
    const stack = await openInSync([own, WEB], []);
    const templates = await followTemplates(stack.namespace, onTestFinished);
    await setData(stack, "db", { a: "two" });
    await admin().delete(targetIn(stack.namespace, WEB));
    const next = await openTestStack({ like: stack, config: ["secrets: { window: 300ms }"] });
    await passUntil(next, "it is in sync", ({ inSync }) => inSync);
    await untilQuiet(next);
    await passes(next, 2);
    await templates.until(await admin().get(targetIn(stack.namespace, WEB)));
    expect(templates.count("web")).toBe(2);
  });
});
