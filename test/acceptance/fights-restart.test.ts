import { expect, test } from "vitest";
import { textAt } from "../../src/core/object/json.ts";
import { auditMark, auditSince } from "../support/audit-log.ts";
import { eventually } from "../support/eventually.ts";
import {
  briefFights,
  contestOf,
  type FightScene,
  look,
  MINUTE_MS,
  objectWrites,
  openFight,
  take,
} from "../support/fight-scene.ts";
import { passes, passUntil } from "../support/follow-stack.ts";
import type { Target } from "../support/kube-client.ts";
import { idIn, settings, targetIn } from "../support/kube-manifests.ts";
import { admin, describeReal } from "../support/real-cluster.ts";
import { openTestStack } from "../support/test-stack.ts";

const COLOURS = settings("colours", { sky: "blue" });
const CALM = settings("calm", { sea: "green" });

async function paint(scene: FightScene, target: Target, colour: string): ReturnType<typeof take> {
  return take(scene, target, { as: "painter", patch: { data: { sky: colour } } });
}

/** The parent tells what the agent knows: it is written once a second at most. */
async function untilTold({ stack, clock }: FightScene): Promise<void> {
  const { agentNamespace: namespace, name } = stack;
  const parent = { apiVersion: "v1", kind: "ConfigMap", namespace, name: `lockstep-${name}` };
  clock.move(1_000);
  await eventually("the parent tells of the fight", async () => {
    await stack.pass();
    const told = textAt(await admin().get(parent), "data", "status.json") ?? "";
    return told.includes('"contested":true');
  });
}

/** Another process, with the clock of the one before. */
async function restart(scene: FightScene): Promise<FightScene> {
  await scene.stack.stop();
  return {
    clock: scene.clock,
    stack: await openTestStack({ like: scene.stack, clock: scene.clock }),
  };
}

describeReal("Fights and restarts", () => {
  test("W4: a restart in the middle of a fight writes nothing, and count, names and pace go on", async () => {
    const before = await openFight([COLOURS, CALM]);
    const target = targetIn(before.stack.namespace, COLOURS);
    const id = idIn(before.stack.namespace, COLOURS);
    for (let round = 1; round <= 6; round += 1) {
      // oxlint-disable-next-line no-await-in-loop -- one round after the other
      await paint(before, target, `grey-${round}`);
    }
    await untilTold(before);

    const mark = await auditMark();
    const after = await restart(before);
    await passUntil(after.stack, "it has looked", ({ objects }) => objects.length === 2);
    await passes(after.stack, 5);
    expect(await objectWrites(after.stack, mark)).toEqual([]);
    expect(briefFights(after.stack.stack.status.fights)).toEqual([
      "/data/sky by painter: 5, contested",
    ]);
    expect(contestOf(after.stack.stack.status, id)).toMatch(/^painter took data\.sky 5 times/);

    after.clock.move(MINUTE_MS);
    expect((await look(after, target)).writes).toEqual(["patch configmaps/colours 200"]);
    expect((await paint(after, target, "grey-7")).writes).toEqual([]);
    after.clock.move(MINUTE_MS);
    expect((await look(after, target)).writes).toEqual([]);
    after.clock.move(MINUTE_MS);
    expect((await look(after, target)).writes).toEqual(["patch configmaps/colours 200"]);
    expect(briefFights(after.stack.stack.status.fights)).toEqual([
      "/data/sky by painter: 7, contested",
    ]);
  });

  test("W4: a restart after the fight, in a quiet cluster, writes nothing, and the history is there", async () => {
    const before = await openFight([COLOURS, CALM]);
    const target = targetIn(before.stack.namespace, COLOURS);
    for (let round = 1; round <= 5; round += 1) {
      // oxlint-disable-next-line no-await-in-loop -- one round after the other
      await paint(before, target, `grey-${round}`);
    }
    await untilTold(before);
    before.clock.move(20 * MINUTE_MS);
    await passes(before.stack, 2);

    const after = await restart(before);
    const mark = await auditMark();
    await passUntil(after.stack, "it is in sync", ({ inSync }) => inSync);
    await passes(after.stack, 20);
    expect(await objectWrites(after.stack, mark)).toEqual([]);
    expect(briefFights(after.stack.stack.status.fights)).toEqual(["/data/sky by painter: 5"]);
    expect(after.stack.stack.status.objects.map(({ conditions }) => conditions)).toEqual([[], []]);

    // What the first looks told last is told when a second has passed.
    after.clock.move(1_000);
    await passes(after.stack, 2);
    const quiet = await auditMark();
    after.clock.move(MINUTE_MS);
    await passes(after.stack, 5);
    const asked = await auditSince(quiet, { user: after.stack.user.name });
    expect(asked.filter(({ verb }) => verb !== "watch")).toEqual([]);
  });

  test("W4: a process that only watched while another one fought goes on with its counts", async () => {
    const holder = await openFight([COLOURS]);
    const target = targetIn(holder.stack.namespace, COLOURS);
    const watcher: FightScene = {
      clock: holder.clock,
      stack: await openTestStack({ like: holder.stack, clock: holder.clock }),
    };
    watcher.stack.stack.isHolder = false;
    await passUntil(watcher.stack, "it watches", ({ objects }) => objects.length === 1);
    for (let round = 1; round <= 6; round += 1) {
      // oxlint-disable-next-line no-await-in-loop -- one round after the other
      await paint(holder, target, `grey-${round}`);
    }
    await untilTold(holder);
    watcher.stack.stack.isHolder = true;
    watcher.stack.stack.parent = undefined;
    const { status, writes } = await look(watcher, target);
    expect(writes).toEqual([]);
    expect(briefFights(status.fights)).toEqual(["/data/sky by painter: 5, contested"]);
  });
});
