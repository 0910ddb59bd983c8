import { describe, expect, test } from "vitest";
import { confirmPrune } from "../../../src/agent/confirm-prune.ts";
import { ClusterError } from "../../../src/core/cluster-error.ts";
import { deletes } from "../../support/dropped-kinds.ts";
import { configMapText, type FakeStack, openFakeStack } from "../../support/fake-stack.ts";
import { keyFrom } from "../../support/look-builder.ts";
import { type Running, runFakeStack as run } from "../../support/run-fake-stack.ts";

const A = "ConfigMap/shop/a";
const B = "ConfigMap/shop/b";

/** `b` after `a`, and `c` by itself. */
const ALL = {
  "a.yaml": configMapText("a", "1"),
  "b.yaml": configMapText("b", "1", "{ lockstep.dev/after: ConfigMap/shop/a@exists }"),
  "c.yaml": configMapText("c", "1"),
};
const { "c.yaml": C_ONLY } = ALL;

function orphans({ statuses }: Running): readonly string[] {
  return (statuses.at(-1)?.orphans ?? []).map(({ id, action }) => `${action} ${id}`);
}

async function install(
  files: Record<string, string> = ALL,
): Promise<FakeStack & { running: Running }> {
  const fake = openFakeStack();
  fake.source.commit(files);
  const running = run(fake);
  await fake.clock.pass(10_000);
  return { ...fake, running };
}

describe("what Git no longer has", () => {
  test("is deleted, dependents first, and the parent forgets nothing before", async () => {
    const fake = await install();
    fake.source.commit({ "c.yaml": C_ONLY });
    await fake.clock.pass(60_000);
    expect(deletes(fake)).toEqual([`delete ${B}`, `delete ${A}`]);
    expect(fake.running.statuses.at(-1)).toMatchObject({ inSync: true, orphans: [] });
  });

  test("is deleted once: a pass that follows sends nothing", async () => {
    const fake = await install();
    fake.source.commit({ "c.yaml": C_ONLY });
    await fake.clock.pass(60_000);
    const before = fake.cluster.requests.length;
    await fake.clock.pass(600_000);
    expect(fake.cluster.requests.length).toBe(before);
  });

  test("a delete that lost a race is decided again; one that was refused waits", async () => {
    const fake = await install();
    const codes: ("conflict" | "forbidden")[] = ["conflict", "forbidden"];
    fake.cluster.onRequest = (line) => {
      const code = line === `delete ${B}` ? codes.shift() : undefined;
      if (code !== undefined) throw new ClusterError(code, `${code}!`);
    };
    fake.source.commit({ "c.yaml": C_ONLY });
    await fake.clock.pass(10_000);
    expect(deletes(fake)).toEqual([`delete ${B}`, `delete ${B}`]);
    expect(fake.running.statuses.at(-1)?.orphans).toContainEqual({
      id: B,
      action: "hold",
      reason: "forbidden!",
    });
    await fake.clock.pass(120_000);
    expect(deletes(fake)).toEqual([`delete ${B}`, `delete ${B}`, `delete ${B}`, `delete ${A}`]);
  });

  test("a kind that cannot be listed stops every delete", async () => {
    const fake = await install();
    fake.cluster.unlistable.add("ConfigMap");
    fake.cluster.catchUp();
    fake.source.commit({ "c.yaml": C_ONLY });
    await fake.clock.pass(60_000);
    expect(deletes(fake)).toEqual([]);
  });
});

describe("the brake", () => {
  test("an empty source deletes nothing, until a person confirms that very commit", async () => {
    const fake = await install();
    fake.source.commit({ "readme.md": "nothing" });
    await fake.clock.pass(60_000);
    expect(deletes(fake)).toEqual([]);
    expect(orphans(fake.running)).toEqual([`hold ${A}`, `hold ${B}`, "hold ConfigMap/shop/c"]);
    expect(await confirmPrune(fake.stack, "0".repeat(10))).toBe(false);
    expect(await confirmPrune(fake.stack, fake.stack.tip.slice(0, 10))).toBe(true);
    await fake.clock.pass(60_000);
    expect(deletes(fake)).toEqual([`delete ${B}`, "delete ConfigMap/shop/c", `delete ${A}`]);
    expect(fake.cluster.objects.has(keyFrom(A))).toBe(false);
  });

  test("the confirmation is for that commit alone", async () => {
    const fake = await install();
    fake.source.commit({ "readme.md": "nothing" });
    await fake.clock.pass(10_000);
    expect(await confirmPrune(fake.stack, fake.stack.tip)).toBe(true);
    fake.source.commit({ "readme.md": "nothing at all" });
    await fake.clock.pass(60_000);
    expect(deletes(fake)).toEqual([]);
  });
});
