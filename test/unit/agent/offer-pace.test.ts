import { describe, expect, test } from "vitest";
import { askForge, offerDrift, settleOffer } from "../../../src/agent/deliver-offer.ts";
import { forgetParent } from "../../../src/agent/holds-stack.ts";
import { tellCommits } from "../../../src/agent/tell-commits.ts";
import { writeParent } from "../../../src/agent/write-parent.ts";
import { ForgeError } from "../../../src/core/forge-error.ts";
import type { OfferedDrift } from "../../../src/core/offer/offer.ts";
import { configMapText, type FakeStack } from "../../support/fake-stack.ts";
import { found, offered } from "../../support/offer-builder.ts";
import { EVERY_MS, look, openOffering, pass, startAnew } from "../../support/offer-world.ts";

describe("the pace of pull requests", () => {
  test("hooks of our own doing: a storm makes one pull request, made anew at most once per reports.every", async () => {
    const world = await openOffering();
    for (let live = 2; live < 22; live += 1) {
      askForge(world.stack);
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await look(world, offered("x", { live: String(live) }));
      // oxlint-disable-next-line no-await-in-loop -- see above
      await world.clock.pass(10_000);
    }
    await settleOffer(world.stack);
    expect(world.forge.changes).toHaveLength(2);
    await world.clock.pass(EVERY_MS);
    await settleOffer(world.stack);
    expect(world.forge.offer?.files.get("a.yaml")).toBe(configMapText("a", "21"));
    expect(world.forge.changes).toHaveLength(4);
  });

  test.each([false, true])(
    "a drift that comes and goes for a day, hooks %s: at most ten pull requests",
    async (hasHooks) => {
      const world = await openOffering();
      await comeAndGo(world, async (drifts) => {
        if (hasHooks) askForge(world.stack);
        await look(world, ...drifts);
      });
      expect(world.forge.pulls.length).toBeLessThanOrEqual(10);
      await look(world, offered("x"));
      await world.clock.pass(100 * EVERY_MS);
      await settleOffer(world.stack);
      expect(world.stack.offerDesk.pullRequest).toMatchObject({ offered: 1 });
    },
  );
});

test("a drift that comes and goes twenty times, and an agent that is started anew each time: at most six pull requests", async () => {
  let world = await openOffering();
  for (let time = 0; time < 20; time += 1) {
    /* oxlint-disable no-await-in-loop -- one after the other */
    await look(world, offered("x"));
    await world.clock.pass(EVERY_MS);
    await settleOffer(world.stack);
    world = await startAnew(world);
    await world.clock.pass(EVERY_MS);
    await settleOffer(world.stack);
    /* oxlint-enable no-await-in-loop */
  }
  expect(world.forge.pulls.length).toBeLessThanOrEqual(6);
  await look(world, offered("x"));
  await world.clock.pass(40 * EVERY_MS);
  await settleOffer(world.stack);
  expect(world.stack.offerDesk.pullRequest).toMatchObject({ offered: 1 });
});

describe("a drift that comes and goes for a day opens at most ten pull requests", () => {
  test("beside one that was declined, whose reopening is looked for", async () => {
    const world = await openOffering();
    const declined = offered("y", { path: "/data/y", class: "added", desired: undefined });
    await look(world, declined);
    world.forge.change(1, { state: "closed" });
    await world.clock.pass(EVERY_MS);
    await settleOffer(world.stack);
    expect(world.stack.offerDesk.book).toMatchObject([{ isDeclined: true }]);
    await comeAndGo(world, async (drifts) => {
      await look(world, declined, ...drifts);
    });
    expect(world.forge.pulls.length).toBeLessThanOrEqual(1 + 10);
    world.forge.change(1, { state: "open" });
    await world.clock.pass(EVERY_MS);
    await settleOffer(world.stack);
    expect(world.stack.offerDesk.book).toMatchObject([{ isDeclined: false }]);
  });

  test("at a forge that takes no comment", async () => {
    const world = await openOffering();
    const refusal = new ForgeError("refused", "no comments here");
    world.forge.onRequest = (name) => {
      world.forge.refusal = name === "comment" ? refusal : undefined;
    };
    await comeAndGo(world, async (drifts) => {
      await look(world, ...drifts);
    });
    expect(world.forge.pulls.length).toBeLessThanOrEqual(10);
  });

  test("at a forge that refuses now and then", async () => {
    const world = await openOffering();
    await comeAndGo(world, async (drifts) => {
      if (drifts.length > 0) {
        world.forge.refusal = new ForgeError("unreachable", "the forge is down");
        askForge(world.stack);
      }
      await look(world, ...drifts);
      world.forge.refusal = undefined;
    });
    expect(world.forge.pulls.length).toBeLessThanOrEqual(10);
  });
});

/** A day in which `x` is there at every other look. */
async function comeAndGo(
  world: FakeStack,
  see: (drifts: readonly OfferedDrift[]) => Promise<void>,
): Promise<void> {
  for (let time = 0; time < 288; time += 1) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await see(time % 2 === 0 ? [offered("x")] : []);
    // oxlint-disable-next-line no-await-in-loop -- see above
    await world.clock.pass(EVERY_MS);
    // oxlint-disable-next-line no-await-in-loop -- see above
    await settleOffer(world.stack);
  }
}

test("closed by a person while a change of it waits for its time: a second hook tells of that, too", async () => {
  const world = await openOffering();
  await look(world, offered("x"));
  const other = offered("y", { path: "/data/y", class: "added", desired: undefined });
  askForge(world.stack);
  await look(world, offered("x"), other);
  world.forge.change(1, { state: "closed" });
  askForge(world.stack);
  await look(world, offered("x"), other);
  expect(world.stack.offerDesk.book).toMatchObject([{ isDeclined: true }, { isDeclined: false }]);
  expect(world.forge.pulls).toHaveLength(2);
});

test("what Git answered already, and is found by each look: the forge is asked once", async () => {
  const world = await openOffering();
  const held = offered("x", { desired: "0" });
  await look(world, held);
  const { reads } = world.forge;
  for (let time = 0; time < 5; time += 1) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await look(world, held);
    // oxlint-disable-next-line no-await-in-loop -- see above
    await world.clock.pass(EVERY_MS);
  }
  expect(world.forge.reads).toBe(reads);
  await look(world, held, offered("y", { path: "/data/y", class: "added", desired: undefined }));
  expect(world.forge.pulls).toHaveLength(1);
});

describe("another process holds the stack", () => {
  test("the one that held it before asks the forge nothing more, and goes on once it holds it again", async () => {
    const world = await openOffering();
    await look(world, offered("x"));
    const { reads } = world.forge;
    world.stack.isHolder = false;
    await world.clock.pass(10 * EVERY_MS);
    await settleOffer(world.stack);
    tellCommits(world.stack);
    expect(world.forge.reads).toBe(reads);
    world.stack.isHolder = true;
    await world.clock.pass(EVERY_MS);
    await settleOffer(world.stack);
    expect(world.forge.reads).toBeGreaterThan(reads);
  });

  test("what the other one ended meanwhile is not offered again", async () => {
    const world = await openOffering();
    offerDrift(world.stack, { found: [found(offered("x"), "reverted")], judged: new Set() });
    await settleOffer(world.stack);
    await world.clock.pass(2_000);
    await pass(world);
    await writeParent(world.stack, () => ({ offers: "" }));
    forgetParent(world.stack);
    await pass(world);
    expect(world.stack.offerDesk.book).toEqual([]);
  });
});
