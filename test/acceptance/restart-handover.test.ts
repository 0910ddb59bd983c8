import { expect, test } from "vitest";
import { type JsonObject, listAt, objectAt, textAt } from "../../src/core/object/json.ts";
import { passes, passUntil } from "../support/follow-stack.ts";
import { deployment, manifestFiles, marked, targetIn } from "../support/kube-manifests.ts";
import { admin, describeReal } from "../support/real-cluster.ts";
import {
  countRollouts,
  create,
  fromSecret,
  openInSync,
  passUntilRolled,
  reader,
  SHORT_WINDOW,
  secret,
  setData,
} from "../support/restart-scene.ts";
import { openTestStack } from "../support/test-stack.ts";

const WEB = reader("web", "db");
const AUTO = { "reloader.stakater.com/auto": "true" };

/** What Reloader does to a workload, by either of its strategies, as its field manager. */
const RELOADED = {
  spec: {
    template: {
      metadata: { annotations: { "reloader.stakater.com/last-reloaded-from": "{}" } },
      spec: {
        containers: [{ name: "web", env: [{ name: "STAKATER_DB_SECRET", value: "1f2e" }] }],
      },
    },
  },
};

/** A Deployment whose pod template carries the hash of its settings, as charts write it. */
function withChecksum(checksum: string | undefined, image = "web:1.0.0"): JsonObject {
  const annotations: JsonObject = checksum === undefined ? {} : { "checksum/config": checksum };
  return deployment("web", {
    spec: {
      template: {
        metadata: { labels: { app: "web" }, annotations },
        spec: { containers: [{ name: "web", image, envFrom: [fromSecret("db")] }] },
      },
    },
  });
}

describeReal("restarts that another tool made so far", () => {
  test("S9/B20: a workload that Reloader restarted is taken over without a restart, and restarts by Lockstep from then on", async () => {
    const stack = await openTestStack({ config: [SHORT_WINDOW] });
    await create(stack, secret("db", { a: "one" }, {}));
    await create(stack, marked(WEB, { annotations: AUTO }));
    await admin().patch(
      targetIn(stack.namespace, WEB),
      { strategic: RELOADED },
      { as: "Reloader" },
    );
    await stack.commit(manifestFiles(WEB));
    await passUntil(stack, "it is in sync", ({ inSync }) => inSync);
    await passes(stack, 3);
    expect(await countRollouts(stack, WEB)).toBe(2);
    const live = await admin().get(targetIn(stack.namespace, WEB));
    expect(objectAt(live, "metadata", "annotations")).not.toHaveProperty([
      "reloader.stakater.com/auto",
    ]);

    await stack.commit(
      manifestFiles(marked(WEB, { annotations: { "lockstep.dev/restart": "on" } })),
    );
    await passUntil(stack, "it is in sync", ({ inSync }) => inSync);
    await passes(stack, 3);
    expect(await countRollouts(stack, WEB)).toBe(2);
    await setData(stack, "db", { a: "two" });
    await passUntilRolled(stack, [WEB], 3);
    await passes(stack, 3);
    expect(await countRollouts(stack, WEB)).toBe(3);
    const [container] = listAt(
      await admin().get(targetIn(stack.namespace, WEB)),
      "spec",
      "template",
      "spec",
      "containers",
    );
    expect(textAt(listAt(container, "env")[0], "name")).toBe("STAKATER_DB_SECRET");
  });

  test("S12: a checksum annotation of Git beside a label: one rollout for both, and it goes with a change that rolls anyway", async () => {
    const stack = await openInSync([secret("db", { a: "one" }), withChecksum("one")], []);
    await stack.commit(manifestFiles(secret("db", { a: "two" }), withChecksum("two")));
    await passUntilRolled(stack, [WEB], 2);
    await passes(stack, 3);
    expect(await countRollouts(stack, WEB)).toBe(2);
    await stack.commit(
      manifestFiles(secret("db", { a: "two" }), withChecksum(undefined, "web:1.1.0")),
    );
    await passUntilRolled(stack, [WEB], 3);
    await passes(stack, 3);
    expect(await countRollouts(stack, WEB)).toBe(3);
  });
});
