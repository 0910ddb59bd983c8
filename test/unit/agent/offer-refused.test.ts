import { describe, expect, test } from "vitest";
import { settleOffer } from "../../../src/agent/deliver-offer.ts";
import { ForgeError } from "../../../src/core/forge-error.ts";
import { configMapText } from "../../support/fake-stack.ts";
import { offered } from "../../support/offer-builder.ts";
import { EVERY_MS, look, openOffering, pass, startAnew } from "../../support/offer-world.ts";

const RETRY_MS = 30_000;

describe("a forge that takes nothing", () => {
  test("a forge that refuses is not asked again by every look, and gets it once it can", async () => {
    const world = await openOffering();
    world.forge.refusal = new ForgeError("unreachable", "the forge is down");
    await look(world, offered("x"));
    await look(world, offered("x"));
    const { reads } = world.forge;
    await look(world, offered("x"));
    expect(world.forge.reads).toBe(reads);
    expect(world.stack.refusals.get("forge")?.code).toBe("unreachable");
    world.forge.refusal = undefined;
    await world.clock.pass(RETRY_MS);
    await settleOffer(world.stack);
    expect(world.forge.pulls).toHaveLength(1);
    expect(world.stack.refusals.has("forge")).toBe(false);
  });

  test("a forge that asks for patience gets it", async () => {
    const world = await openOffering();
    const retryAtMs = world.clock.now() + 10 * RETRY_MS;
    world.forge.refusal = new ForgeError("rate-limited", "slow down", { retryAtMs });
    await look(world, offered("x"));
    const { reads } = world.forge;
    await world.clock.pass(9 * RETRY_MS);
    expect(world.forge.reads).toBe(reads);
  });

  test("somebody pushed to its branch: it is left alone, and the status says so", async () => {
    const world = await openOffering();
    await look(world, offered("x"));
    const { offer } = world.forge;
    if (offer !== undefined) world.forge.offer = { ...offer, commit: "theirs", isOurs: false };
    await world.clock.pass(EVERY_MS);
    await look(world, offered("x", { live: "3" }));
    expect(world.forge.changes).toHaveLength(2);
    expect(world.stack.refusals.get("forge")?.message).toMatch(
      /^pull request 1 waits: somebody pushed to lockstep\/demo\/shop-adopt/,
    );
  });

  test("made under another reports.author: what we are known to have pushed is made anew, and nothing else is", async () => {
    const world = await openOffering();
    await look(world, offered("x"));
    await world.clock.pass(2_000);
    await pass(world);
    const { offer } = world.forge;
    if (offer !== undefined) world.forge.offer = { ...offer, isOurs: false };
    const again = await startAnew(world);
    await look(again, offered("x", { live: "3" }));
    await again.clock.pass(EVERY_MS);
    await settleOffer(again.stack);
    expect(again.stack.refusals.size).toBe(0);
    const made = again.forge.offer;
    expect(made?.files.get("a.yaml")).toBe(configMapText("a", "3"));
    if (made !== undefined) again.forge.offer = { ...made, commit: "theirs", isOurs: false };
    await again.clock.pass(EVERY_MS);
    await look(again, offered("x", { live: "4" }));
    expect(again.stack.refusals.get("forge")?.message).toMatch(/somebody pushed to lockstep/);
  });

  test("merged, and then somebody pushed to its branch: the status names it no more", async () => {
    const world = await openOffering();
    await look(world, offered("x"));
    const { offer } = world.forge;
    if (offer !== undefined) world.forge.offer = { ...offer, commit: "theirs", isOurs: false };
    world.forge.change(1, { state: "merged" });
    await world.clock.pass(EVERY_MS);
    await look(world, offered("x", { live: "3" }));
    await pass(world);
    expect(world.stack.refusals.has("forge")).toBe(true);
    expect(world.stack.status.pullRequest).toBeUndefined();
  });
});
