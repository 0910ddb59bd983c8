import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { type JsonObject, objectAt } from "../../src/core/object/json.ts";
import { auditMark } from "../support/audit-log.ts";
import { passes, passUntil, writesSince } from "../support/follow-stack.ts";
import type { Target } from "../support/kube-client.ts";
import { deployment, manifestFiles, marked, targetIn } from "../support/kube-manifests.ts";
import { admin, describeReal } from "../support/real-cluster.ts";
import {
  countRollouts,
  create,
  fromSecret,
  givenContents,
  openInSync,
  passUntilRolled,
  podWithEnv,
  reader,
  SHORT_WINDOW,
  secret,
  setData,
  WATCHED,
} from "../support/restart-scene.ts";
import { openTestStack, type TestStack } from "../support/test-stack.ts";

const WEB = reader("web", "db");
const DB = secret("db", { password: "one" });

function secretIn(stack: TestStack, name: string): Target {
  return { apiVersion: "v1", kind: "Secret", namespace: stack.namespace, name };
}

async function remake(stack: TestStack, object: JsonObject): Promise<void> {
  await admin().delete(targetIn(stack.namespace, object));
  await create(stack, object);
}

/** What the pods see of restarts. */
async function templateOf(stack: TestStack): Promise<JsonObject | undefined> {
  return objectAt(await admin().get(targetIn(stack.namespace, WEB)), "spec", "template");
}

