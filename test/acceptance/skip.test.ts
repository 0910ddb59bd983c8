import { expect, test } from "vitest";
import { PLAIN } from "../../src/cli/palette.ts";
import { renderStatus } from "../../src/cli/render-status.ts";
import { type JsonObject, listAt, textAt } from "../../src/core/object/json.ts";
import { labelOf } from "../../src/core/object/live-object.ts";

import { auditMark, auditSince, briefEntry } from "../support/audit-log.ts";
import { eventually } from "../support/eventually.ts";
import { passes, passUntil, writesSince } from "../support/follow-stack.ts";
import { interpose } from "../support/interpose.ts";
import { idIn, manifestFiles } from "../support/kube-manifests.ts";
import { annotate, label } from "../support/person-words.ts";

import { readLedger } from "../support/read-ledger.ts";
import { admin, describeReal } from "../support/real-cluster.ts";
import {
  colourOf,
  GREY,
  inSeconds,
  notesOf,
  openSky,
  SKIP,
  SKY,
  skipAndPaint,
  skyIn,
  skyStatus,
  UNTIL,
} from "../support/skip-scene.ts";
import { openTestStack } from "../support/test-stack.ts";
import { untilSeen } from "../support/until-seen.ts";

describeReal("Skip", () => {
  test("F14: a skipped object is never written, and is reported with its drift and who has it skipped", async () => {
    const stack = await openSky();
    await stack.pass();
    await skipAndPaint(stack);
    const mark = await auditMark();
    await passes(stack, 3);
    await stack.commit(manifestFiles(GREY));
    const status = await stack.sync();
    const restarted = await openTestStack({ like: stack });
    await passes(restarted, 3);
    await readLedger(restarted);

    // B9: what is known of it is not asked again.
    const quiet = await auditMark();
    await passes(restarted, 5);
    const asked = await auditSince(quiet, { user: restarted.user.name });
    expect(asked.filter(({ verb }) => verb !== "watch").map(briefEntry)).toEqual([]);

    expect((await writesSince(stack, mark)).map(briefEntry)).toEqual([]);
    expect([status.inSync, await colourOf(stack)]).toEqual([true, "red"]);
    expect(skyStatus(stack)).toMatchObject({
      phase: "Skipped",
      action: "skip",
      skip: { label: SKIP, by: "kubectl-label", until: "" },
    });
    expect(notesOf(stack, "Skipped")).toEqual([
      `nothing of it is written (label ${SKIP}, set by kubectl-label)`,
    ]);
    expect(notesOf(stack, "Drifted")).toContain("Git wants something else; it is skipped");
    // The label and the annotation are no drift.
    expect(status.drift.map(({ path, action }) => `${path} ${action}`)).toEqual([
      "/data/colour skipped",
    ]);
    expect(renderStatus({ stacks: [status] }, { nowMs: Date.now(), palette: PLAIN })).toContain(
      `nothing of it is written (label ${SKIP}, set by kubectl-label)`,
    );
  });

  test("F14: the report in the repository and an Event say who has it skipped and until when", async () => {
    const stack = await openSky();
    await stack.pass();
    const until = inSeconds(3600);
    await annotate(skyIn(stack), `${UNTIL}=${until}`);
    await skipAndPaint(stack);
    await stack.pass();
    const { report, markdown } = await readLedger(stack);
    const id = idIn(stack.namespace, SKY);
    expect(report["skipped"]).toMatchObject([{ id, label: SKIP, by: "kubectl-label", until }]);
    expect(listAt(report, "entries")).toMatchObject([{ id, action: "skipped", state: "open" }]);
    expect(markdown).toContain(`| \`${id}\` | \`${SKIP}\` | \`kubectl-label\` |`);
    const events = await eventually("an Event", async () => {
      const all = await admin().list({
        apiVersion: "v1",
        kind: "Event",
        namespace: stack.namespace,
      });
      return all.find((each: JsonObject) => textAt(each, "reason") === "Skipped");
    });
    expect(textAt(events, "message")).toBe(
      `nothing of it is written until ${until} (label ${SKIP}, set by kubectl-label)`,
    );
  });

  test("F14: without the label everything goes on at once, by the watch alone", async () => {
    const stack = await openSky({ config: ['schedule: "0 0 1 1 *"'] });
    stack.start();
    await stack.until("it looks", ({ inSync }) => inSync);
    await skipAndPaint(stack);
    await stack.until("it is skipped", () => skyStatus(stack)?.phase === "Skipped");
    await label(skyIn(stack), `${SKIP}-`);
    const colour = await eventually(
      "it is reverted",
      async () => (await colourOf(stack)) === "blue" && "blue",
      { timeoutMs: 5_000 },
    );
    expect(colour).toBe("blue");
  });

  test("F14: skip-until ends it by the clock, without any event, and the label stays", async () => {
    const stack = await openSky({ config: ['schedule: "0 0 1 1 *"'] });
    stack.start();
    await stack.until("it looks", ({ inSync }) => inSync);
    const until = inSeconds(4);
    await annotate(skyIn(stack), `${UNTIL}=${until}`);
    await skipAndPaint(stack);
    await stack.until("it is skipped", () => skyStatus(stack)?.phase === "Skipped");
    expect(await colourOf(stack)).toBe("red");
    await eventually("it is reverted", async () => (await colourOf(stack)) === "blue", {
      timeoutMs: 8_000,
    });
    expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(until));
    const live = await admin().get(skyIn(stack));
    expect(labelOf(live, SKIP)).toBe("true");
    await stack.until("it says so", () => notesOf(stack, "SkipIgnored").length > 0);
    expect(notesOf(stack, "SkipIgnored")).toEqual([
      `its skip ended at ${until}; label ${SKIP} may go`,
    ]);
  });

  test("F14: an end that is no time does not end it, and is named", async () => {
    const stack = await openSky();
    await stack.pass();
    await annotate(skyIn(stack), `${UNTIL}=tomorrow`);
    await skipAndPaint(stack);
    const mark = await auditMark();
    await passes(stack, 2);
    expect((await writesSince(stack, mark)).map(briefEntry)).toEqual([]);
    expect(notesOf(stack, "Skipped").join()).toContain(
      `annotation ${UNTIL} is "tomorrow", no RFC 3339 time`,
    );
  });

  test.each(["yes", "True"])("F14: the value %s skips nothing, and is named", async (value) => {
    const stack = await openSky();
    await stack.pass();
    await skipAndPaint(stack, `${SKIP}=${value}`);
    await passUntil(stack, "it is reverted", ({ inSync }) => inSync);
    expect(await colourOf(stack)).toBe("blue");
    expect(notesOf(stack, "SkipIgnored")).toEqual([
      `label ${SKIP} is "${value}", only "true" skips`,
    ]);
    expect(labelOf(await admin().get(skyIn(stack)), SKIP)).toBe(value);
  });

  test("F14: allowSkip: false denies it, and says so", async () => {
    const stack = await openSky({ config: ["allowSkip: false"] });
    await stack.pass();
    await skipAndPaint(stack);
    await passUntil(stack, "it is reverted", ({ inSync }) => inSync);
    expect(await colourOf(stack)).toBe("blue");
    expect(notesOf(stack, "SkipIgnored")).toEqual([
      `label ${SKIP} is set, but the configuration denies it (allowSkip: false)`,
    ]);
    expect(labelOf(await admin().get(skyIn(stack)), SKIP)).toBe("true");
  });

  test("F14: a label that comes between the decision and the write is in time", async () => {
    const people: (() => Promise<void>)[] = [];
    const stack = await openSky({
      wrapCluster: (cluster) =>
        interpose(cluster, {
          beforeApply: async ({ ref }) => {
            if (ref.id.name === "sky") await people.shift()?.();
          },
        }),
    });
    await stack.pass();
    people.push(async () => label(skyIn(stack), `${SKIP}=true`));
    await stack.commit(manifestFiles(GREY));
    const mark = await auditMark();
    await stack.pass();
    await untilSeen(stack, skyIn(stack));
    await passes(stack, 2);
    expect((await writesSince(stack, mark)).map(briefEntry)).toEqual(["patch configmaps/sky 409"]);
    expect([await colourOf(stack), skyStatus(stack)?.phase]).toEqual(["blue", "Skipped"]);
  });

  test("F14: a label of one's own means the same once it is in skipLabels", async () => {
    const stack = await openSky();
    await stack.pass();
    await skipAndPaint(stack, "example.org/hands-off=true");
    await passUntil(stack, "the unknown label goes like any other", ({ inSync }) => inSync);
    expect(labelOf(await admin().get(skyIn(stack)), "example.org/hands-off")).toBeUndefined();
    const config = ["skipLabels: [example.org/hands-off]"];
    const told = await openTestStack({ like: stack, config });
    await told.pass();
    await skipAndPaint(told, "example.org/hands-off=true");
    const mark = await auditMark();
    await passes(told, 3);
    expect((await writesSince(told, mark)).map(briefEntry)).toEqual([]);
    expect(skyStatus(told)).toMatchObject({
      phase: "Skipped",
      skip: { label: "example.org/hands-off", by: "kubectl-label" },
    });
  });
});
