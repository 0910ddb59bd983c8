import { expect, test } from "vitest";
import { type JsonObject, listAt, numberAt, textAt } from "../../src/core/object/json.ts";
import {
  briefFights,
  contestOf,
  type FightScene,
  look,
  MINUTE_MS,
  openFight,
  type Round,
  take,
} from "../support/fight-scene.ts";
import { passes, passUntil } from "../support/follow-stack.ts";
import type { Target } from "../support/kube-client.ts";
import { idIn, settings, targetIn } from "../support/kube-manifests.ts";
import { person } from "../support/person.ts";
import { readLedger } from "../support/read-ledger.ts";
import { admin, describeReal } from "../support/real-cluster.ts";

const COLOURS = settings("colours", { sky: "blue" });
const ONE_WRITE = ["patch configmaps/colours 200"];

interface Sky extends FightScene {
  readonly target: Target;
  readonly id: string;
}

async function openSky(config: readonly string[] = []): Promise<Sky> {
  const scene = await openFight([COLOURS], { config });
  const { namespace } = scene.stack;
  return { ...scene, target: targetIn(namespace, COLOURS), id: idIn(namespace, COLOURS) };
}

/** Somebody paints the sky in a new colour. */
async function paint(sky: Sky, colour: string, as = "painter"): Promise<Round> {
  return take(sky, sky.target, { as, patch: { data: { sky: colour } } });
}

/** Paints until the budget of five is spent. */
async function spend(sky: Sky): Promise<void> {
  for (let round = 1; round <= 5; round += 1) {
    // oxlint-disable-next-line no-await-in-loop -- one round after the other
    const { status, writes } = await paint(sky, `green-${round}`);
    expect(writes).toEqual(ONE_WRITE);
    expect(status.drift[0]).toMatchObject({ path: "/data/sky", action: "reverted" });
  }
}

/** Takes the field while it is contested: it is left for so many minutes, then taken back. */
async function playSlowRound(
  sky: Sky,
  { colour, minutes }: { readonly colour: string; readonly minutes: number },
): Promise<void> {
  const { clock, id } = sky;
  const held = await paint(sky, colour);
  expect(held.writes).toEqual([]);
  expect(held.status.inSync).toBe(false);
  expect(held.status.drift[0]).toMatchObject({ path: "/data/sky", action: "contested" });
  const dueMs = Date.parse(held.status.drift[0]?.nextRevertAt ?? "");
  expect(Math.ceil((dueMs - clock.now()) / MINUTE_MS)).toBe(minutes);
  expect(contestOf(held.status, id)).toMatch(/^painter took data\.sky \d times/);
  expect(await skyOf(sky)).toBe(colour);

  clock.move(dueMs - clock.now() - 5_000);
  const early = await look(sky, sky.target);
  expect([early.writes, contestOf(early.status, id)]).toEqual([[], expect.any(String)]);
  clock.move(5_000);
  const due = await look(sky, sky.target);
  expect(due.writes).toEqual(ONE_WRITE);
  expect(await skyOf(sky)).toBe("blue");
  const after = await look(sky, sky.target);
  expect([after.writes, after.status.inSync]).toEqual([[], true]);
  expect(contestOf(after.status, id)).toBeDefined();
  expect(after.status.drift[0]).toMatchObject({ action: "contested" });
}

async function skyOf({ target }: Sky): Promise<string | undefined> {
  return textAt(await admin().get(target), "data", "sky");
}

/** Events of the object with that reason, as the server keeps them: `count message`. */
async function eventsOf({ stack }: Sky, reason: string): Promise<readonly string[]> {
  const { namespace } = stack;
  const all = await admin().list({ apiVersion: "v1", kind: "Event", namespace });
  return all
    .filter((each) => textAt(each, "reason") === reason)
    .map((each) => `${numberAt(each, "count")} ${textAt(each, "message")}`);
}

