import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type AuditEntry, auditMark, auditSince } from "../support/audit-log.ts";
import { passes } from "../support/follow-stack.ts";
import {
  deployment,
  idIn,
  manifestFiles,
  marked,
  settings,
  targetIn,
} from "../support/kube-manifests.ts";
import { admin, describeReal } from "../support/real-cluster.ts";
import { makeFamily, openFirst, openSecond } from "../support/stack-family.ts";
import { openTestStack, type TestStack } from "../support/test-stack.ts";

const KEPT = settings("kept", { a: "1" });
const ONE = settings("one", { a: "1" });
const TWO = settings("two", { a: "1" });

async function drop(stack: TestStack, ...names: readonly string[]): Promise<void> {
  await stack.commit(Object.fromEntries(names.map((name) => [`configmap-${name}.yaml`, null])));
}

function using(name: string | undefined, annotations = {}): ReturnType<typeof deployment> {
  const envFrom = name === undefined ? [] : [{ configMapRef: { name } }];
  const containers = [{ name: "web", image: "web:1.0.0", envFrom }];
  const template = { metadata: { labels: { app: "web" }, annotations }, spec: { containers } };
  return deployment("web", { spec: { template } });
}

/** Writes of a stack's agent to the stacks' objects, oldest first. */
async function writesOf(stack: TestStack, mark: number): Promise<readonly AuditEntry[]> {
  const { namespace, user } = stack;
  const entries = await auditSince(mark, { user: user.name, namespace, isWrite: true });
  return entries.filter(({ resource, code }) => resource !== "events" && code < 300);
}

