import { expect, test } from "vitest";
import { disownSource } from "../../src/agent/disown-source.ts";
import { type Json, type JsonObject, listAt, valueAt } from "../../src/core/object/json.ts";
import { uidOf } from "../../src/core/object/live-object.ts";
import { auditMark, auditSince, briefEntry } from "../support/audit-log.ts";
import { eventually } from "../support/eventually.ts";
import { passUntil } from "../support/follow-stack.ts";
import { interpose } from "../support/interpose.ts";
import { deployment, manifestFiles, settings, targetIn } from "../support/kube-manifests.ts";
import { entriesOf } from "../support/managed-fields.ts";
import { admin, describeReal } from "../support/real-cluster.ts";
import { create, openInSync, reader, secret } from "../support/restart-scene.ts";
import type { TestStack } from "../support/test-stack.ts";

const WEB = reader("web", "db");
const SECRETS = [secret("db", { a: "one" }), secret("left", { a: "one" })];
const DB_ID = { group: "", kind: "Secret", namespace: "", name: "db" };

/** In the form in which Wave writes them. */
async function ownerOf(stack: TestStack, workload: JsonObject): Promise<JsonObject> {
  const live = await admin().get(targetIn(stack.namespace, workload));
  return {
    apiVersion: "apps/v1",
    kind: "Deployment",
    name: targetIn(stack.namespace, workload).name,
    uid: uidOf(live),
    blockOwnerDeletion: true,
    controller: false,
  };
}

async function own(stack: TestStack, name: string, owners: readonly Json[]): Promise<void> {
  const merge = { metadata: { ownerReferences: [...owners] } };
  const target = targetIn(stack.namespace, secret(name, {}));
  await admin().patch(target, { merge }, { as: "manager" });
}

async function readSecret(stack: TestStack, name: string): Promise<JsonObject> {
  return admin().get(targetIn(stack.namespace, secret(name, {})));
}

async function ownersOf(stack: TestStack, name: string): Promise<readonly Json[]> {
  return listAt(await readSecret(stack, name), "metadata", "ownerReferences");
}

async function writesSince(stack: TestStack, mark: number): Promise<readonly string[]> {
  const { namespace, user } = stack;
  const entries = await auditSince(mark, { user: user.name, namespace, isWrite: true });
  return entries.map(briefEntry).filter((each) => each.includes("secrets"));
}

/** What its own operator writes; the garbage collector takes away owners that are not there. */
async function keeperOf(stack: TestStack): Promise<JsonObject> {
  await create(stack, settings("keeper", {}));
  const uid = uidOf(await admin().get(targetIn(stack.namespace, settings("keeper", {}))));
  return { apiVersion: "v1", kind: "ConfigMap", name: "keeper", uid };
}

/** Beside Wave's owner of the stack's workload: one of another workload, and one that is not in Wave's form. */
async function openOwned(): Promise<{ readonly stack: TestStack; readonly others: JsonObject[] }> {
  const stack = await openInSync([WEB], SECRETS);
  await create(stack, deployment("stranger"));
  const ofStranger = await ownerOf(stack, deployment("stranger"));
  const web = await ownerOf(stack, WEB);
  const keeper = await keeperOf(stack);
  await own(stack, "db", [ofStranger, web, keeper]);
  return { stack, others: [ofStranger, keeper] };
}

describeReal("a Secret that Wave made a property of its consumers", () => {
  test("S7: only Wave's ownerReference of a workload of the stack goes, by one write, and only because a person says so", async () => {
    const { stack, others } = await openOwned();
    const before = await readSecret(stack, "db");
    const mark = await auditMark();
    await stack.pass();
    const dry = await disownSource(stack.stack, DB_ID, { isDryRun: true });
    expect(await readSecret(stack, "db")).toEqual(before);
    expect(await writesSince(stack, mark)).toEqual([]);

    const done = await disownSource(stack.stack, DB_ID, { isDryRun: false });
    const { namespace } = stack;
    expect(done).toEqual({
      name: stack.name,
      id: `Secret/${namespace}/db`,
      source: "present",
      dryRun: false,
      disowned: [`Deployment.apps/${namespace}/web`],
      finalizers: [],
      kept: [`Deployment.apps/${namespace}/stranger`],
    });
    expect(dry).toEqual({ ...done, dryRun: true });
    expect(await writesSince(stack, mark)).toEqual(["patch secrets/db 200"]);
    const after = await readSecret(stack, "db");
    expect(listAt(after, "metadata", "ownerReferences")).toEqual(others);
    for (const field of ["data", "type"]) expect(after[field]).toEqual(before[field]);
    expect(valueAt(after, "metadata", "labels")).toEqual(valueAt(before, "metadata", "labels"));
    expect(entriesOf(after)).not.toContainEqual(expect.stringContaining("lockstep"));

    await disownSource(stack.stack, DB_ID, { isDryRun: false });
    expect(await writesSince(stack, mark)).toHaveLength(1);
  });

  test("S7: what somebody else writes meanwhile is not lost", async () => {
    const { stack, others } = await openOwned();
    const web = await ownerOf(stack, WEB);
    const late = [...others.toReversed(), web];
    let isDone = false;
    const cluster = interpose(stack.stack.setup.ports.cluster, {
      async beforePatch() {
        if (isDone) return;
        isDone = true;
        await own(stack, "db", late);
      },
    });
    const { setup } = stack.stack;
    const racing = { ...stack.stack, setup: { ...setup, ports: { ...setup.ports, cluster } } };
    await disownSource(racing, DB_ID, { isDryRun: false });
    expect(isDone).toBe(true);
    expect(await ownersOf(stack, "db")).toEqual(others.toReversed());
  });

  test("S7: it stays when its consumer goes; one that Wave still owns goes with it", async () => {
    const stack = await openInSync([WEB, deployment("other")], SECRETS);
    const web = await ownerOf(stack, WEB);
    await own(stack, "db", [web]);
    await own(stack, "left", [web]);
    await disownSource(stack.stack, DB_ID, { isDryRun: false });
    expect(await ownersOf(stack, "db")).toEqual([]);
    await stack.commit({ ...manifestFiles(deployment("other")), "deployment-web.yaml": null });
    await passUntil(stack, "it is gone", ({ inSync }) => inSync);
    await eventually("what it owned is gone", async () => {
      const target = targetIn(stack.namespace, secret("left", {}));
      return (await admin().find(target)) === undefined;
    });
    expect((await readSecret(stack, "db"))["data"]).toEqual(secret("db", { a: "one" })["data"]);
  });
});
