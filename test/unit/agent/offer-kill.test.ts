import { describe, expect, test } from "vitest";
import { settleOffer } from "../../../src/agent/deliver-offer.ts";
import { seedStack } from "../../../src/agent/open-stack.ts";
import { ForgeError } from "../../../src/core/forge-error.ts";
import type { OfferedDrift } from "../../../src/core/offer/offer.ts";
import { configMapText, type FakeStack, openFakeStack } from "../../support/fake-stack.ts";
import { offered } from "../../support/offer-builder.ts";
import {
  EVERY_MS,
  look,
  OFFERING,
  openOffering,
  pass,
  revert,
  startAnew,
} from "../../support/offer-world.ts";

/** After `after` more requests nothing of this process reaches the forge, nor is a thing remembered. */
function killAfter(world: FakeStack, after: number): void {
  let left = after;
  world.forge.onRequest = () => {
    left -= 1;
    if (left < 0) throw new ForgeError("unreachable", "killed");
  };
}

const AFTER = [0, 1, 2, 3, 4, 5, 6, 7];

test.each(AFTER)(
  "killed after %i requests while it opens, changes and closes: one pull request at a time, and the last word holds",
  async (after) => {
    let world = openFakeStack({ config: OFFERING });
    world.source.commit({ "a.yaml": configMapText("a", "1") });
    await pass(world);
    const stories: readonly (readonly OfferedDrift[])[] = [
      [offered("x")],
      [offered("x", { live: "3" })],
      [],
      [offered("x", { live: "4" })],
    ];
    for (const drifts of stories) {
      /* oxlint-disable no-await-in-loop -- one after the other */
      killAfter(world, after);
      await look(world, ...drifts);
      world = await startAnew(world);
      await look(world, ...drifts);
      // What a restart of this world closes counts as our own doing, so the next one waits.
      await world.clock.pass(20 * EVERY_MS);
      await look(world, ...drifts);
      /* oxlint-enable no-await-in-loop */
      const open = world.forge.pulls.filter(({ state }) => state === "open");
      expect(open).toHaveLength(drifts.length);
    }
    expect(world.forge.offer?.files.get("a.yaml")).toBe(configMapText("a", "4"));
  },
);

/** The next pull request is opened, and nobody here hears of it. */
function loseAnswer({ forge }: FakeStack): void {
  forge.onRequest = (name) => {
    if (name !== "create") return;
    const number = forge.pulls.length + 1;
    const texts = { title: "Adopt", body: "", url: `https://forge.example/pulls/${number}` };
    const headCommit = forge.offer?.commit ?? "";
    forge.pulls.push({ number, state: "open", headCommit, base: "main", ...texts });
    throw new ForgeError("unreachable", "killed");
  };
}

describe("opened, and nobody heard of it", () => {
  test.each([
    ["killed", startAnew],
    ["without an answer", async (world: FakeStack) => await Promise.resolve(world)],
  ])("%s: a person's close of it is respected until the drift changes", async (_, goOn) => {
    const world = await openOffering();
    loseAnswer(world);
    await revert(world, "2");
    world.forge.onRequest = () => undefined;
    world.forge.change(1, { state: "closed" });
    const again = await goOn(world);
    await again.clock.pass(EVERY_MS);
    await settleOffer(again.stack);
    expect(again.stack.offerDesk.book).toMatchObject([{ pullRequest: 1, isDeclined: true }]);
    expect(again.forge.pulls).toHaveLength(1);
    await revert(again, "3");
    await again.clock.pass(EVERY_MS);
    await settleOffer(again.stack);
    expect(again.forge.pulls).toHaveLength(2);
  });

  test("the close of an earlier one is not taken for a close of this one", async () => {
    const world = await openOffering();
    await revert(world, "2");
    world.forge.change(1, { state: "closed" });
    await world.clock.pass(EVERY_MS);
    await settleOffer(world.stack);
    world.forge.onRequest = (name) => {
      if (name === "create") throw new ForgeError("unreachable", "killed");
    };
    await revert(world, "3");
    // Forges show the branch's tip also for one that was closed before.
    world.forge.change(1, { headCommit: world.forge.offer?.commit ?? "" });
    const again = await startAnew(world);
    expect(again.stack.offerDesk.book).toMatchObject([{ pullRequest: 2, isDeclined: false }]);
    expect(again.forge.pulls.map(({ state }) => state)).toEqual(["closed", "open"]);
  });
});

test("killed after our own close: what comes back is not taken for declined", async () => {
  const world = await openOffering();
  await look(world, offered("x"));
  world.forge.onRequest = (name) => {
    if (name === "comment") throw new ForgeError("unreachable", "killed");
  };
  await look(world);
  await world.clock.pass(EVERY_MS);
  await settleOffer(world.stack);
  expect(world.forge.changes.at(-1)).toBe("close 1");
  world.stack.offerDesk.stopTimer();
  world.forge.onRequest = () => undefined;
  const again = openFakeStack({ config: OFFERING, like: world });
  await seedStack(again.stack);
  await look(again, offered("x"));
  expect(again.stack.offerDesk.book).toMatchObject([{ isDeclined: false }]);
});