describeReal("what restarts nothing", () => {
  test("S2: labels, annotations and ownership of a Secret are none of its content", async () => {
    const stack = await openInSync([WEB], [DB]);
    await passes(stack, 2);
    const mark = await auditMark();
    await admin().patch(
      secretIn(stack, "db"),
      { merge: { metadata: { labels: { tier: "b" }, annotations: { note: "x" } } } },
      { as: "person" },
    );
    await passes(stack, 4);
    expect(await writesSince(stack, mark)).toEqual([]);
    expect(await countRollouts(stack, WEB)).toBe(1);
  });

  test("S4: recreated with the same content: no restart; with another one: one restart", async () => {
    const stack = await openInSync([WEB], [DB]);
    await remake(stack, DB);
    await passes(stack, 4);
    expect(await countRollouts(stack, WEB)).toBe(1);
    await remake(stack, secret("db", { password: "two" }));
    await passUntilRolled(stack, [WEB], 2);
    await passes(stack, 3);
    expect(await countRollouts(stack, WEB)).toBe(2);
  });

  test("S8: an unlabelled Secret, a label for another agent, and a workload that opts out restart nothing", async () => {
    const pod = podWithEnv(fromSecret("plain"), fromSecret("other"));
    const off = marked(reader("out", "db"), { annotations: { "lockstep.dev/restart": "off" } });
    const on = marked(deployment("asks", { pod: podWithEnv(fromSecret("plain")) }), {
      annotations: { "lockstep.dev/restart": "on" },
    });
    const manifests = [WEB, off, on, deployment("plain", { pod })];
    const stack = await openInSync(manifests, [
      DB,
      secret("plain", { a: "one" }, {}),
      secret("other", { a: "one" }, { "lockstep.dev/watched-by": "lockstep-two" }),
    ]);
    for (const name of ["db", "plain", "other"]) {
      // oxlint-disable-next-line no-await-in-loop -- three
      await setData(stack, name, { a: "two" });
    }
    await passUntilRolled(stack, [WEB, on], 2);
    await passes(stack, 3);
    const counts = await Promise.all(manifests.map(async (each) => countRollouts(stack, each)));
    expect(counts).toEqual([2, 1, 2, 1]);
  });

  test("S8: a label that goes ends the restarts, and one that comes is none by itself", async () => {
    const stack = await openInSync([WEB], [DB]);
    const target = secretIn(stack, "db");
    await admin().patch(
      target,
      { merge: { metadata: { labels: { "lockstep.dev/watched-by": null } } } },
      { as: "person" },
    );
    await passes(stack, 3);
    await setData(stack, "db", { password: "two" });
    await passes(stack, 3);
    await admin().patch(target, { merge: { metadata: { labels: WATCHED } } }, { as: "person" });
    await passes(stack, 4);
    expect(await countRollouts(stack, WEB)).toBe(1);
    await setData(stack, "db", { password: "three" });
    await passUntilRolled(stack, [WEB], 2);
  });

  test("S8: a label that Git gives to an optional Secret, with a change of its consumer, is no restart", async () => {
    const web = deployment("web", { pod: podWithEnv(fromSecret("late", { optional: true })) });
    const stack = await openInSync([web, secret("late", { a: "one" }, {})], []);
    await passes(stack, 2);
    const noted = marked(web, { annotations: { note: "x" } });
    await stack.commit(manifestFiles(noted, secret("late", { a: "one" })));
    await passUntil(stack, "it is in sync", ({ inSync }) => inSync);
    await passes(stack, 4);
    expect(await countRollouts(stack, web)).toBe(1);
    await stack.commit(manifestFiles(secret("late", { a: "two" })));
    await passUntilRolled(stack, [web], 2);
  });

  test("S9: workloads that run already are taken over without a restart", async () => {
    const stack = await openTestStack({ config: [SHORT_WINDOW] });
    await create(stack, DB);
    await create(stack, WEB);
    await stack.commit(manifestFiles(WEB));
    await passUntil(stack, "it is in sync", ({ inSync }) => inSync);
    await passes(stack, 3);
    expect([await countRollouts(stack, WEB), await givenContents(stack, WEB)]).toEqual([1, []]);
    await setData(stack, "db", { password: "two" });
    await passUntilRolled(stack, [WEB], 2);
    expect(await givenContents(stack, WEB)).toHaveLength(1);
  });

  test("S9: another process restarts nothing; what changed while none ran restarts once", async () => {
    const stack = await openInSync([WEB], [DB]);
    const second = await openTestStack({ like: stack, config: [SHORT_WINDOW] });
    await passes(second, 3);
    expect(await countRollouts(stack, WEB)).toBe(1);
    await setData(stack, "db", { password: "two" });
    const third = await openTestStack({ like: stack, config: [SHORT_WINDOW] });
    await passUntilRolled(third, [WEB], 2);
    await passes(third, 2);
    await passes(second, 3);
    expect(await countRollouts(stack, WEB)).toBe(2);
  });

  test.each(["a newer key", "a key that was lost"])("S9: %s restarts nothing", async (what) => {
    const stack = await openInSync([WEB], [DB]);
    const before = await templateOf(stack);
    const target = { ...secretIn(stack, "lockstep-digest-keys"), namespace: stack.agentNamespace };
    if (what === "a newer key") {
      const data = { k2: randomBytes(32).toString("base64") };
      await admin().patch(target, { merge: { data } }, { as: "person" });
    } else {
      await admin().delete(target);
    }
    await passes(stack, 5);
    expect([await countRollouts(stack, WEB), await templateOf(stack)]).toEqual([1, before]);
    await setData(stack, "db", { password: "two" });
    await passUntilRolled(stack, [WEB], 2);
    await passes(stack, 2);
    expect(await countRollouts(stack, WEB)).toBe(2);
  });

  test("S10: five Secrets that change inside of the window make one rollout", async () => {
    const names = ["a", "b", "c", "d", "e"];
    const all = reader("all", ...names);
    const stack = await openInSync(
      [all],
      names.map((name) => secret(name, { x: "one" })),
      { config: ["secrets: { window: 2s }"] },
    );
    for (const name of names) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other, as people do
      await setData(stack, name, { x: "two" });
      // oxlint-disable-next-line no-await-in-loop -- as above
      await stack.pass();
    }
    await passUntilRolled(stack, [all], 2);
    await passes(stack, 3);
    expect(await countRollouts(stack, all)).toBe(2);
  });

  test("S6: a name of 253 characters, shared by two workloads", async () => {
    const name = `${"a".repeat(62)}.`.repeat(4).slice(0, 252).padEnd(253, "z");
    const both = [reader("one", name), reader("two", name)];
    const stack = await openInSync(both, [secret(name, { x: "one" })]);
    await setData(stack, name, { x: "two" });
    await passUntilRolled(stack, both, 2);
    const [first, second] = await Promise.all(both.map(async (each) => givenContents(stack, each)));
    expect([first?.length, second]).toEqual([1, first]);
  });
});

async function openRestarted(): Promise<TestStack> {
  const stack = await openInSync([WEB], [DB]);
  await setData(stack, "db", { password: "two" });
  await passUntilRolled(stack, [WEB], 2);
  return stack;
}

describeReal("what keeps the pods of a workload that was restarted before", () => {
  test("S8: without the reference, and with restarts off, the template stays until Git changes it", async () => {
    const stack = await openRestarted();
    const off = marked(WEB, { annotations: { "lockstep.dev/restart": "off" } });
    await stack.commit(manifestFiles(off));
    await passUntil(stack, "it is in sync", ({ inSync }) => inSync);
    expect([await countRollouts(stack, WEB), await givenContents(stack, WEB)]).toEqual([
      2,
      [expect.any(String)],
    ]);
    await stack.commit(manifestFiles(deployment("web")));
    await passUntilRolled(stack, [WEB], 3);
    expect([await countRollouts(stack, WEB), await givenContents(stack, WEB)]).toEqual([3, []]);
  });
});
