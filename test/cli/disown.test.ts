import { afterAll, beforeAll, expect, test } from "vitest";
import { objectAt } from "../../src/core/object/json.ts";
import { uidOf } from "../../src/core/object/live-object.ts";
import { checkSchema } from "../support/check-schema.ts";
import { manifestFiles, targetIn } from "../support/kube-manifests.ts";
import { admin, describeReal } from "../support/real-cluster.ts";
import { reader, secret } from "../support/restart-scene.ts";
import { type LockstepResult, lockstep } from "../support/run-lockstep.ts";
import { openWorkplace, type Workplace } from "../support/workplace.ts";

const WEB = reader("web", "db");
const DB = secret("db", { a: "one" });

describeReal("lockstep disown", () => {
  let place: Workplace;
  beforeAll(async () => {
    place = await openWorkplace();
    await place.commit(manifestFiles(WEB));
    const metadata = { ...objectAt(DB, "metadata"), namespace: place.namespace };
    await admin().create({ ...DB, metadata });
    await run("sync");
    const web = targetIn(place.namespace, WEB);
    const finalizers = ["wave.pusher.com/finalizer"];
    const live = await admin().patch(
      web,
      { merge: { metadata: { finalizers } } },
      { as: "manager" },
    );
    const owner = {
      apiVersion: "apps/v1",
      kind: "Deployment",
      name: "web",
      uid: uidOf(live),
      blockOwnerDeletion: true,
      controller: false,
    };
    const merge = { metadata: { ownerReferences: [owner] } };
    await admin().patch(targetIn(place.namespace, DB), { merge }, { as: "manager" });
  });
  afterAll(async () => {
    const merge = { metadata: { finalizers: [] } };
    await admin().patch(targetIn(place.namespace, WEB), { merge }, { as: "manager" });
    await place.close();
  });

  async function run(...typed: readonly string[]): Promise<LockstepResult> {
    return lockstep(typed, { folder: place.folder });
  }

  test("S7: says which owners would go, takes them away, and says what is left to do", async () => {
    const { namespace } = place;
    const id = `Secret/${namespace}/db`;
    const web = `Deployment.apps/${namespace}/web`;
    const left = `  ${web} has the finalizer wave.pusher.com/finalizer: without Wave it never goes\n`;
    expect(await run("disown", id, "--dry-run")).toMatchObject({
      code: 0,
      stdout: `shop: ${id} would no longer be owned by\n  ${web}\n${left}`,
    });
    expect(await run("disown", "Secret/db")).toMatchObject({
      code: 0,
      stdout: `shop: ${id} is no longer owned by\n  ${web}\n${left}`,
    });
    expect(await run("disown", id)).toMatchObject({
      code: 0,
      stdout: `shop: ${id} has no owner that Wave gave it for this stack\n`,
    });
    const again = await run("disown", "Secret/nowhere", "--output", "json");
    expect([again.code, checkSchema("disown-document", again.stdout)]).toEqual([
      0,
      {
        stacks: [
          {
            name: "shop",
            id: `Secret/${namespace}/nowhere`,
            dryRun: false,
            source: "absent",
            disowned: [],
            finalizers: [],
            kept: [],
          },
        ],
      },
    ]);
    const wrong = await run("disown", web);
    expect(wrong.code).toBe(2);
    expect(wrong.stderr).toContain("is no Secret and no ConfigMap");
  });
});