describeReal("Prune beside other stacks of the config", () => {
  test("O19: in a sync of one stack alone, and in its plan, the repositories of the others tell what moves", async () => {
    const family = await makeFamily();
    const shop = await openFirst(family);
    await shop.commit(manifestFiles(KEPT, ONE, TWO));
    await shop.sync();
    const mark = await auditMark();
    await drop(shop, "one", "two");
    await family.commitSecond(manifestFiles(TWO));
    const expected = [
      { id: idIn(shop.namespace, ONE), action: "prune" },
      {
        id: idIn(shop.namespace, TWO),
        action: "keep",
        reason: `it moves to the stack ${family.names[1]}`,
      },
    ];
    expect((await shop.preview()).orphans).toMatchObject(expected);
    const later = await openTestStack({ like: shop, family });
    expect(await later.sync()).toMatchObject({ inSync: true, orphans: [expected[1]] });
    expect((await writesOf(shop, mark)).map(({ verb, name }) => `${verb} ${name}`)).toEqual([
      "delete one",
    ]);
    expect(await admin().find(targetIn(shop.namespace, TWO))).toBeDefined();
  });

  test("O19: a sync of one stack alone takes over what another one gave up", async () => {
    const family = await makeFamily();
    const shop = await openFirst(family);
    await shop.commit(manifestFiles(KEPT, ONE));
    await shop.sync();
    await drop(shop, "one");
    await family.commitSecond(manifestFiles(ONE));
    family.open.delete(family.names[0]);
    const billing = await openSecond(family, shop);
    expect(await billing.sync()).toMatchObject({ inSync: true, orphans: [] });
    family.open.delete(family.names[1]);
    const later = await openTestStack({ like: shop, family });
    expect(await later.sync()).toMatchObject({ inSync: true, orphans: [] });
    expect(await admin().find(targetIn(shop.namespace, ONE))).toBeDefined();
  });

  test("B11: a repository that does not answer holds the deletes of the other stacks", async () => {
    const family = await makeFamily();
    const repositories = new Map([[family.names[1], join(tmpdir(), "lockstep-no-such-folder")]]);
    const shop = await openTestStack({
      name: family.names[0],
      family: { ...family, repositories },
    });
    await shop.commit(manifestFiles(KEPT, ONE));
    await shop.sync();
    await drop(shop, "one");
    const status = await shop.sync();
    expect(status.inSync).toBe(false);
    expect(status.orphans).toMatchObject([
      {
        action: "hold",
        reason: `nobody knows yet whether it moves to the stack ${family.names[1]}, which is not looked at`,
      },
    ]);
    expect(await admin().find(targetIn(shop.namespace, ONE))).toBeDefined();
  });

  test("B9: orphans that stay cost no request, neither of the cluster nor of other repositories", async () => {
    const family = await makeFamily();
    const shop = await openFirst(family);
    const disabled = marked(ONE, { annotations: { "lockstep.dev/prune": "disabled" } });
    await shop.commit(manifestFiles(KEPT, disabled, TWO));
    await shop.sync();
    await drop(shop, "one", "two");
    await family.commitSecond(manifestFiles(TWO));
    const status = await shop.sync();
    expect(status.orphans.map(({ action }) => action)).toEqual(["keep", "keep"]);
    // From here on whoever asks is refused, and would hold them.
    await rm(family.repositories.get(family.names[1]) ?? "", { recursive: true });
    const { cluster } = shop.stack.setup.ports;
    const { reads, writes } = cluster.requestCounts();
    await passes(shop, 20);
    expect(cluster.requestCounts()).toMatchObject({ reads, writes });
    expect(shop.stack.status.orphans).toEqual(status.orphans);
    expect(shop.logged.filter((line) => line.includes(family.names[1]))).toEqual([]);
  });

  test("O19: what a workload of another stack still uses stays until that is rolled out there", async () => {
    const family = await makeFamily();
    const shop = await openFirst(family);
    const billing = await openSecond(family, shop);
    await shop.commit(manifestFiles(KEPT, ONE));
    await billing.commit(manifestFiles(using("one")));
    await Promise.all([shop.sync(), billing.sync()]);
    const mark = await auditMark();
    shop.start();
    billing.start();
    await drop(shop, "one");
    await shop.until("Git of the other stack is in the way", ({ orphans }) =>
      orphans.some(({ reason }) => reason.includes("Git says that it depends on it")),
    );
    await billing.commit(manifestFiles(using(undefined, { "test.lockstep.dev/ready": "never" })));
    const web = idIn(shop.namespace, using(undefined));
    await shop.until("its pods are in the way", ({ orphans }) =>
      orphans.some(
        ({ reason }) =>
          reason ===
          `waits for ${web} of the stack ${billing.name}: it may still use it until it is rolled out`,
      ),
    );
    expect(await admin().find(targetIn(shop.namespace, ONE))).toBeDefined();
    await billing.commit(manifestFiles(using(undefined)));
    await shop.until("it is gone", ({ inSync, orphans }) => inSync && orphans.length === 0);
    await Promise.all([shop.stop(), billing.stop()]);
    expect(await admin().find(targetIn(shop.namespace, ONE))).toBeUndefined();
    expect((await writesOf(shop, mark)).map(({ verb, name }) => `${verb} ${name}`)).toEqual([
      "delete one",
    ]);
  });

  test("O19: a sync of all stacks waits for the one whose workload lets go", async () => {
    const family = await makeFamily();
    const shop = await openFirst(family);
    const billing = await openSecond(family, shop);
    await shop.commit(manifestFiles(KEPT, ONE));
    await billing.commit(manifestFiles(using("one")));
    await Promise.all([shop.sync(), billing.sync()]);
    await drop(shop, "one");
    await billing.commit(
      manifestFiles(using(undefined, { "test.lockstep.dev/ready-after": "2s" })),
    );
    const mark = await auditMark();
    const all = await Promise.all([shop.sync(), billing.sync()]);
    expect(all.map(({ inSync, orphans }) => [inSync, orphans])).toEqual([
      [true, []],
      [true, []],
    ]);
    const [patched] = await writesOf(billing, mark);
    const [deleted] = await writesOf(shop, mark);
    expect([patched?.verb, deleted?.verb]).toEqual(["patch", "delete"]);
    const [from, to] = [patched, deleted].map((entry) => Date.parse(entry?.at ?? ""));
    expect(Number(to) - Number(from)).toBeGreaterThan(1_900);
  });
});
