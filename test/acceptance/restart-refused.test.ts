import { expect, test } from "vitest";
import { auditMark, auditSince } from "../support/audit-log.ts";
import { denyRollouts } from "../support/deny-by-policy.ts";
import { MINUTE_MS } from "../support/fight-scene.ts";
import { passes, passUntil } from "../support/follow-stack.ts";
import { idIn, targetIn } from "../support/kube-manifests.ts";
import { movableClock } from "../support/movable-clock.ts";
import { admin, describeReal } from "../support/real-cluster.ts";
import {
  countRollouts,
  openInSync,
  passUntilRolled,
  reader,
  secret,
  setData,
} from "../support/restart-scene.ts";
import type { TestStack } from "../support/test-stack.ts";
import { untilSeen } from "../support/until-seen.ts";

const WEB = reader("web", "db");
const OTHER = reader("other", "db");
const DB = secret("db", { a: "one" });

async function change(stack: TestStack, content: string): Promise<void> {
  await setData(stack, "db", { a: content });
  await untilSeen(stack, targetIn(stack.namespace, DB));
}

/** Writes of the workload that were sent, dry runs among them. */
async function triesSince(stack: TestStack, mark: number): Promise<number> {
  const { namespace, user } = stack;
  const entries = await auditSince(mark, { user: user.name, namespace });
  return entries.filter(
    ({ resource, name, verb }) => resource === "deployments" && name === "web" && verb === "patch",
  ).length;
}

describeReal("a restart that the server refuses", () => {
  test("S1/A7: a policy against it: it is told, tried less and less often, others go on, and it comes when the policy goes", async () => {
    const clock = movableClock();
    const stack = await openInSync([WEB, OTHER], [DB], {
      config: ["secrets: { window: 0s }"],
      clock,
    });
    const allow = await denyRollouts(targetIn(stack.namespace, WEB));
    await change(stack, "two");
    const id = idIn(stack.namespace, WEB);
    const other = idIn(stack.namespace, OTHER);
    await passUntil(
      stack,
      "it is refused, and the other one has restarted",
      ({ refusals }) =>
        refusals.some((each) => each.id === id) &&
        stack.object(other)?.phase === "Ready" &&
        stack.object(other)?.conditions.length === 0,
    );
    expect(stack.object(id)).toMatchObject({
      phase: "Stalled",
      conditions: [
        {
          type: "RestartDue",
          message: `its pods restart once it may be written: Secret/${stack.namespace}/db changed`,
        },
      ],
    });
    const mark = await auditMark();
    await passes(stack, 5);
    expect(await triesSince(stack, mark)).toBe(0);
    clock.move(MINUTE_MS);
    await passes(stack, 3);
    expect(await triesSince(stack, mark)).toBe(1);
    expect([await countRollouts(stack, WEB), await countRollouts(stack, OTHER)]).toEqual([1, 2]);

    await allow();
    clock.move(10 * MINUTE_MS);
    await passUntilRolled(stack, [WEB], 2);
    await passes(stack, 3);
    expect([await countRollouts(stack, WEB), await countRollouts(stack, OTHER)]).toEqual([2, 2]);
    expect(stack.stack.status.refusals).toEqual([]);
  });

  test("S1: a quota without room for the new pod: it is told, and goes on when there is room", async () => {
    const stack = await openInSync([WEB], [DB], {
      config: ["secrets: { window: 0s }", "gates: { progressDeadline: 1s }"],
    });
    const { namespace } = stack;
    const quota = { apiVersion: "v1", kind: "ResourceQuota", namespace, name: "one-pod" };
    await admin().create({
      apiVersion: "v1",
      kind: "ResourceQuota",
      metadata: { name: quota.name, namespace },
      spec: { hard: { pods: "1" } },
    });
    await change(stack, "two");
    const id = idIn(namespace, WEB);
    await passUntil(
      stack,
      "its cause is the quota",
      () => stack.object(id)?.cause?.message.includes("exceeded quota") === true,
    );
    expect(await countRollouts(stack, WEB)).toBe(2);
    // The next content is not held up by that: it may be what is needed.
    await change(stack, "three");
    await passUntil(stack, "it has the next", () => stack.object(id)?.conditions.length === 0);
    await admin().patch(quota, { merge: { spec: { hard: { pods: "5" } } } }, { as: "person" });
    await passUntil(stack, "it is in sync", ({ inSync }) => inSync);
    expect(await countRollouts(stack, WEB)).toBe(3);
  });
});
