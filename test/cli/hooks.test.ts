import { afterAll, beforeAll, expect, test } from "vitest";
import { freePorts } from "../real/free-ports.ts";
import { eventually } from "../support/eventually.ts";
import { manifestFiles, settings } from "../support/kube-manifests.ts";
import { describeReal } from "../support/real-cluster.ts";
import { startLockstep } from "../support/run-lockstep.ts";
import { gitlabHeaders, sendHook } from "../support/send-hook.ts";
import { openWorkplace, type Workplace } from "../support/workplace.ts";

const SECRET = "a-secret-of-hooks";
const COLOURS = settings("colours", { sky: "blue" });

describeReal("A running agent with hooks in its configuration", () => {
  let place: Workplace;
  beforeAll(async () => {
    place = await openWorkplace();
    await place.commit(manifestFiles(COLOURS));
  });
  afterAll(async () => place.close());

  test("says where it takes them, counts them, moves with the configuration, and never shows the secret", async () => {
    const [first = 0, second = 0] = await freePorts(2);
    await place.configure({ agent: hooksAt(first) });
    const agent = startLockstep(["run"], { folder: place.folder, env: { HOOK_SECRET: SECRET } });
    await eventually("it is ready", async () => (await fetch(`${place.probes}/readyz`)).ok);
    expect(agent.said()).toContain(`takes hooks of forges at http://127.0.0.1:${first}/hooks/git`);

    const headers = gitlabHeaders(SECRET);
    expect(await sendHook(first, { body: "{}", headers })).toMatchObject({ status: 202 });
    const forged = await sendHook(first, { body: "{}", headers: gitlabHeaders(`${SECRET}!`) });
    expect(forged.status).toBe(401);
    const metrics = await (await fetch(`${place.probes}/metrics`)).text();
    expect(metrics.split("\n").filter((line) => line.startsWith("lockstep_hooks_total"))).toEqual([
      'lockstep_hooks_total{outcome="rung"} 1',
      'lockstep_hooks_total{outcome="forged"} 1',
    ]);

    await place.configure({ agent: hooksAt(second) });
    await eventually("the next address answers", async () => {
      const answer = await sendHook(second, { body: "{}", headers });
      return answer.status === 202;
    });
    await expect(sendHook(first, { body: "{}", headers })).rejects.toThrow(/ECONNREFUSED/);

    agent.signal("SIGTERM");
    expect((await agent.ended).code).toBe(0);
    expect(agent.said()).toContain("its signature is not of the secret in agent.hooks");
    expect(agent.said()).not.toContain(SECRET);
  });
});

/** Hooks at a port of this machine. */
function hooksAt(port: number): { hooks: { listen: string; secretEnv: string } } {
  return { hooks: { listen: `127.0.0.1:${port}`, secretEnv: "HOOK_SECRET" } };
}
