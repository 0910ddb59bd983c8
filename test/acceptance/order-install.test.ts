import { expect, test } from "vitest";
import { auditMark, auditSince } from "../support/audit-log.ts";
import { rollOut } from "../support/elastic-operator.ts";
import { eventually } from "../support/eventually.ts";
import { passes, passUntil } from "../support/follow-stack.ts";
import type { Target } from "../support/kube-client.ts";
import { makeNewProduct, type NewProduct } from "../support/new-product.ts";
import { admin, describeReal } from "../support/real-cluster.ts";
import { setElasticStatus } from "../support/set-elastic-status.ts";
import { openTestStack } from "../support/test-stack.ts";
import { untilSeen } from "../support/until-seen.ts";

describeReal("the first install", () => {
  test("O18: kinds and namespace come before what needs them, and no dependent before its target says its version", async () => {
    const stack = await openTestStack();
    const product = makeNewProduct("1.4.0");
    const { database, app, es, kibana } = product;
    const mark = await auditMark();
    await stack.commit(product.files);
    await passUntil(stack, "all that waits for no version is there", ({ writes }) => writes === 6);
    await passes(stack, 5);
    expect(await createdBefore(mark, product)).toEqual([
      "namespace, settings",
      "namespace, logs",
      "namespace, db",
      "databases, db",
    ]);

    // A version in a status that has not seen the object, and a status without a version.
    await setElasticStatus(admin(), database, { version: "1.4.0", observedGeneration: 0 });
    await setElasticStatus(admin(), es, { health: "green", observedGeneration: 1 });
    await untilSeen(stack, database, es);
    await passes(stack, 5);
    expect([await isThere(app), await isThere(kibana)]).toEqual([false, false]);

    await rollOut(database);
    await passUntil(stack, "one more is there", ({ writes }) => writes === 7);
    expect([await isThere(app), await isThere(kibana)]).toEqual([true, false]);
    await rollOut(es);
    await passUntil(stack, "all are there", ({ writes }) => writes === 8);
    await rollOut(app);
    await rollOut(kibana);
    await passUntil(stack, "in sync", (status) => status.inSync);
  });

  test("O18: the running agent makes all of it by itself, and asks the server for nothing that is not there yet", async () => {
    const stack = await openTestStack();
    const product = makeNewProduct("1.4.0");
    const mark = await auditMark();
    await stack.commit(product.files);
    stack.start();
    for (const target of [product.database, product.es, product.app, product.kibana]) {
      // oxlint-disable-next-line no-await-in-loop -- one tier after the other
      await eventually(`${target.kind} is there`, async () => isThere(target));
      // oxlint-disable-next-line no-await-in-loop -- as above
      await rollOut(target);
    }
    await stack.until("in sync", (status) => status.inSync);
    expect(await createdBefore(mark, product)).toEqual([
      "namespace, settings",
      "namespace, logs",
      "namespace, db",
      "databases, db",
      "namespace, web",
      "apps, web",
      "db status, web",
      "namespace, ui",
      "logs status, ui",
    ]);
    const sent = await auditSince(mark, { user: stack.user.name });
    const refused = sent.filter((each) => each.verb === "patch" && each.code >= 400);
    expect(refused.filter((each) => each.namespace !== stack.agentNamespace)).toEqual([]);
  });
});

/** Which of these pairs were both made, or said by the operator, in this order: `namespace, db`. */
async function createdBefore(mark: number, product: NewProduct): Promise<readonly string[]> {
  const written = await auditSince(mark, { isWrite: true });
  const names: Readonly<Record<string, string>> = {
    [product.namespace]: "namespace",
    [`databases.${product.group}`]: "databases",
    [`apps.${product.group}`]: "apps",
  };
  const order = written
    .filter((each) => ["", product.namespace].includes(each.namespace) || each.name in names)
    .map(({ name, subresource }) => `${names[name] ?? name} ${subresource}`.trimEnd());
  return PAIRS.filter(([first, second]) => {
    const [at, later] = [order.indexOf(first), order.indexOf(second)];
    return at >= 0 && at < later;
  }).map((pair) => pair.join(", "));
}

const PAIRS = [
  ["namespace", "settings"],
  ["namespace", "logs"],
  ["namespace", "db"],
  ["databases", "db"],
  ["namespace", "web"],
  ["apps", "web"],
  ["db status", "web"],
  ["namespace", "ui"],
  ["logs status", "ui"],
] as const;

async function isThere(target: Target): Promise<boolean> {
  // Its kind may not be served yet.
  return (
    (await admin()
      .find(target)
      .catch(() => undefined)) !== undefined
  );
}
