import { expect, test } from "vitest";
import { valueAt } from "../../src/core/object/json.ts";
import { auditMark } from "../support/audit-log.ts";
import { passes, writesSince } from "../support/follow-stack.ts";
import { type Target, targetOf } from "../support/kube-client.ts";
import { manifestFiles } from "../support/kube-manifests.ts";
import { entriesOf } from "../support/managed-fields.ts";
import { admin, describeReal } from "../support/real-cluster.ts";
import { openTestStack, type TestStack } from "../support/test-stack.ts";
import { untilSeen } from "../support/until-seen.ts";

const WEB = {
  apiVersion: "v1",
  kind: "Pod",
  metadata: { name: "web" },
  spec: { containers: [{ name: "web", image: "web:1" }] },
};

/** As a scheduler and `kubectl debug` write it, each through a subresource of its own. */
async function schedule(target: Target): Promise<void> {
  const answer = await admin().request({
    method: "POST",
    path: `/api/v1/namespaces/${target.namespace ?? ""}/pods/web/binding`,
    body: {
      apiVersion: "v1",
      kind: "Binding",
      metadata: { name: "web" },
      target: { apiVersion: "v1", kind: "Node", name: "some-node" },
    },
  });
  expect([201, 409]).toContain(answer.status);
  const debug = { name: "debugger", image: "debug:1" };
  const strategic = { spec: { ephemeralContainers: [debug] } };
  await admin().patch(
    target,
    { strategic },
    { as: "kubectl-debug", subresource: "ephemeralcontainers" },
  );
}

async function openScheduled(): Promise<{ readonly stack: TestStack; readonly target: Target }> {
  const stack = await openTestStack();
  const target = { ...targetOf(WEB), namespace: stack.namespace };
  await stack.commit(manifestFiles(WEB));
  await stack.pass();
  await schedule(target);
  return { stack, target };
}

describeReal("Never touched, of a Pod", () => {
  test.each([
    { owner: "nobody", peer: undefined },
    { owner: "before-first-apply", peer: "peer" },
  ])(
    "F6: its node, its token and a debugger stay when its ownership was reset and $owner owns them",
    async ({ owner, peer }) => {
      const { stack, target } = await openScheduled();
      const reset = { metadata: { managedFields: [{}] } };
      await admin().patch(target, { merge: reset }, { as: "resetter" });
      if (peer !== undefined) {
        const { apiVersion, kind } = target;
        const metadata = { name: "web", namespace: stack.namespace, annotations: { theirs: "1" } };
        await admin().apply({ apiVersion, kind, metadata }, { as: peer });
      }
      await untilSeen(stack, target);
      const before = await admin().get(target);
      const names = entriesOf(before).filter((name) => !name.includes("status"));
      expect(names).toEqual(peer === undefined ? [] : [`${peer} Apply`, `${owner} Update`]);

      await passes(stack, 4);

      const after = await admin().get(target);
      expect(after["spec"]).toEqual(before["spec"]);
      expect(valueAt(after, "metadata", "annotations", "theirs")).toBeUndefined();
      const [object] = stack.stack.status.objects;
      expect(stack.stack.status.refusals).toEqual([]);
      expect(object?.action).toBe("keep");
      const mark = await auditMark();
      await passes(stack, 3);
      expect(await writesSince(stack, mark)).toEqual([]);
      expect(entriesOf(after)).toContain("lockstep Apply");
    },
  );
});
