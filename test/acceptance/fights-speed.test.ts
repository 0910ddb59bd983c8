import { setTimeout as delay } from "node:timers/promises";
import { expect, test } from "vitest";
import { textAt } from "../../src/core/object/json.ts";
import { auditMark, auditSince } from "../support/audit-log.ts";
import { contestOf, look, MINUTE_MS, openFight, take } from "../support/fight-scene.ts";
import { writesSince } from "../support/follow-stack.ts";
import { idIn, manifestFiles, settings, targetIn } from "../support/kube-manifests.ts";
import { admin, describeReal } from "../support/real-cluster.ts";
import { openTestStack } from "../support/test-stack.ts";

const COLOURS = settings("colours", { sky: "blue" });
const ANSWERS_MS = 20;

describeReal("Fights at any speed", () => {
  test.each([
    { seconds: 15, reverts: [0, 15, 30, 45, 60, 120, 240, 540, 840] },
    { seconds: 60, reverts: [0, 60, 120, 180, 240, 300, 420, 720] },
  ])(
    "B8: somebody who rewrites every $seconds s is named, and reverted at the stated times",
    async ({ seconds, reverts }) => {
      const scene = await openFight([COLOURS]);
      const { stack, clock } = scene;
      const target = targetIn(stack.namespace, COLOURS);
      const id = idIn(stack.namespace, COLOURS);
      const startMs = clock.now();
      const written: number[] = [];
      let warned = 0;
      for (let at = 0; at < 15 * 60; at += 15) {
        clock.move(startMs + at * 1_000 - clock.now());
        const patch = { data: { sky: `green-${at}` } };
        const round =
          at % seconds === 0
            ? // oxlint-disable-next-line no-await-in-loop -- one step of time after the other
              await take(scene, target, { as: "rival", patch })
            : // oxlint-disable-next-line no-await-in-loop -- as above
              await look(scene, target);
        if (round.writes.length > 0) written.push(at);
        if (contestOf(round.status, id) !== undefined) warned += 1;
        // The warning begins with the first look after the budget was spent, and never blinks.
        const isSpent = at > (reverts[4] ?? 0);
        expect([at, contestOf(round.status, id) !== undefined]).toEqual([at, isSpent]);
      }
      // A slow revert that falls due between two steps of this test is a step late, and so are those after it.
      for (const [index, at] of written.entries()) {
        const lateBy = at - (reverts[index] ?? 0);
        expect(lateBy).toBeGreaterThanOrEqual(0);
        expect(lateBy).toBeLessThanOrEqual(15 * Math.max(0, index - 4));
      }
      expect(written.length).toBeGreaterThanOrEqual(reverts.length - 1);
      expect(warned).toBeGreaterThan(0);
      expect(stack.stack.status.fights).toMatchObject([
        { id, path: "/data/sky", managers: ["rival"], count: written.length, contested: true },
      ]);
    },
  );

  test("B8: against somebody who rewrites on every write the running agent keeps its budget, is never silent, and writes its parent once a second at most", async () => {
    const stack = await openTestStack({ config: ["fights: { budget: 3, window: 10s }"] });
    await stack.commit(manifestFiles(COLOURS));
    stack.start();
    await stack.until("it is in sync", ({ inSync }) => inSync);
    const target = targetIn(stack.namespace, COLOURS);
    const mark = await auditMark();
    const startMs = Date.now();
    let answers = 0;
    async function countReverts(): Promise<number> {
      return (await writesSince(stack, mark)).filter(({ code }) => code < 300).length;
    }
    // oxlint-disable-next-line no-await-in-loop -- the opponent looks, answers and looks again
    while ((await countReverts()) < 6) {
      // oxlint-disable-next-line no-await-in-loop -- as above
      const sky = textAt(await admin().get(target), "data", "sky");
      if (sky === "blue") {
        answers += 1;
        const patch = { data: { sky: `green-${answers}` } };
        // oxlint-disable-next-line no-await-in-loop -- as above
        await admin().patch(target, { merge: patch }, { as: "rival" });
      }
      // oxlint-disable-next-line no-await-in-loop -- how fast the opponent is
      await delay(ANSWERS_MS);
      expect(Date.now() - startMs).toBeLessThan(40_000);
    }
    const reverts = (await writesSince(stack, mark)).filter(({ code }) => code < 300);
    const times = reverts.map(({ at }) => Date.parse(at));
    const gaps = times.slice(1).map((at, index) => at - (times[index] ?? 0));
    // A tenth, a fifth, then half of the window.
    for (const [index, leastMs] of [
      [2, 950],
      [3, 1_950],
      [4, 4_950],
    ] as const) {
      expect(gaps[index]).toBeGreaterThanOrEqual(leastMs);
    }
    const status = await stack.until("it is told", ({ fights }) => fights[0]?.contested);
    expect(status.fights).toMatchObject([{ path: "/data/sky", managers: ["rival"] }]);
    const seconds = (Date.now() - startMs) / 1_000;
    const parents = await auditSince(mark, {
      user: stack.user.name,
      namespace: stack.agentNamespace,
      resource: "configmaps",
      isWrite: true,
    });
    expect(parents.length).toBeLessThanOrEqual(seconds + 2);
    // Left alone, it is as Git says, and the warning ends by itself.
    await stack.until(
      "it is over",
      ({ inSync, fights }) => inSync && fights[0]?.contested === false,
    );
    expect(textAt(await admin().get(target), "data", "sky")).toBe("blue");
  });

  test("B8: many writers of a status, and of nothing, are no fight", async () => {
    const scene = await openFight([COLOURS]);
    const target = targetIn(scene.stack.namespace, COLOURS);
    for (let round = 0; round < 30; round += 1) {
      const patch = { data: { sky: "blue" } };
      // oxlint-disable-next-line no-await-in-loop -- one write after the other
      const { writes, status } = await take(scene, target, { as: `peer-${round % 3}`, patch });
      expect(writes).toEqual([]);
      expect(status.fights).toEqual([]);
    }
    expect(scene.clock.now()).toBeGreaterThan(MINUTE_MS);
  });
});
