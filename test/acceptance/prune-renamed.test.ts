import { expect, test } from "vitest";
import { textAt } from "../../src/core/object/json.ts";
import { uidOf } from "../../src/core/object/live-object.ts";
import { auditMark, auditSince } from "../support/audit-log.ts";
import { deployment, manifestFiles, settings, targetIn } from "../support/kube-manifests.ts";
import { admin, describeReal } from "../support/real-cluster.ts";
import { openTestStack, type TestStack } from "../support/test-stack.ts";

const KEPT = settings("kept", { a: "1" });
const DATABASE = deployment("database");
const WEB = deployment("web", {
  metadata: { annotations: { "lockstep.dev/after": "Deployment.apps/database" } },
});

async function open(): Promise<TestStack> {
  const stack = await openTestStack();
  await stack.commit(manifestFiles(KEPT, DATABASE, WEB));
  await stack.sync();
  return stack;
}

async function renamed(stack: TestStack): Promise<TestStack> {
  const name = `${stack.name}-new`;
  return openTestStack({ like: { ...stack, name }, config: [`renamedFrom: [${stack.name}]`] });
}

/** Names of what the stack's agent deleted since, in order. */
async function deletesSince(stack: TestStack, mark: number): Promise<readonly string[]> {
  const entries = await auditSince(mark, { user: stack.user.name, isWrite: true });
  return entries
    .filter(({ verb, code }) => verb === "delete" && code < 300)
    .map(({ name }) => name);
}

describeReal("Prune of a stack that is renamed", () => {
  test("O19: what Git dropped before or with the rename is deleted under the new name", async () => {
    const before = await open();
    await before.commit({ "deployment-database.yaml": null, "deployment-web.yaml": null });
    const mark = await auditMark();
    const after = await renamed(before);
    expect(await after.sync()).toMatchObject({ inSync: true, orphans: [] });
    expect(await deletesSince(after, mark)).toEqual(["web", "database", `lockstep-${before.name}`]);
    expect(after.stack.parent?.content.scope.kinds).toEqual(["ConfigMap"]);
  });

  test("O19: it keeps its objects, and what it remembered", async () => {
    const before = await open();
    const live = await admin().get(targetIn(before.namespace, KEPT));
    const mark = await auditMark();
    const after = await renamed(before);
    const status = await after.sync();
    expect([status.inSync, status.orphans]).toEqual([true, []]);
    const moved = await admin().get(targetIn(before.namespace, KEPT));
    expect([uidOf(moved), textAt(moved, "metadata", "labels", "lockstep.dev/stack")]).toEqual([
      uidOf(live),
      after.name,
    ]);
    expect(await deletesSince(after, mark)).toEqual([`lockstep-${before.name}`]);
  });
});
