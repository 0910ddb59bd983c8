import { describe, expect, test } from "vitest";
import { previewStack } from "../../../src/agent/preview-stack.ts";
import type { Stack } from "../../../src/agent/stack.ts";
import { ClusterError } from "../../../src/core/cluster-error.ts";
import { SourceError } from "../../../src/core/source-error.ts";
import { A, A_AND_C, A_ONLY, C_ONLY, deletes, holds } from "../../support/dropped-kinds.ts";
import { FakeSource } from "../../support/fake-source.ts";
import { configMapText, type FakeStack, openFakeStack } from "../../support/fake-stack.ts";
import { type Running, runFakeStack as run } from "../../support/run-fake-stack.ts";

const USER = "ConfigMap/shop/u";
const USER_TEXT = configMapText("u", "1", `{ lockstep.dev/after: ${A}@exists }`);
const FREED_TEXT = configMapText("u", "1");

/** `shop` runs with `a` and `c`, `billing` is in its config alone. */
async function installBeside(files: Readonly<Record<string, string>>): Promise<{
  readonly fake: FakeStack;
  readonly billing: FakeSource;
  readonly running: Running;
}> {
  const billing = new FakeSource();
  billing.commit(files);
  const fake = openFakeStack({ sibling: { name: "billing", source: billing } });
  fake.source.commit(A_AND_C);
  const running = run(fake);
  await fake.clock.pass(10_000);
  return { fake, billing, running };
}

describe("beside a stack of the config that is not open", () => {
  test("its repository is asked before a delete, and only then", async () => {
    const { fake, billing, running } = await installBeside({ "readme.md": "nothing" });
    expect(billing.requests).toEqual([]);
    fake.source.commit(C_ONLY);
    await fake.clock.pass(10_000);
    expect(deletes(fake)).toEqual([`delete ${A}`]);
    const asked = billing.requests.length;
    running.tick();
    await fake.clock.pass(60_000);
    expect(billing.requests).toHaveLength(asked);
  });

  test("what is found there stays, and is not asked for again before this stack's next commit", async () => {
    const { fake, billing, running } = await installBeside(A_ONLY);
    fake.source.commit(C_ONLY);
    await fake.clock.pass(10_000);
    expect(holds(fake)).toEqual([`keep ${A}: it moves to the stack billing`]);
    const asked = billing.requests.length;
    for (let pass = 0; pass < 20; pass += 1) {
      running.tick();
      // oxlint-disable-next-line no-await-in-loop -- one pass after the other
      await fake.clock.pass(60_000);
    }
    expect(billing.requests).toHaveLength(asked);
    billing.commit({ "readme.md": "nothing" });
    fake.source.commit({ ...C_ONLY, "readme.md": "a commit" });
    await fake.clock.pass(10_000);
    expect(deletes(fake)).toEqual([`delete ${A}`]);
  });

  test.each<{
    readonly title: string;
    readonly told: string;
    readonly break: (billing: FakeSource) => void;
  }>([
    {
      title: "does not answer",
      told: "the repository is down",
      break: (billing) => {
        billing.refusal = new SourceError("unreachable", "the repository is down");
      },
    },
    {
      title: "has problems",
      told: "broken.yaml",
      break: (billing) => {
        billing.commit({ "broken.yaml": "apiVersion: v1\nkind: [\n" });
      },
    },
  ])(
    "one that $title holds the delete, is asked twice a minute, and mended lets it go",
    async (row) => {
      const { fake, billing } = await installBeside({ "readme.md": "nothing" });
      row.break(billing);
      fake.source.commit(C_ONLY);
      await fake.clock.pass(10_000);
      expect(deletes(fake)).toEqual([]);
      expect(holds(fake)).toEqual([expect.stringMatching(/^hold .*moves to the stack billing/)]);
      const asked = billing.requests.filter((line) => line === "tip").length;
      await fake.clock.pass(300_000);
      expect(billing.requests.filter((line) => line === "tip").length - asked).toBe(10);
      expect(fake.warnings).toEqual([expect.stringContaining(row.told)]);
      billing.refusal = undefined;
      billing.commit({ "readme.md": "mended" });
      await fake.clock.pass(40_000);
      expect(deletes(fake)).toEqual([`delete ${A}`]);
    },
  );

  test("a preview asks as well, and says what a sync does", async () => {
    const { fake, running } = await installBeside({ "readme.md": "nothing" });
    await running.stop();
    const later = openFakeStack({
      like: fake,
      sibling: { name: "billing", source: new FakeSource() },
    });
    later.source.commit(C_ONLY);
    expect((await previewStack(later.stack)).orphans).toMatchObject([{ action: "hold" }]);
    const empty = new FakeSource();
    empty.commit({ "readme.md": "nothing" });
    const last = openFakeStack({ like: fake, sibling: { name: "billing", source: empty } });
    expect((await previewStack(last.stack)).orphans).toMatchObject([{ action: "prune" }]);
    await fake.clock.pass(10_000);
  });

  test("what it gave up is taken over", async () => {
    const { fake, billing } = await installBeside({ "readme.md": "nothing" });
    const source = new FakeSource();
    source.commit(A_ONLY);
    const other = openFakeStack({
      like: { ...fake, source },
      name: "billing",
      sibling: { name: "shop", source: fake.source },
    });
    run(other);
    await fake.clock.pass(10_000);
    expect(other.stack.status.objects).toMatchObject([
      { blockers: [{ reason: "OwnedByOther", have: "shop" }] },
    ]);
    billing.commit(A_ONLY);
    fake.source.commit(C_ONLY);
    source.commit({ ...A_ONLY, "readme.md": "now" });
    await fake.clock.pass(20_000);
    expect(other.stack.status).toMatchObject({ inSync: true, objects: [{ id: A }] });
    expect(fake.stack.status).toMatchObject({ inSync: true, orphans: [] });
    expect(deletes(fake)).toEqual([]);
  });
});

