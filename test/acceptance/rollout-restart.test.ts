import { expect, test } from "vitest";
import { textAt, valueAt } from "../../src/core/object/json.ts";
import { auditMark } from "../support/audit-log.ts";
import { passes, passUntil, writesSince } from "../support/follow-stack.ts";
import type { Target } from "../support/kube-client.ts";
import { deployment, manifestFiles, targetIn } from "../support/kube-manifests.ts";
import { ownersOf } from "../support/managed-fields.ts";
import { person } from "../support/person.ts";
import { readLedger } from "../support/read-ledger.ts";
import { admin, describeReal } from "../support/real-cluster.ts";
import { openTestStack, type TestStack } from "../support/test-stack.ts";
import { untilSeen } from "../support/until-seen.ts";

const WEB = deployment("web");
const MARK = "kubectl.kubernetes.io/restartedAt";
const PATH = "/spec/template/metadata/annotations/kubectl.kubernetes.io~1restartedAt";

async function openRestarted(config: readonly string[]): Promise<{
  readonly stack: TestStack;
  readonly target: Target;
}> {
  const stack = await openTestStack({ config });
  await stack.commit(manifestFiles(WEB));
  await passUntil(stack, "it is in sync", ({ inSync }) => inSync);
  const target = targetIn(stack.namespace, WEB);
  await person(["rollout", "restart", "deployment/web", `--namespace=${stack.namespace}`]);
  expect(ownersOf(await admin().get(target), `spec.template.metadata.annotations.${MARK}`)).toEqual(
    ["kubectl-rollout Update"],
  );
  await untilSeen(stack, target);
  return { stack, target };
}

async function markOf(target: Target): Promise<string | undefined> {
  const live = await admin().get(target);
  return textAt(live, "spec", "template", "metadata", "annotations", MARK);
}

describeReal("kubectl rollout restart", () => {
  test("F7: the restart of a person stays over syncs and a later commit: one new ReplicaSet, nothing reverted", async () => {
    const { stack, target } = await openRestarted([]);
    const written = await markOf(target);
    const mark = await auditMark();
    await passes(stack, 3);
    expect(await writesSince(stack, mark)).toEqual([]);
    await stack.commit(manifestFiles(deployment("web", { metadata: { labels: { tier: "b" } } })));
    const status = await passUntil(stack, "it is in sync", ({ inSync }) => inSync);
    expect([written, await markOf(target)]).toEqual([expect.any(String), written]);
    const replicaSets = { apiVersion: "apps/v1", kind: "ReplicaSet", namespace: stack.namespace };
    expect(await admin().list(replicaSets)).toHaveLength(2);
    expect(status.drift).toEqual([]);
  });

  test("F7: with ownership.revert it is taken back, and status and report say that this rolled the pods", async () => {
    const { stack, target } = await openRestarted([`ownership: { revert: ["${PATH}"] }`]);
    const status = await passUntil(
      stack,
      "it is in sync again",
      ({ inSync, drift }) => inSync && drift.length > 0,
    );
    const live = await admin().get(target);
    expect(await markOf(target)).toBeUndefined();
    expect(valueAt(live, "spec", "template", "metadata", "annotations", MARK)).toBeUndefined();
    expect(
      status.drift.map(({ path, manager, action, rollsPods }) => [
        path,
        manager,
        action,
        rollsPods,
      ]),
    ).toEqual([[PATH, "kubectl-rollout", "reverted", true]]);
    const { markdown } = await readLedger(stack);
    expect(markdown).toContain("reverted, which rolled its pods, `added`");
    const quiet = await auditMark();
    await untilSeen(stack, target);
    await passes(stack, 3);
    expect(await writesSince(stack, quiet)).toEqual([]);
  });
});
