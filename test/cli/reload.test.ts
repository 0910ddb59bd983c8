import { appendFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { textAt } from "../../src/core/object/json.ts";
import { eventually } from "../support/eventually.ts";
import { manifestFiles, settings, targetIn } from "../support/kube-manifests.ts";
import { admin, describeReal } from "../support/real-cluster.ts";
import { startLockstep } from "../support/run-lockstep.ts";
import { openWorkplace, type Workplace } from "../support/workplace.ts";

const COLOURS = settings("colours", { sky: "blue" });

describeReal("A configuration that changes while the agent runs", () => {
  let place: Workplace;
  beforeAll(async () => {
    place = await openWorkplace();
  });
  afterAll(async () => place.close());

  async function sky(): Promise<string | undefined> {
    const found = await admin().find(targetIn(place.namespace, COLOURS));
    return textAt(found ?? {}, "data", "sky");
  }

  test("is taken without a restart; a broken one is refused, and the old one stays", async () => {
    await place.configure({ stack: { mode: "observe" } });
    await place.commit(manifestFiles(COLOURS));
    const agent = startLockstep(["run"], { folder: place.folder });
    await eventually("it has looked", async () => (await fetch(`${place.probes}/readyz`)).ok);
    expect(await sky()).toBeUndefined();

    await place.configure({ stack: { mode: "enforce" } });
    await eventually("it enforces", async () => (await sky()) === "blue");

    await appendFile(join(place.folder, "agent.config.yaml"), "\nstakcs: []\n");
    await eventually("the broken one is refused", () =>
      agent.said().includes("the old one stays in force"),
    );
    await place.commit(manifestFiles(settings("colours", { sky: "grey" })));
    await eventually("the old one works", async () => (await sky()) === "grey");

    agent.signal("SIGTERM");
    expect((await agent.ended).code).toBe(0);
  });
});