/** `shop` and `billing` of one agent on one cluster; an object of `billing` uses one of `shop`. */
async function installBoth(): Promise<{
  readonly shop: FakeStack;
  readonly billing: FakeStack;
  readonly passes: () => number;
}> {
  const family = new Map<string, Stack>();
  const sources = { shop: new FakeSource(), billing: new FakeSource() };
  sources.shop.commit(A_AND_C);
  sources.billing.commit({ "u.yaml": USER_TEXT });
  const outside = openFakeStack();
  const shop = openFakeStack({
    like: { ...outside, source: sources.shop },
    sibling: { name: "billing", source: sources.billing },
    family,
  });
  const billing = openFakeStack({
    like: { ...outside, source: sources.billing },
    name: "billing",
    sibling: { name: "shop", source: sources.shop },
    family,
  });
  const runs = [run(shop), run(billing)];
  await shop.clock.pass(20_000);
  expect([shop.stack.status.inSync, billing.stack.status.inSync]).toEqual([true, true]);
  return { shop, billing, passes: () => runs.reduce((sum, each) => sum + each.passes(), 0) };
}

describe("beside a stack of the config that is open", () => {
  test("what it still uses stays until it does not, and goes without another event", async () => {
    const { shop, billing } = await installBoth();
    shop.source.commit(C_ONLY);
    billing.source.commit({ "u.yaml": FREED_TEXT });
    await shop.clock.pass(20_000);
    const writes = shop.cluster.writes().filter((line) => !line.includes("/agents/"));
    expect(writes.slice(-2)).toEqual([`apply ${USER}`, `delete ${A}`]);
  });

  test("what uses it in vain is named, and neither stack keeps the other busy", async () => {
    const { shop, billing, passes } = await installBoth();
    shop.source.commit(C_ONLY);
    await shop.clock.pass(10_000);
    expect(holds(shop)).toEqual([
      `hold ${A}: waits for ${USER}: Git says that it depends on it (annotation:lockstep.dev/after)`,
    ]);
    const before = passes();
    const asked = billing.source.requests.length;
    await shop.clock.pass(300_000);
    expect(passes() - before).toBeLessThan(3);
    expect(billing.source.requests).toHaveLength(asked);
    billing.source.commit({ "u.yaml": FREED_TEXT });
    await shop.clock.pass(20_000);
    expect(deletes(shop)).toEqual([`delete ${A}`]);
  });

  test("what the cluster refuses of that one holds this one's deletes, and nothing else", async () => {
    const family = new Map<string, Stack>();
    const outside = openFakeStack();
    const broken = new FakeSource();
    broken.commit({ "broken.yaml": "apiVersion: v1\nkind: [\n" });
    outside.cluster.onRequest = (line) => {
      if (line !== "read ConfigMap/agents/lockstep-billing") return;
      throw new ClusterError("forbidden", "no");
    };
    const shop = openFakeStack({
      like: outside,
      sibling: { name: "billing", source: broken },
      family,
    });
    openFakeStack({
      like: { ...outside, source: broken },
      name: "billing",
      sibling: { name: "shop", source: outside.source },
      family,
    });
    shop.source.commit(A_AND_C);
    run(shop);
    await shop.clock.pass(20_000);
    shop.source.commit({ "c.yaml": configMapText("c", "2") });
    await shop.clock.pass(20_000);
    expect(holds(shop)).toEqual([expect.stringMatching(/^hold .*moves to the stack billing/)]);
    expect(shop.stack.status.refusals).toEqual([]);
    expect(shop.cluster.writes().filter((line) => line === "apply ConfigMap/shop/c")).toHaveLength(
      2,
    );
  });

  test("two that wait for each other do not ring for ever", async () => {
    const { shop, billing, passes } = await installBoth();
    billing.source.commit({ "u.yaml": USER_TEXT, "b.yaml": configMapText("b", "1") });
    const v = configMapText("v", "1", "{ lockstep.dev/after: ConfigMap/shop/b@exists }");
    shop.source.commit({ ...A_AND_C, "v.yaml": v });
    await shop.clock.pass(20_000);
    shop.source.commit({ ...C_ONLY, "v.yaml": v });
    billing.source.commit({ "u.yaml": USER_TEXT });
    await shop.clock.pass(20_000);
    expect([...holds(shop), ...holds(billing)]).toEqual([
      expect.stringContaining(`hold ${A}: waits for ${USER}`),
      expect.stringContaining("hold ConfigMap/shop/b: waits for ConfigMap/shop/v"),
    ]);
    const before = passes();
    await shop.clock.pass(60_000);
    expect(passes() - before).toBeLessThan(3);
  });
});
