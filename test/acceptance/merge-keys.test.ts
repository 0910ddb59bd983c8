import { expect, test } from "vitest";
import { listAt } from "../../src/core/object/json.ts";
import { auditMark } from "../support/audit-log.ts";
import { passes, writesSince } from "../support/follow-stack.ts";
import { manifestFiles, service, targetIn } from "../support/kube-manifests.ts";
import { comparableText, entriesOf } from "../support/managed-fields.ts";
import { person } from "../support/person.ts";
import { admin, describeReal } from "../support/real-cluster.ts";
import { openTestStack } from "../support/test-stack.ts";
import { untilSeen } from "../support/until-seen.ts";

describeReal("Merge keys", () => {
  test("F11: somebody changes the port that names an item: one port afterwards, as in Git", async () => {
    const stack = await openTestStack();
    const web = service("web");
    const target = targetIn(stack.namespace, web);
    await stack.commit(manifestFiles(web));
    await stack.pass();
    const before = await admin().get(target);
    const patch = JSON.stringify([{ op: "replace", path: "/spec/ports/0/port", value: 8080 }]);
    const on = ["service/web", `--namespace=${stack.namespace}`];
    await person(["patch", ...on, "--type=json", `--patch=${patch}`]);
    expect(listAt(await admin().get(target), "spec", "ports")).toMatchObject([{ port: 8080 }]);
    await untilSeen(stack, target);

    const { drift } = await stack.pass();

    const after = await admin().get(target);
    expect(listAt(after, "spec", "ports").length).toBe(1);
    expect(comparableText(after)).toBe(comparableText(before));
    expect(entriesOf(after)).toEqual(["lockstep Apply"]);
    expect(
      drift.map((each) => `${each.class} ${each.path} ${each.manager} ${each.action}`),
    ).toEqual([
      "removed /spec/ports/[port=80,protocol=TCP] kubectl-patch reverted",
      "added /spec/ports/[port=8080,protocol=TCP] kubectl-patch reverted",
    ]);
    await untilSeen(stack, target);
    const mark = await auditMark();
    await passes(stack, 3);
    expect(await writesSince(stack, mark)).toEqual([]);
  });
});
