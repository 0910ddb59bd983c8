import { expect, test } from "vitest";
import { findDifferences } from "../../src/agent/find-differences.ts";
import { PLAIN } from "../../src/cli/palette.ts";
import { renderDifferences } from "../../src/cli/render-differences.ts";
import { renderJson } from "../../src/cli/render-json.ts";
import { auditMark } from "../support/audit-log.ts";
import { checkSchema } from "../support/check-schema.ts";
import { passes, writesSince } from "../support/follow-stack.ts";
import { idIn, manifestFiles, settings, targetIn } from "../support/kube-manifests.ts";
import { admin, describeReal } from "../support/real-cluster.ts";
import { synced } from "../support/released-scene.ts";
import { openTestStack } from "../support/test-stack.ts";
import { untilSeen } from "../support/until-seen.ts";

const RULES = [
  'ignore: [{ path: "/data/sky", manager: "painter*" }]',
  'ownership: { allow: [{ manager: "tuner", paths: ["/data/depth"] }] }',
];

describeReal("Differences that a rule lets be", () => {
  test("F9, W6: `drift` lists what is ignored and what is allowed, each with its rule; none of it is open", async () => {
    const sea = settings("sea", { sky: "blue", depth: "9" });
    const stack = await openTestStack({ config: RULES });
    await stack.commit(manifestFiles(sea));
    await synced(stack);
    const target = targetIn(stack.namespace, sea);
    await admin().patch(target, { merge: { data: { sky: "red" } } }, { as: "painter-1" });
    await admin().patch(target, { merge: { data: { depth: "11" } } }, { as: "tuner" });
    await untilSeen(stack, target);

    const id = idIn(stack.namespace, sea);
    const expected = [
      `${id}: tuner changed data.depth from "9" to "11"`,
      "recorded",
      "left: a rule of the configuration lets it be (ownership.allow tuner on /data/depth)",
      `${id}: painter-1 changed data.sky from "blue" to "red"`,
      "recorded",
      "left: a rule of the configuration lets it be (ignore /data/sky of painter*)",
    ];
    // By the server's judgement, and by what was verified before.
    for (const _ of ["first", "second"]) {
      // oxlint-disable-next-line no-await-in-loop -- one look after the other
      const found = await findDifferences(stack.stack);
      expect(found.open).toBe(0);
      checkSchema("differences", renderJson({ stacks: [found] }));
      const told = renderDifferences(
        { stacks: [found] },
        { nowMs: Date.now(), palette: PLAIN },
      ).split("\n");
      expect(told[0]).toMatch(/: 2 differences from [0-9a-f]{7}, 0 open$/);
      for (const line of expected) expect(told.join("\n")).toContain(line);
      // oxlint-disable-next-line no-await-in-loop -- as above
      const { drift } = await synced(stack);
      expect(drift.map(({ path, action, rule }) => [path, action, rule])).toEqual([
        ["/data/sky", "ignored", "ignore /data/sky of painter*"],
        ["/data/depth", "ignored", "ownership.allow tuner on /data/depth"],
      ]);
    }
    const live = await admin().get(target);
    expect(live["data"]).toEqual({ sky: "red", depth: "11" });
  });

  test("F9: what a rule lets somebody hold is not taken back by a write for something else, until Git changes that very value", async () => {
    const stack = await openTestStack({ config: RULES });
    await stack.commit(manifestFiles(settings("sea", { depth: "9", waves: "1" })));
    await synced(stack);
    const target = targetIn(stack.namespace, settings("sea", {}));
    await admin().patch(target, { merge: { data: { depth: "11" } } }, { as: "tuner" });
    await admin().patch(target, { merge: { data: { waves: "2" } } }, { as: "anna" });
    await untilSeen(stack, target);
    await synced(stack);
    expect((await admin().get(target))["data"]).toEqual({ depth: "11", waves: "1" });

    await stack.commit(manifestFiles(settings("sea", { depth: "9", waves: "3" })));
    await synced(stack);
    expect((await admin().get(target))["data"]).toEqual({ depth: "11", waves: "3" });
    const restarted = await openTestStack({ like: stack, config: RULES });
    const mark = await auditMark();
    await passes(restarted, 3);
    expect(await writesSince(restarted, mark)).toEqual([]);

    await stack.commit(manifestFiles(settings("sea", { depth: "10", waves: "3" })));
    await synced(stack);
    expect((await admin().get(target))["data"]).toEqual({ depth: "10", waves: "3" });
  });
});
