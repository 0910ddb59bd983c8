import { expect, test } from "vitest";
import { settleOffer } from "../../../src/agent/deliver-offer.ts";
import { ForgeError } from "../../../src/core/forge-error.ts";
import type { OfferedDrift } from "../../../src/core/offer/offer.ts";
import { configMapText, type FakeStack, openFakeStack } from "../../support/fake-stack.ts";
import { offered } from "../../support/offer-builder.ts";
import { EVERY_MS, look, OFFERING, pass } from "../../support/offer-world.ts";

/** After `after` more requests nothing of this process reaches the forge, nor is a thing remembered. */
function killAfter(world: FakeStack, after: number): void {
  let left = after;
  world.forge.onRequest = () => {
    left -= 1;
    if (left < 0) throw new ForgeError("unreachable", "killed");
  };
}

async function startAnew(world: FakeStack): Promise<FakeStack> {
  world.stack.offerDesk.stopTimer();
  world.forge.onRequest = () => undefined;
  const again = openFakeStack({ config: OFFERING, like: world });
  await pass(again);
  await settleOffer(again.stack);
  return again;
}

const AFTER = [0, 1, 2, 3, 4, 5, 6];

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
      await world.clock.pass(4 * EVERY_MS);
      await look(world, ...drifts);
      /* oxlint-enable no-await-in-loop */
      const open = world.forge.pulls.filter(({ state }) => state === "open");
      expect(open).toHaveLength(drifts.length);
    }
    expect(world.forge.offer?.files.get("a.yaml")).toBe(configMapText("a", "4"));
  },
);