describeReal("Fights", () => {
  test("W1: somebody takes a field after each revert: five reverts at once, then after 1, 2 and every 5 minutes; the warning stays until it was quiet", async () => {
    const sky = await openSky();
    const { clock, id, stack } = sky;
    await spend(sky);
    for (const [index, minutes] of [1, 2, 5, 5].entries()) {
      // oxlint-disable-next-line no-await-in-loop -- one round after the other
      await playSlowRound(sky, { colour: `grey-${index}`, minutes });
    }
    expect(briefFights(stack.stack.status.fights)).toEqual(["/data/sky by painter: 9, contested"]);
    expect(await eventsOf(sky, "Contested")).toEqual([
      "5 painter took data.sky 9 times: reverts go on, more slowly",
    ]);

    clock.move(10 * MINUTE_MS);
    const over = await look(sky, sky.target);
    expect([contestOf(over.status, id), over.status.inSync]).toEqual([undefined, true]);
    expect(briefFights(over.status.fights)).toEqual(["/data/sky by painter: 9"]);
    expect((await paint(sky, "red")).writes).toEqual(ONE_WRITE);

    for (const _ of ["the news", "its end"]) {
      // oxlint-disable-next-line no-await-in-loop -- what there is to say is said first
      await readLedger(stack);
      clock.move(5 * MINUTE_MS);
      // oxlint-disable-next-line no-await-in-loop -- as above
      await passes(stack, 2);
    }
    const { report, markdown } = await readLedger(stack);
    expect(listAt(report, "fights")).toMatchObject([
      { id, path: "/data/sky", managers: ["painter"], count: 10, contested: false },
    ]);
    expect(markdown).toMatch(
      /`painter` took `data\.sky` 10 times .*; contested earlier, since then reverted within the budget/,
    );
  });

  test("W1: new names and new paths do not get around it; each manager is named", async () => {
    const sky = await openSky(["fights: { budget: 2 }"]);
    const { clock, id } = sky;
    const written: number[] = [];
    for (let round = 0; round < 12; round += 1) {
      const patch = { data: { [`cloud-${round}`]: "white" } };
      // oxlint-disable-next-line no-await-in-loop -- one round after the other
      const { writes } = await take(sky, sky.target, { as: `painter-${round}`, patch });
      written.push(writes.length);
    }
    // The object's bucket holds four times as much as a path's. An addition is a transfer and an apply.
    expect(written).toEqual([2, 2, 2, 2, 2, 2, 2, 2, 0, 0, 0, 0]);
    const held = await look(sky, sky.target);
    expect(contestOf(held.status, id)).toMatch(/painter-0 and .*painter-11 took the whole object/);
    expect(held.status.drift.filter(({ action }) => action === "contested")).toHaveLength(4);

    clock.move(MINUTE_MS);
    expect((await look(sky, sky.target)).writes).toHaveLength(2);
    const { data } = await admin().get(sky.target);
    expect(data).toEqual({ sky: "blue" });
  });

  test("W1: with onBudget: stop reverts end, and begin again once the path was left alone for the window", async () => {
    const sky = await openSky(["fights: { onBudget: stop }"]);
    const { clock, id, stack } = sky;
    await spend(sky);
    for (const minutes of [0, 5, 60]) {
      clock.move(minutes * MINUTE_MS);
      // oxlint-disable-next-line no-await-in-loop -- one round after the other
      const { writes, status } = await paint(sky, `grey-${minutes}`);
      expect(writes).toEqual([]);
      expect(contestOf(status, id)).toContain("its reverts are stopped");
      expect(status.drift[0]).toMatchObject({ action: "contested" });
      expect(status.drift[0]).not.toHaveProperty("nextRevertAt");
    }
    expect(briefFights(stack.stack.status.fights)).toEqual([
      "/data/sky by painter: 5, contested, stopped",
    ]);
    await paint(sky, "blue", "peacemaker");
    clock.move(10 * MINUTE_MS);
    expect(contestOf((await look(sky, sky.target)).status, id)).toBeUndefined();
    expect((await paint(sky, "red")).writes).toEqual(ONE_WRITE);
  });

  test("W1: with onBudget: stop an image, and a Role, are still taken back", async () => {
    const role: JsonObject = {
      apiVersion: "rbac.authorization.k8s.io/v1",
      kind: "Role",
      metadata: { name: "reader" },
      rules: [{ apiGroups: [""], resources: ["configmaps"], verbs: ["get"] }],
    };
    const pod = {
      restartPolicy: "Never",
      containers: [{ name: "web", image: "web:1.0.0" }],
    };
    const nightly: JsonObject = {
      apiVersion: "batch/v1",
      kind: "CronJob",
      metadata: { name: "nightly" },
      spec: {
        schedule: "0 3 * * *",
        suspend: true,
        jobTemplate: { spec: { template: { spec: pod } } },
      },
    };
    const scene = await openFight([role, nightly], {
      config: ["fights: { budget: 2, onBudget: stop }"],
    });
    const { namespace } = scene.stack;
    const rival = {
      Role: { rules: [{ apiGroups: ["*"], resources: ["*"], verbs: ["*"] }] },
      CronJob: {
        spec: {
          jobTemplate: {
            spec: { template: { spec: { containers: [{ name: "web", image: "miner:6.6.6" }] } } },
          },
        },
      },
    };
    for (const [manifest, patch] of [
      [role, rival.Role],
      [nightly, rival.CronJob],
    ] as const) {
      const target = targetIn(namespace, manifest);
      const counts: number[] = [];
      for (let round = 0; round < 3; round += 1) {
        // oxlint-disable-next-line no-await-in-loop -- one round after the other
        const { writes } = await take(scene, target, { as: "rival", patch });
        counts.push(writes.length);
      }
      expect(counts.map((each) => each > 0)).toEqual([true, true, false]);
      scene.clock.move(MINUTE_MS);
      // oxlint-disable-next-line no-await-in-loop -- as above
      expect((await look(scene, target)).writes.length).toBeGreaterThan(0);
    }
  });

  test("W1: another field of the object is taken back at once, and that counts for the contested one; so does a change of Git", async () => {
    const sky = await openSky();
    const { stack, target, clock } = sky;
    await spend(sky);
    expect((await paint(sky, "grey")).writes).toEqual([]);
    await person(["label", "configmap", "colours", "team=red", `--namespace=${stack.namespace}`]);
    const { writes, status } = await look(sky, target);
    expect(writes).toHaveLength(2);
    expect(await skyOf(sky)).toBe("blue");
    expect(briefFights(status.fights)).toEqual(["/data/sky by painter: 6, contested"]);

    const held = await paint(sky, "grey");
    const dueMs = Date.parse(held.status.drift[0]?.nextRevertAt ?? "");
    expect(Math.round((dueMs - clock.now()) / MINUTE_MS)).toBe(2);
    await stack.commit({
      "0/configmap-colours.yaml":
        "{apiVersion: v1, kind: ConfigMap, metadata: {name: colours}, data: {sky: blue, sea: deep}}",
    });
    expect((await look(sky, target)).writes).toEqual(ONE_WRITE);
    expect(await skyOf(sky)).toBe("blue");
    expect(briefFights(stack.stack.status.fights)).toEqual(["/data/sky by painter: 7, contested"]);
  });

  test("W1: somebody deletes the object again and again: it comes back, more slowly", async () => {
    const sky = await openSky(["fights: { budget: 2 }"]);
    const { stack, clock, id } = sky;
    for (let round = 0; round < 2; round += 1) {
      // oxlint-disable-next-line no-await-in-loop -- one round after the other
      await admin().delete(sky.target);
      // oxlint-disable-next-line no-await-in-loop -- as above
      await passUntil(stack, "it is made again", ({ fights, drift }) =>
        round === 0 ? drift.length > 0 : fights.length > 0,
      );
    }
    expect(await skyOf(sky)).toBe("blue");
    await admin().delete(sky.target);
    const held = await passUntil(
      stack,
      "it is missed",
      ({ drift }) => drift[0]?.action === "contested",
    );
    expect(held.drift[0]).toMatchObject({ id, class: "missing", action: "contested" });
    expect(briefFights(held.fights)).toEqual([" by : 2, contested"]);
    await passes(stack, 3);
    expect(await admin().find(sky.target)).toBeUndefined();
    clock.move(MINUTE_MS);
    await stack.pass();
    expect(await skyOf(sky)).toBe("blue");
  });
});
