import { expect, test } from "vitest";

import { auditMark, briefEntry } from "../support/audit-log.ts";
import { eventually } from "../support/eventually.ts";
import { blockersOf, passes, writesSince } from "../support/follow-stack.ts";

import { deployment, idIn, manifestFiles, targetIn } from "../support/kube-manifests.ts";
import { annotate, label } from "../support/person-words.ts";

import { admin, describeReal } from "../support/real-cluster.ts";
import { drop, inSeconds, openSky, SKIP, skyIn, UNTIL } from "../support/skip-scene.ts";
import { openTestStack } from "../support/test-stack.ts";
import { untilSeen } from "../support/until-seen.ts";

function pair(version: string): ReturnType<typeof manifestFiles> {
  const containers = [{ name: "web", image: `web:${version}` }];
  const after = { "lockstep.dev/after": "Deployment.apps/db" };
  return manifestFiles(
    deployment("db", { pod: { containers } }),
    deployment("web", { metadata: { annotations: after }, pod: { containers } }),
  );
}

describeReal("Skip, and what Git or others want of it", () => {
  test("F14: a skipped object that Git drops stays until the skip ends, and then goes", async () => {
    const stack = await openSky();
    await label(skyIn(stack), `${SKIP}=true`);
    await drop(stack);
    const mark = await auditMark();
    const { orphans, inSync } = await stack.sync();
    await passes(stack, 2);
    expect(orphans.map(({ action, reason }) => `${action}: ${reason}`)).toEqual([
      `keep: it is skipped, nothing of it is written (label ${SKIP}, set by kubectl-label)`,
    ]);
    expect(inSync).toBe(true);
    expect((await writesSince(stack, mark)).map(briefEntry)).toEqual([]);
    await label(skyIn(stack), `${SKIP}-`);
    await untilSeen(stack, skyIn(stack));
    await stack.sync();
    expect(await admin().find(skyIn(stack))).toBeUndefined();
  });

  test("F14: a skip that is denied keeps nothing from being deleted", async () => {
    const stack = await openSky({ config: ["allowSkip: false"] });
    await label(skyIn(stack), `${SKIP}=true`);
    await drop(stack);
    await stack.sync();
    expect(await admin().find(skyIn(stack))).toBeUndefined();
  });

  test("F14: a dropped object goes when skip-until is over, without any event", async () => {
    const stack = await openSky({ config: ['schedule: "0 0 1 1 *"'] });
    await annotate(skyIn(stack), `${UNTIL}=${inSeconds(4)}`);
    await label(skyIn(stack), `${SKIP}=true`);
    await drop(stack);
    stack.start();
    await stack.until("it is kept", ({ orphans }) => orphans[0]?.action === "keep");
    await eventually("it is gone", async () => (await admin().find(skyIn(stack))) === undefined, {
      timeoutMs: 10_000,
    });
    expect(await admin().find(skyIn(stack))).toBeUndefined();
  });

  test("F14: who depends on a skipped target waits, and says who has it skipped", async () => {
    const stack = await openTestStack();
    await stack.commit(pair("1.0.0"));
    await stack.sync();
    await label(targetIn(stack.namespace, deployment("db")), `${SKIP}=true`);
    await untilSeen(stack, targetIn(stack.namespace, deployment("db")));
    await stack.commit(pair("2.0.0"));
    const mark = await auditMark();
    await stack.sync();
    const web = idIn(stack.namespace, deployment("web"));
    expect(blockersOf(stack, web)).toEqual([
      "Deployment/db TargetNotApplied wants 2.0.0 has its own change is not applied yet",
    ]);
    expect(stack.object(web)?.blockers[0]?.note).toBe(
      `nothing of it is written (label ${SKIP}, set by kubectl-label)`,
    );
    expect((await writesSince(stack, mark)).map(briefEntry)).toEqual([]);
  });
});
