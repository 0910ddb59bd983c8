import { expect, test } from "vitest";
import type { Stack } from "../../src/agent/stack.ts";
import { type AuditEntry, auditMark, auditSince } from "../support/audit-log.ts";
import { eventually } from "../support/eventually.ts";
import { passes, passUntil } from "../support/follow-stack.ts";
import { manifestFiles, marked, settings, targetIn } from "../support/kube-manifests.ts";
import { admin, describeReal } from "../support/real-cluster.ts";
import { makeFamily, openFirst, openSecond, type StackFamily } from "../support/stack-family.ts";
import { openTestStack, type TestStack } from "../support/test-stack.ts";

const KEPT = settings("kept", { a: "1" });
const ONE = settings("one", { a: "1" });
const TWO = settings("two", { a: "1" });

async function drop(stack: TestStack, name: string): Promise<void> {
  await stack.commit({ [`configmap-${name}.yaml`]: null });
}

/** Writes of a stack's agent to the stacks' objects, oldest first. */
async function writesOf(stack: TestStack, mark: number): Promise<readonly AuditEntry[]> {
  const { namespace, user } = stack;
  const entries = await auditSince(mark, { user: user.name, namespace, isWrite: true });
  return entries.filter(({ resource, code }) => resource !== "events" && code < 300);
}

describeReal("Prune of orphans of two stacks that depend on each other", () => {
  test("O19: orphans of two stacks that depend on each other go one after the other", async () => {
    const { shop, billing, mark } = await openKnot(TWO);
    await drop(shop, "one");
    await shop.pass();
    // Its stack has it in Git still.
    expect(reasonsOf(shop)).toEqual([
      expect.stringMatching(
        /^hold waits for ConfigMap\/[^ ]+\/two: Git says that it depends on it/,
      ),
    ]);
    await drop(billing, "two");
    await eventually("both are gone", async () => {
      const statuses = [await billing.pass(), await shop.pass()];
      return statuses.every(({ orphans }) => orphans.length === 0);
    });
    const deletes = [...(await writesOf(shop, mark)), ...(await writesOf(billing, mark))];
    expect(deletes.filter(({ verb }) => verb === "delete").map(({ name }) => name)).toEqual([
      "one",
      "two",
    ]);
  });

  test("B9: loops of two stacks whose orphans depend on each other need no other event", async () => {
    const { shop, billing } = await openKnot(TWO);
    shop.start();
    billing.start();
    await Promise.all([shop, billing].map(async (each) => each.until("it runs", isInSync)));
    await drop(shop, "one");
    await drop(billing, "two");
    await eventually("both are gone", async () => {
      const found = [ONE, TWO].map(async (each) => admin().find(targetIn(shop.namespace, each)));
      return (await Promise.all(found)).every((each) => each === undefined);
    });
    await shop.until("it is in sync", isInSync);
    expect(shop.stack.status.orphans).toEqual([]);
  });

  test("O19: so they do when two replicas hold one stack each", async () => {
    const { shop, billing, family } = await openKnot(TWO);
    const replica = { ...family, open: new Map<string, Stack>() };
    const [otherShop, otherBilling] = [
      await openTestStack({ like: shop, family: familyOf(replica, billing) }),
      await openTestStack({ like: billing, family: familyOf(replica, shop) }),
    ];
    // This replica holds the first stack, the other one the second: each looks at both.
    billing.stack.isHolder = false;
    otherShop.stack.isHolder = false;
    await drop(shop, "one");
    await drop(billing, "two");
    await eventually("both are gone", async () => {
      for (const each of [shop, billing, otherBilling, otherShop]) {
        // oxlint-disable-next-line no-await-in-loop -- one pass after the other
        await each.pass();
      }
      return [shop, otherBilling].every(({ stack }) => stack.status.orphans.length === 0);
    });
    const found = [ONE, TWO].map(async (each) => admin().find(targetIn(shop.namespace, each)));
    expect(await Promise.all(found)).toEqual([undefined, undefined]);
  });

  test("O19: an orphan that another stack's orphan depends on stays when that one stays", async () => {
    const kept = marked(TWO, { annotations: { "lockstep.dev/prune": "disabled" } });
    const { shop, billing } = await openKnot(kept);
    await drop(shop, "one");
    await drop(billing, "two");
    await passes(billing, 2);
    await passes(shop, 2);
    await passes(billing, 2);
    await passes(shop, 2);
    expect(reasonsOf(shop)).toEqual([
      expect.stringMatching(/^hold waits for ConfigMap\/[^ ]+\/two of the stack billing-/),
    ]);
    expect(await admin().find(targetIn(shop.namespace, ONE))).toBeDefined();
  });
});

function isInSync({ inSync }: TestStack["stack"]["status"]): boolean {
  return inSync;
}

function reasonsOf({ stack }: TestStack): readonly string[] {
  return stack.status.orphans.map(({ action, reason }) => `${action} ${reason}`);
}

/** `one` of the first stack and `two` of the second, each after the other. */
async function openKnot(two: typeof TWO): Promise<{
  readonly family: StackFamily;
  readonly shop: TestStack;
  readonly billing: TestStack;
  readonly mark: number;
}> {
  const family = await makeFamily();
  const shop = await openFirst(family);
  const billing = await openSecond(family, shop);
  await shop.commit(manifestFiles(KEPT, ONE));
  await passUntil(shop, "one is there", isInSync);
  const after = { annotations: { "lockstep.dev/after": "ConfigMap/one@exists" } };
  await billing.commit(manifestFiles(settings("stays", { a: "1" }), marked(two, after)));
  await passUntil(billing, "two is there", isInSync);
  const back = { annotations: { "lockstep.dev/after": "ConfigMap/two@exists" } };
  await shop.commit(manifestFiles(marked(ONE, back)));
  await passUntil(shop, "each is after the other", isInSync);
  return { family, shop, billing, mark: await auditMark() };
}

/** As one of the stacks knows it: the other one has a repository of its own. */
function familyOf(family: StackFamily, other: TestStack): StackFamily {
  return { ...family, repositories: new Map([[other.name, other.repository]]) };
}
