import { expect, test } from "vitest";
import { letGo } from "../../src/agent/let-go.ts";
import { ownersOf } from "../../src/agent/let-go-of-stack.ts";
import { idOf, labelOf } from "../../src/core/object/live-object.ts";
import { auditMark } from "../support/audit-log.ts";
import { eventually } from "../support/eventually.ts";
import { passes, writesSince } from "../support/follow-stack.ts";
import type { Target } from "../support/kube-client.ts";
import { idIn, manifestFiles, settings, targetIn } from "../support/kube-manifests.ts";
import { leavingStack } from "../support/leaving-stack.ts";
import { admin, describeReal } from "../support/real-cluster.ts";
import { makeFamily, openFirst, openSecond, type StackFamily } from "../support/stack-family.ts";
import { openTestStack, type TestStack } from "../support/test-stack.ts";

const SHARED = settings("shared", { from: "one" });
const OTHER = settings("shared", { from: "two" });

interface Scene {
  readonly family: StackFamily;
  readonly first: TestStack;
  readonly second: TestStack;
  readonly target: Target;
}

/** Both have the object in Git, and the first one has applied it. */
async function openBoth(): Promise<Scene> {
  const family = await makeFamily();
  const first = await openFirst(family);
  await first.commit(manifestFiles(SHARED));
  await first.sync();
  await family.commitSecond(manifestFiles(OTHER));
  const second = await openSecond(family, first);
  await second.pass();
  expect(blockersOf(second)).toEqual([`OwnedByOther ${first.name}`]);
  return { family, first, second, target: targetIn(first.namespace, SHARED) };
}

function blockersOf(stack: TestStack): readonly string[] {
  const { blockers = [] } = stack.object(idIn(stack.namespace, SHARED)) ?? {};
  return blockers.map(({ reason, have }) => `${reason} ${have}`);
}

async function takeMarksOff(target: Target): Promise<void> {
  const merge = { metadata: { labels: null, annotations: null } };
  await admin().patch(target, { merge }, { as: "evil" });
}

describeReal("An object whose marks somebody takes off", () => {
  test("B17: another stack that has it in Git does not take it; its owner puts them back, and nothing flips", async () => {
    const { family, first, second, target } = await openBoth();
    await takeMarksOff(target);
    const mark = await auditMark();
    await passes(second, 2);
    const later = await openTestStack({ like: second, family });
    await later.pass();

    expect([blockersOf(second), blockersOf(later)]).toEqual([
      [`OwnedByOther ${first.name}`],
      [`OwnedByOther ${first.name}`],
    ]);
    expect((await admin().get(target))["data"]).toEqual({ from: "one" });
    await eventually("its owner puts them back", async () => {
      await first.pass();
      return labelOf(await admin().get(target), "lockstep.dev/stack") === first.name;
    });
    await passes(second, 2);
    expect((await admin().get(target))["data"]).toEqual({ from: "one" });
    expect(await writesSince(second, mark)).toEqual([]);
  });

  test("B17: what its owner let go is anybody's", async () => {
    const { first, second, target } = await openBoth();
    await first.stop();
    const leaving = leavingStack(first);
    const ref = { id: { ...idOf(SHARED), namespace: first.namespace }, apiVersion: "v1" };
    await letGo(ref, { ...leaving.ports, ...ownersOf(leaving), isDryRun: false });
    expect((await second.sync()).inSync).toBe(true);
    expect((await admin().get(target))["data"]).toEqual({ from: "two" });
  });
});
