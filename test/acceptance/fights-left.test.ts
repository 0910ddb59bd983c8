import { expect, test } from "vitest";
import { numberAt, textAt } from "../../src/core/object/json.ts";
import type { StackStatus } from "../../src/core/report/status-document.ts";
import { explainFight } from "../../src/core/wording/explain-fight.ts";
import { eventually } from "../support/eventually.ts";
import {
  contestOf,
  type FightScene,
  look,
  MINUTE_MS,
  openFight,
  take,
} from "../support/fight-scene.ts";
import { passUntil } from "../support/follow-stack.ts";
import type { Target } from "../support/kube-client.ts";
import { idIn, settings, targetIn } from "../support/kube-manifests.ts";
import { label } from "../support/person-words.ts";
import { admin, describeReal } from "../support/real-cluster.ts";
import { openTestStack } from "../support/test-stack.ts";

const COLOURS = settings("colours", { sky: "blue" });
const FILE = "0/configmap-colours.yaml";
const FIVE = "painter took data.sky 5 times";

interface Contested extends FightScene {
  readonly target: Target;
  readonly id: string;
}

async function paint(scene: FightScene, target: Target, rounds: number): Promise<StackStatus> {
  for (let round = 1; round < rounds; round += 1) {
    // oxlint-disable-next-line no-await-in-loop -- one round after the other
    await take(scene, target, { as: "painter", patch: { data: { sky: `grey-${round}` } } });
  }
  const last = { as: "painter", patch: { data: { sky: "grey" } } };
  return (await take(scene, target, last)).status;
}

/** Five reverts, and the field is taken once more. */
async function openContested(): Promise<Contested> {
  const scene = await openFight([COLOURS]);
  const target = targetIn(scene.stack.namespace, COLOURS);
  const id = idIn(scene.stack.namespace, COLOURS);
  expect(contestOf(await paint(scene, target, 6), id)).toBe(`${FIVE}: reverts go on, more slowly`);
  return { ...scene, target, id };
}

/** Another process, as after a change of the config. */
async function reopen(
  { stack, clock, ...rest }: Contested,
  config: readonly string[],
): Promise<Contested> {
  const { agentNamespace: namespace, name } = stack;
  const parent = { apiVersion: "v1", kind: "ConfigMap", namespace, name: `lockstep-${name}` };
  clock.move(1_000);
  await eventually("the parent tells of the fight", async () => {
    await stack.pass();
    return textAt(await admin().get(parent), "data", "status.json")?.includes('"contested":true');
  });
  await stack.stop();
  return { ...rest, clock, stack: await openTestStack({ like: stack, clock, config }) };
}

/** What is told of the fight, and whether the object still says that it is contested. */
function told(status: StackStatus, id: string): readonly string[] {
  return [...status.fights.map(explainFight), contestOf(status, id) ?? "calm"];
}

describeReal("Fights that nobody answers any more", () => {
  test.each([
    [
      "a rule that ignores the path since",
      'ignore: [{ path: "/data/sky" }]',
      "ignored by a rule (ignore /data/sky)",
    ],
    ["mode observe", "mode: observe", "mode observe"],
    ["mode off", "mode: off", "mode off"],
  ])("W1: %s is told in place of a contest, and the history stays", async (_, config, why) => {
    const after = await reopen(await openContested(), [config]);
    const status = await passUntil(
      after.stack,
      "it has looked",
      ({ objects }) => objects.length === 1,
    );
    expect(told(status, after.id)).toEqual([`${FIVE}: no longer reverted: ${why}`, "calm"]);
    expect(status.fights).toMatchObject([{ count: 5, contested: false, state: "left" }]);
    expect(status.fights[0]).not.toHaveProperty("nextRevertAt");
    expect(status.drift.filter(({ action }) => action === "contested")).toEqual([]);
  });

  test("W1: a skip, and what comes after it", async () => {
    const scene = await openContested();
    const { target, id, clock } = scene;
    await label(target, "lockstep.dev/skip-reconciliation=true");
    const { status } = await look(scene, target);
    expect(told(status, id)).toEqual([
      expect.stringMatching(`^${FIVE}: no longer reverted: nothing of it is written \\(label `),
      "calm",
    ]);
    await label(target, "lockstep.dev/skip-reconciliation-");
    clock.move(MINUTE_MS);
    const after = await look(scene, target);
    expect(after.writes).toEqual(["patch configmaps/colours 200"]);
    expect(after.status.fights.map(explainFight)).toEqual([
      "painter took data.sky 6 times: reverts go on, more slowly",
    ]);
  });

  test("W1: what Git drops and nobody deletes keeps its history, also over a restart", async () => {
    const scene = await openContested();
    await admin().patch(scene.target, {
      merge: { metadata: { annotations: { "lockstep.dev/prune": "disabled" } } },
    });
    await scene.stack.commit({ [FILE]: null, "other.yaml": OTHER });
    const dropped = `${FIVE}: no longer reverted: Git no longer has it`;
    const status = await passUntil(
      scene.stack,
      "it is an orphan",
      ({ orphans }) => orphans.length === 1,
    );
    expect(status.fights.map(explainFight)).toEqual([dropped]);
    const { clock } = scene;
    clock.move(1_000);
    await scene.stack.pass();
    await scene.stack.stop();
    const stack = await openTestStack({ like: scene.stack, clock });
    const later = await passUntil(stack, "it is an orphan", ({ orphans }) => orphans.length === 1);
    expect(later.fights.map(explainFight)).toEqual([dropped]);

    await admin().delete(scene.target);
    const gone = await passUntil(stack, "it is gone", ({ orphans }) => orphans.length === 0);
    expect(gone.fights).toEqual([]);
  });

  test("W1: two edits within the budget are listed, and nobody says that they were contested", async () => {
    const scene = await openFight([COLOURS]);
    const status = await paint(scene, targetIn(scene.stack.namespace, COLOURS), 2);
    expect(told(status, idIn(scene.stack.namespace, COLOURS))).toEqual([
      "painter took data.sky 2 times: reverted each time, within the budget",
      "calm",
    ]);
  });

  test("W4: the one series of Events of a fight goes on over a restart", async () => {
    const before = await openContested();
    const { clock, target } = before;
    clock.move(MINUTE_MS);
    await look(before, target);
    expect(await contestsOf(before)).toEqual([
      "2 painter took data.sky 6 times: reverts go on, more slowly",
    ]);
    const after = await reopen(before, []);
    await passUntil(after.stack, "it has looked", ({ objects }) => objects.length === 1);
    await take(after, target, { as: "painter", patch: { data: { sky: "black" } } });
    clock.move(2 * MINUTE_MS);
    await look(after, target);
    expect(await contestsOf(after)).toEqual([
      "3 painter took data.sky 7 times: reverts go on, more slowly",
    ]);
  });
});

const OTHER = "{apiVersion: v1, kind: ConfigMap, metadata: {name: other}, data: {x: y}}";

/** `count message` of each series. */
async function contestsOf({ stack: { namespace } }: FightScene): Promise<readonly string[]> {
  const events = await admin().list({ apiVersion: "v1", kind: "Event", namespace });
  return events
    .filter((each) => textAt(each, "reason") === "Contested")
    .map((each) => `${numberAt(each, "count")} ${textAt(each, "message")}`);
}
