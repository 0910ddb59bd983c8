import { expect, test } from "vitest";
import { valueAt } from "../../src/core/object/json.ts";
import { auditMark } from "../support/audit-log.ts";
import { passes, writesSince } from "../support/follow-stack.ts";
import { targetOf } from "../support/kube-client.ts";
import { manifestFiles } from "../support/kube-manifests.ts";
import { admin, describeReal } from "../support/real-cluster.ts";
import { openTestStack } from "../support/test-stack.ts";
import { untilSeen } from "../support/until-seen.ts";

const POD = {
  apiVersion: "v1",
  kind: "Pod",
  metadata: { name: "web" },
  spec: {
    // Nobody starts it: a kubelet that runs it would have to know of resizing.
    schedulerName: "nobody",
    containers: [
      {
        name: "web",
        image: "web:1",
        resources: { requests: { cpu: "100m" }, limits: { cpu: "1" } },
      },
    ],
  },
};

describeReal("A Pod that somebody resizes", () => {
  test("B5: kubectl patch --subresource resize is named, and what the server does not take back is told once", async () => {
    const stack = await openTestStack();
    const target = { ...targetOf(POD), namespace: stack.namespace };
    await stack.commit(manifestFiles(POD));
    await stack.pass();
    const strategic = {
      spec: { containers: [{ name: "web", resources: { requests: { cpu: "200m" } } }] },
    };
    await admin().patch(target, { strategic }, { as: "kubectl-patch", subresource: "resize" });
    await untilSeen(stack, target);
    const status = await stack.pass();
    expect(
      status.drift.map(
        ({ class: kind, path, manager, operation, attribution, action }) =>
          `${kind} ${path} ${manager} ${operation} ${attribution} ${action}`,
      ),
    ).toEqual([
      "changed /spec/containers/[name=web]/resources/requests/cpu kubectl-patch Update recorded failed",
    ]);
    const mark = await auditMark();
    await passes(stack, 3);
    expect(await writesSince(stack, mark)).toEqual([]);
    expect(
      status.refusals.map(({ code, message }) => [code, message.includes("Forbidden")]),
    ).toEqual([["immutable", true]]);
    const live = await admin().get(target);
    expect(valueAt(live, "spec", "containers", 0, "resources", "requests", "cpu")).toBe("200m");
  });
});
