import { expect, test } from "vitest";
import { type JsonObject, textAt } from "../../src/core/object/json.ts";
import { auditMark } from "../support/audit-log.ts";
import {
  contestOf,
  type FightScene,
  objectWrites,
  openFight,
  take,
} from "../support/fight-scene.ts";
import { passes, passUntil } from "../support/follow-stack.ts";
import { deployment, idIn, settings, targetIn } from "../support/kube-manifests.ts";
import { installWebhook } from "../support/mutating-webhook.ts";
import { admin, describeReal } from "../support/real-cluster.ts";
import { openTestStack } from "../support/test-stack.ts";

/** Somebody who may write annotations, and whose writes are what a webhook answers. */
const TUNER = "tuner";
const TUNED = [
  `ownership: { allow: [{ manager: ${TUNER}, paths: ['/metadata/annotations'] }] }`,
  "fights: { budget: 2 }",
];
const WRITES = 12;

const REWRITES: readonly {
  readonly what: string;
  readonly data: JsonObject;
  /** What the webhook makes of it. */
  readonly stored: JsonObject;
}[] = [
  {
    what: "rewrites a value of ours in the same request",
    data: { mode: "fast" },
    stored: { mode: "slow" },
  },
  {
    what: "normalises 60s to 1m on every write",
    data: { interval: "60s" },
    stored: { interval: "1m" },
  },
];

/** Writes annotations of the object, each seen by a pass: nothing of it is a fight, and nothing is written. */
async function tune(scene: FightScene, manifest: JsonObject): Promise<void> {
  const { namespace } = scene.stack;
  const id = idIn(namespace, manifest);
  for (let round = 0; round < WRITES; round += 1) {
    const patch = { metadata: { annotations: { tuned: String(round) } } };
    // oxlint-disable-next-line no-await-in-loop -- one write after the other
    const { status, writes } = await take(scene, targetIn(namespace, manifest), {
      as: TUNER,
      patch,
    });
    expect(writes).toEqual([]);
    expect([status.fights, status.drift]).toEqual([[], []]);
    expect(contestOf(status, id)).toBeUndefined();
  }
  await passUntil(scene.stack, "it is in sync", ({ inSync }) => inSync);
}

describeReal("Not a fight", () => {
  test.each(REWRITES)("W2: a webhook that $what: no fight, no loop", async ({ data, stored }) => {
    const { namespace } = await openTestStack();
    await install(namespace, stored);
    const manifest = settings("web", data);
    const scene = await openFight([manifest], { namespace, config: TUNED });
    const { data: live } = await admin().get(targetIn(namespace, manifest));
    expect(live).toEqual(stored);

    await tune(scene, manifest);
    const mark = await auditMark();
    await passes(scene.stack, 20);
    expect(await objectWrites(scene.stack, mark)).toEqual([]);
  });

  test.each(REWRITES)(
    "W2: a webhook that comes later and $what on somebody else's write: no fight, no loop",
    async ({ data, stored }) => {
      const manifest = settings("web", data);
      const scene = await openFight([manifest], { config: TUNED });
      const { namespace } = scene.stack;
      await install(namespace, stored);
      await tune(scene, manifest);
      expect((await admin().get(targetIn(namespace, manifest)))["data"]).toEqual(stored);
    },
  );

  test("W2: somebody who fights beside such a webhook is named, and the webhook's field is not", async () => {
    const { namespace } = await openTestStack();
    await install(namespace, { interval: "1m" });
    const manifest = settings("web", { interval: "60s", mode: "fast" });
    const scene = await openFight([manifest], { namespace, config: TUNED });
    const target = targetIn(namespace, manifest);
    for (let round = 0; round < 3; round += 1) {
      const patch = { data: { mode: `slow-${round}` } };
      // oxlint-disable-next-line no-await-in-loop -- one write after the other
      await take(scene, target, { as: "rival", patch });
    }
    expect(scene.stack.stack.status.fights).toMatchObject([
      { path: "/data/mode", managers: ["rival"], count: 2, contested: true },
    ]);
  });

  test("W2: defaults of the server and a status that changes all the time: no fight, no write", async () => {
    const web = deployment("web");
    const scene = await openFight([web], { config: TUNED });
    const { namespace } = scene.stack;
    const target = targetIn(namespace, web);
    for (let round = 0; round < WRITES; round += 1) {
      const conditions = [{ type: "Busy", status: "True", reason: `round-${round}` }];
      // oxlint-disable-next-line no-await-in-loop -- one write after the other
      const { status, writes } = await take(scene, target, {
        as: "churner",
        patch: { status: { conditions } },
        subresource: "status",
      });
      expect(writes).toEqual([]);
      expect([status.fights, status.drift]).toEqual([[], []]);
    }
    await tune(scene, web);
    expect(textAt(await admin().get(target), "spec", "strategy", "type")).toBe("RollingUpdate");
  });
});

async function install(namespace: string, stored: JsonObject): Promise<void> {
  await installWebhook({
    namespace,
    apiGroup: "",
    resource: "configmaps",
    mutate: (object) =>
      textAt(object, "metadata", "name") === "web"
        ? Object.entries(stored).map(([key, value]) => ({
            op: "replace",
            path: `/data/${key}`,
            value,
          }))
        : [],
  });
}
