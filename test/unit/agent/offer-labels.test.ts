import { expect, test } from "vitest";
import { settleOffer } from "../../../src/agent/deliver-offer.ts";
import { ForgeError } from "../../../src/core/forge-error.ts";
import { NO_NOTES } from "../../../src/core/offer/offer.ts";
import type { FakeStack } from "../../support/fake-stack.ts";
import { offered } from "../../support/offer-builder.ts";
import {
  EVERY_MS,
  look,
  openOffering,
  pass,
  revert,
  startAnew,
} from "../../support/offer-world.ts";

const RETRY_MS = 30_000;

/** A stack whose pull request was opened and could not be labelled. */
async function openUnlabelled(): Promise<FakeStack> {
  const world = await openOffering();
  world.forge.onRequest = (name) => {
    if (name === "label") throw new ForgeError("forbidden", "may not label pull request 1");
  };
  await revert(world, "2");
  return world;
}

test("labels that were refused: the status says so and names the pull request, and they are set once they may be", async () => {
  const world = await openUnlabelled();
  await pass(world);
  expect(world.stack.refusals.get("forge")?.message).toMatch(/may not label pull request 1$/);
  expect(world.stack.offerDesk.pullRequest?.number).toBe(1);
  world.forge.onRequest = () => undefined;
  await world.clock.pass(EVERY_MS);
  await settleOffer(world.stack);
  expect(world.forge.labels).toEqual(["drift"]);
  expect(world.stack.refusals.has("forge")).toBe(false);
});

test("labels that are refused for long: the pull request changes at its pace all the same", async () => {
  const world = await openUnlabelled();
  for (let live = 3; live < 20; live += 1) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await look(world, offered("x", { live: String(live) }));
    // oxlint-disable-next-line no-await-in-loop -- see above
    await world.clock.pass(RETRY_MS);
    // oxlint-disable-next-line no-await-in-loop -- see above
    await settleOffer(world.stack);
  }
  const pushes = world.forge.changes.filter((each) => each.startsWith("push"));
  expect(pushes).toHaveLength(1 + Math.floor((17 * RETRY_MS) / EVERY_MS));
});

test("killed before it was labelled: labelled after the restart, once", async () => {
  const world = await openUnlabelled();
  const again = await startAnew(world);
  expect(again.forge.labels).toEqual(["drift"]);
  await again.clock.pass(2_000);
  await pass(again);
  await startAnew(again);
  expect(again.forge.labels).toEqual(["drift"]);
});

test("nothing is known of it any more: a person may have taken the labels off, so they stay off", async () => {
  const world = await openOffering();
  await revert(world, "2");
  world.forge.labels.splice(0);
  world.stack.offerDesk.notes = NO_NOTES;
  await world.clock.pass(2 * EVERY_MS);
  await revert(world, "3");
  expect(world.forge.changes.at(-1)).toMatch(/^update 1/);
  expect(world.forge.labels).toEqual([]);
});
