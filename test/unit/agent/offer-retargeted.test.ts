import { describe, expect, test } from "vitest";
import { settleOffer } from "../../../src/agent/deliver-offer.ts";
import { explainPullRequest } from "../../../src/core/wording/explain-pull-request.ts";
import { configMapText, type FakeStack } from "../../support/fake-stack.ts";
import { offered } from "../../support/offer-builder.ts";
import { EVERY_MS, look, openOffering, pass } from "../../support/offer-world.ts";

const OPENED = ["push a.yaml", "create 1: Adopt 1 change made in demo into stack shop"];

/** A stack whose pull request somebody pointed at branch `release`. */
async function openRetargeted(): Promise<FakeStack> {
  const world = await openOffering();
  await look(world, offered("x"));
  world.forge.change(1, { base: "release" });
  await world.clock.pass(EVERY_MS);
  await settleOffer(world.stack);
  return world;
}

describe("a pull request that a person pointed at another branch", () => {
  test("is left as it is, beside no second one, whatever there is to offer; the status says so", async () => {
    const world = await openRetargeted();
    await look(world, offered("x", { live: "3" }));
    await world.clock.pass(EVERY_MS);
    await look(world);
    await world.clock.pass(EVERY_MS);
    await settleOffer(world.stack);
    expect(world.forge.changes).toEqual(OPENED);
    await look(world, offered("x"));
    await pass(world);
    const { pullRequest } = world.stack.status;
    expect(pullRequest).toMatchObject({ number: 1, base: "release" });
    expect(pullRequest && explainPullRequest(pullRequest)).toMatch(
      /^pull request 1 offers to take \d changes? into release, which is not the synced branch: it is left as it is/,
    );
  });

  test("pointed back: it is made anew, and named as before", async () => {
    const world = await openRetargeted();
    await look(world, offered("x", { live: "3" }));
    world.forge.change(1, { base: "main" });
    await world.clock.pass(EVERY_MS);
    await settleOffer(world.stack);
    expect(world.forge.offer?.files.get("a.yaml")).toBe(configMapText("a", "3"));
    expect(world.stack.offerDesk.pullRequest).toEqual({
      number: 1,
      url: world.forge.pulls[0]?.url,
      offered: 1,
    });
  });

  test.each(["closed", "merged"] as const)(
    "%s there: the same drift is not offered once more, another value is",
    async (state) => {
      const world = await openRetargeted();
      world.forge.change(1, { state });
      await world.clock.pass(EVERY_MS);
      await look(world, offered("x"));
      await world.clock.pass(EVERY_MS);
      await settleOffer(world.stack);
      expect(world.forge.changes).toEqual(OPENED);
      expect(world.stack.offerDesk.book).toMatchObject([{ isDeclined: true }]);
      await look(world, offered("x", { live: "3" }));
      await world.clock.pass(EVERY_MS);
      await settleOffer(world.stack);
      expect(world.forge.pulls).toMatchObject([{ state }, { state: "open", base: "main" }]);
    },
  );
});
