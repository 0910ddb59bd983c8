import { describe, expect, test } from "vitest";
import { askForge, offerDrift, settleOffer } from "../../../src/agent/deliver-offer.ts";
import { refreshTip } from "../../../src/agent/refresh-source.ts";
import { objectKey } from "../../../src/core/object/object-id.ts";
import { readOffers } from "../../../src/core/offer/offer-text.ts";
import { configMapText, openFakeStack } from "../../support/fake-stack.ts";
import { found, offered } from "../../support/offer-builder.ts";
import { EVERY_MS, look, OFFERING, openOffering, pass } from "../../support/offer-world.ts";

describe("the pull request of a stack", () => {
  test("is opened once for a drift, with the edit, the labels and the number in the status", async () => {
    const world = await openOffering();
    await look(world, offered("x"));
    await look(world, offered("x"));
    expect(world.forge.changes).toEqual([
      "push a.yaml",
      "create 1: Adopt 1 change made in demo into stack shop",
    ]);
    expect(world.forge.offer?.files.get("a.yaml")).toBe(configMapText("a", "2"));
    expect(world.forge.labels).toEqual(["drift"]);
    await pass(world);
    expect(world.stack.status.pullRequest).toMatchObject({ number: 1, offered: 1 });
  });

  test("a storm makes one pull request, made anew at most once per reports.every", async () => {
    const world = await openOffering();
    for (let live = 2; live < 50; live += 1) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await look(world, offered("x", { live: String(live) }));
    }
    expect(world.forge.changes).toHaveLength(2);
    await world.clock.pass(EVERY_MS);
    await settleOffer(world.stack);
    expect(world.forge.changes.slice(2)).toEqual([
      "push a.yaml",
      "update 1: Adopt 1 change made in demo into stack shop",
    ]);
    expect(world.forge.offer?.files.get("a.yaml")).toBe(configMapText("a", "49"));
  });

  test("nothing left to offer: closed with a note, and a new one when there is something new", async () => {
    const world = await openOffering();
    await look(world, offered("x"));
    await look(world);
    await world.clock.pass(EVERY_MS);
    await settleOffer(world.stack);
    expect(world.forge.changes.slice(2)).toEqual(["close 1", "comment 1"]);
    expect(world.stack.offerDesk.pullRequest).toBeUndefined();
    await world.clock.pass(EVERY_MS);
    await look(world, offered("x"));
    expect(world.forge.changes.slice(4)).toEqual(
      ["push a.yaml", "create 2: Adopt 1 change made in demo into stack shop"].slice(1),
    );
  });

  test("closed by a person: the same drift does not open it again, another value does", async () => {
    const world = await openOffering();
    await look(world, offered("x"));
    world.forge.change(1, { state: "closed" });
    await world.clock.pass(EVERY_MS);
    await settleOffer(world.stack);
    await look(world, offered("x"));
    await world.clock.pass(3 * EVERY_MS);
    expect(world.forge.pulls).toHaveLength(1);
    await look(world, offered("x", { live: "3" }));
    await world.clock.pass(EVERY_MS);
    await settleOffer(world.stack);
    expect(world.forge.pulls).toHaveLength(2);
  });

  test("closed by a person, and the agent is started anew: it is still declined", async () => {
    const world = await openOffering();
    offerDrift(world.stack, { found: [found(offered("x"), "reverted")], judged: new Set() });
    await settleOffer(world.stack);
    world.forge.change(1, { state: "closed" });
    await world.clock.pass(EVERY_MS);
    await settleOffer(world.stack);
    await world.clock.pass(2_000);
    await pass(world);
    const text = world.stack.parent?.content.offers ?? "";
    expect(readOffers(text).book).toMatchObject([{ isDeclined: true, pullRequest: 1 }]);
    const again = openFakeStack({ config: OFFERING, like: world });
    await pass(again);
    expect(again.stack.offerDesk.book).toMatchObject([{ isDeclined: true }]);
  });

  test("merged: Git has it, nothing is offered and nothing is closed", async () => {
    const world = await openOffering();
    await look(world, offered("x"));
    world.source.commit({ "a.yaml": configMapText("a", "2") });
    world.forge.change(1, { state: "merged" });
    await pass(world);
    await look(world);
    await world.clock.pass(EVERY_MS);
    await settleOffer(world.stack);
    expect(world.forge.changes).toHaveLength(2);
    expect(world.stack.offerDesk.book).toEqual([]);
  });

  test("a commit sets the path to something else: the offer is over", async () => {
    const world = await openOffering();
    await look(world, offered("x"));
    world.source.commit({ "a.yaml": configMapText("a", "7") });
    await pass(world);
    await world.clock.pass(EVERY_MS);
    await settleOffer(world.stack);
    expect(world.forge.changes.slice(2)).toEqual(["close 1", "comment 1"]);
  });

  test("the branch moved on: the edit is made anew on it", async () => {
    const world = await openOffering();
    await look(world, offered("x"));
    const tip = world.source.commit({ "a.yaml": configMapText("a", "1"), "b.txt": "new" });
    await pass(world);
    await look(world, offered("x"));
    await world.clock.pass(EVERY_MS);
    await settleOffer(world.stack);
    expect(world.forge.offer?.base).toBe(tip);
    expect(world.forge.changes.slice(2)).toEqual(["push a.yaml"]);
  });

  test("the branch moves while the edit is made: nothing of an edit of the older commit is on the newer one", async () => {
    const world = await openOffering();
    world.forge.onRequest = async (name) => {
      if (name !== "tip") return;
      world.forge.onRequest = () => undefined;
      world.source.commit({ "a.yaml": configMapText("a", "2") });
      await refreshTip(world.stack);
    };
    await look(world, offered("x"));
    expect(world.forge.changes).toEqual([]);
    await pass(world);
    await world.clock.pass(2_000);
    await settleOffer(world.stack);
    expect([world.forge.pulls, world.stack.refusals.size]).toEqual([[], 0]);
  });

  test.each(["WIP: ", "[WIP] ", "Draft: "])(
    "made a draft by %j before its title: it stays one",
    async (mark) => {
      const world = await openOffering();
      await look(world, offered("x"));
      world.forge.change(1, { title: `${mark}${world.forge.pulls[0]?.title ?? ""}` });
      await world.clock.pass(EVERY_MS);
      await look(world, offered("x"), offered("y", { path: "/data/y", class: "added", live: "5" }));
      await world.clock.pass(EVERY_MS);
      await settleOffer(world.stack);
      expect(world.forge.pulls.map(({ title }) => title)).toEqual([
        `${mark}Adopt 2 changes made in demo into stack shop`,
      ]);
    },
  );

  test("a word from the forge: it is asked at the next pass, not at the next poll", async () => {
    const world = await openOffering();
    await look(world, offered("x"));
    world.forge.change(1, { state: "closed" });
    askForge(world.stack);
    await look(world, offered("x"));
    expect(world.stack.offerDesk.book).toMatchObject([{ isDeclined: true }]);
  });

  test("a tip that is refused, and is then taken back: what came meanwhile is offered", async () => {
    const world = await openOffering();
    const good = world.source.tip;
    world.source.commit({ "a.yaml": "kind: [" });
    await pass(world);
    await look(world, offered("x"));
    expect(world.forge.pulls).toHaveLength(0);
    world.source.tip = good;
    await refreshTip(world.stack);
    await look(world, offered("x"));
    expect(world.forge.pulls).toHaveLength(1);
  });

  test("what came while a delivery was under way is offered after it", async () => {
    const world = await openOffering();
    world.forge.onRequest = (name) => {
      if (name !== "create") return;
      world.forge.onRequest = () => undefined;
      offerDrift(world.stack, {
        found: [found(offered("x", { live: "3" }), "observed")],
        judged: new Set<string>([objectKey(offered("x").id)]),
      });
    };
    await look(world, offered("x"));
    await world.clock.pass(EVERY_MS);
    await settleOffer(world.stack);
    expect(world.forge.offer?.files.get("a.yaml")).toBe(configMapText("a", "3"));
    expect(world.forge.pulls).toHaveLength(1);
  });

  test("nothing to offer: the forge is asked once", async () => {
    const world = await openOffering();
    const { reads } = world.forge;
    for (let time = 0; time < 5; time += 1) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await look(world);
      // oxlint-disable-next-line no-await-in-loop -- see above
      await world.clock.pass(EVERY_MS);
    }
    expect(world.forge.reads).toBe(reads);
  });
});
