import { describe, expect, test } from "vitest";
import { settleOffer } from "../../../src/agent/deliver-offer.ts";
import { OFFERS_MAX, type OfferedDrift } from "../../../src/core/offer/offer.ts";
import type { FakeStack } from "../../support/fake-stack.ts";
import { offered } from "../../support/offer-builder.ts";
import {
  EVERY_MS,
  look,
  openOffering,
  pass,
  revertAll,
  startAnew,
} from "../../support/offer-world.ts";

/** A ConfigMap of many values. */
function textOf(name: string, values: readonly string[]): string {
  const lines = values.map((value, index) => `  k${index}: ${value}\n`);
  return `apiVersion: v1\nkind: ConfigMap\nmetadata: { name: ${name} }\ndata:\n${lines.join("")}`;
}

function driftsOf(name: string, count: number): readonly OfferedDrift[] {
  const id = { group: "", kind: "ConfigMap", namespace: "shop", name };
  return Array.from({ length: count }, (_, index) => offered(`k${index}`, { id }));
}

/** `a` can be edited, the tags of `b` say what its values have to be. */
async function openFull(count: number): Promise<FakeStack> {
  const world = await openOffering();
  world.source.commit({
    "a.yaml": textOf(
      "a",
      Array.from({ length: count }, () => '"1"'),
    ),
    "b.yaml": textOf(
      "b",
      Array.from({ length: 150 }, () => '!!str "1"'),
    ),
  });
  await pass(world);
  world.forge.changes.splice(0);
  return world;
}

describe("more than one pull request offers", () => {
  test("what cannot be adopted takes no place: older ones that can are offered", async () => {
    const world = await openFull(2);
    await look(world, ...driftsOf("a", 2), ...driftsOf("b", 150));
    expect(world.stack.offerDesk.pullRequest).toMatchObject({ offered: 2 });
    expect([...(world.forge.offer?.files.keys() ?? [])]).toContain("a.yaml");
    const body = world.forge.pulls[0]?.body ?? "";
    expect(body).toContain("Not in the edit: 150 more differences");
    expect(body).not.toContain("they wait until");
  });

  test("the newest of those that can be adopted are, and the pull request says that there are more", async () => {
    const world = await openFull(OFFERS_MAX + 5);
    await look(world, ...driftsOf("b", 1), ...driftsOf("a", OFFERS_MAX + 5));
    expect(world.stack.offerDesk.pullRequest).toMatchObject({ offered: OFFERS_MAX });
    const text = world.forge.offer?.files.get("a.yaml") ?? "";
    expect(text).toContain('  k4: "1"\n  k5: "2"\n');
    expect(text).toContain('  k104: "2"\n');
    const more = "6 more differences are older than these, or in files that were not looked at";
    expect(world.forge.pulls[0]?.body).toContain(`${more}: they wait until`);
  });

  test("of long values no more are offered than can be remembered: what people declined is not offered again", async () => {
    const world = await openFull(OFFERS_MAX);
    const drifts = driftsOf("a", OFFERS_MAX).map((each) => ({ ...each, live: "x".repeat(1_000) }));
    await revertAll(world, drifts);
    const { offered: count = 0 } = world.stack.offerDesk.pullRequest ?? {};
    expect(count).toBeGreaterThan(40);
    world.forge.change(1, { state: "closed" });
    await world.clock.pass(EVERY_MS);
    await settleOffer(world.stack);
    await pass(world);
    const again = await startAnew(world);
    await again.clock.pass(EVERY_MS);
    await revertAll(again, drifts);
    const declined = again.stack.offerDesk.book.filter(({ isDeclined }) => isDeclined);
    expect(declined).toHaveLength(count);
    // Beside them is hardly room for another one.
    expect(again.stack.offerDesk.pullRequest?.offered ?? 0).toBeLessThan(3);
  });

  test("a full pull request: no more files are read", async () => {
    const world = await openFull(OFFERS_MAX);
    world.source.requests.splice(0);
    await look(world, ...driftsOf("b", 150), ...driftsOf("a", OFFERS_MAX));
    const read = world.source.requests.filter((line) => line === "blob");
    expect(read).toHaveLength(1);
  });
});
