import { describe, expect, test } from "vitest";
import { deletes } from "../../support/dropped-kinds.ts";
import { configMapText, type FakeStack, openFakeStack } from "../../support/fake-stack.ts";
import { keyFrom } from "../../support/look-builder.ts";
import { runFakeStack as run } from "../../support/run-fake-stack.ts";

const A = "ConfigMap/shop/a";
const SECRET = "Secret/shop/s";
const OLD_PARENT = "ConfigMap/agents/lockstep-store";

const C_ONLY = { "c.yaml": configMapText("c", "1") };
const SECRET_TEXT =
  "apiVersion: v1\nkind: Secret\nmetadata: { name: s, annotations: { lockstep.dev/after: ConfigMap/shop/a@exists } }\n";
const ALL = { ...C_ONLY, "a.yaml": configMapText("a", "1"), "s.yaml": SECRET_TEXT };
const KEPT = { ...ALL, "a.yaml": configMapText("a", "1", "{ lockstep.dev/prune: disabled }") };

function kinds({ stack }: FakeStack): readonly string[] {
  return stack.parent?.content.scope.kinds ?? [];
}

/** The stack `store` is in sync with these files, and ends. */
async function installStore(files: Readonly<Record<string, string>>): Promise<FakeStack> {
  const store = openFakeStack({ name: "store" });
  store.source.commit(files);
  const running = run(store);
  await store.clock.pass(10_000);
  await running.stop();
  return store;
}

/** The same stack as `shop`, which was `store` before. */
async function rename(store: FakeStack): Promise<FakeStack> {
  const shop = openFakeStack({ like: store, config: ["renamedFrom: [store]"] });
  run(shop);
  await shop.clock.pass(30_000);
  return shop;
}

describe("a stack that is renamed", () => {
  test("deletes what Git dropped under the old name, in order, and then the old parent", async () => {
    const store = await installStore(ALL);
    store.source.commit(C_ONLY);
    const shop = await rename(store);
    expect(deletes(shop)).toEqual([`delete ${SECRET}`, `delete ${A}`, `delete ${OLD_PARENT}`]);
    expect(shop.stack.status).toMatchObject({ inSync: true, orphans: [] });
    expect(kinds(shop)).toEqual(["ConfigMap"]);
  });

  test("also when it ran under its new name before anybody said what it was called", async () => {
    const store = await installStore(ALL);
    store.source.commit(C_ONLY);
    const unaware = openFakeStack({ like: store });
    const running = run(unaware);
    await unaware.clock.pass(10_000);
    await running.stop();
    expect(deletes(unaware)).toEqual([]);
    expect(deletes(await rename(store))).toEqual([
      `delete ${SECRET}`,
      `delete ${A}`,
      `delete ${OLD_PARENT}`,
    ]);
  });

  test("also when the old parent was lost", async () => {
    const store = await installStore(ALL);
    store.cluster.remove(OLD_PARENT);
    store.source.commit(C_ONLY);
    expect(deletes(await rename(store))).toEqual([`delete ${SECRET}`, `delete ${A}`]);
  });

  test("keeps the old parent as long as something stays under the old name", async () => {
    const store = await installStore(KEPT);
    store.source.commit(C_ONLY);
    const shop = await rename(store);
    expect(deletes(shop)).toEqual([`delete ${SECRET}`]);
    expect(shop.stack.status.orphans).toMatchObject([{ id: A, action: "keep" }]);
    expect(shop.cluster.objects.has(keyFrom(OLD_PARENT))).toBe(true);
    shop.cluster.remove(A);
    await shop.clock.pass(10_000);
    expect(shop.cluster.objects.has(keyFrom(OLD_PARENT))).toBe(false);
    expect(shop.stack.status).toMatchObject({ inSync: true, orphans: [] });
  });

  test("has the brake for what went under the old name, too", async () => {
    const many = Array.from({ length: 12 }, (_, index) => `m${index + 10}`);
    const store = await installStore({
      ...C_ONLY,
      ...Object.fromEntries(many.map((name) => [`${name}.yaml`, configMapText(name, "1")])),
    });
    store.source.commit(C_ONLY);
    const shop = await rename(store);
    expect(deletes(shop)).toEqual([]);
    expect(shop.stack.status.orphans[0]?.reason).toContain("Git dropped 12 objects of 13 at once");
  });
});
