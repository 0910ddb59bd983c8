import { describe, expect, test } from "vitest";
import { refreshTip } from "../../../src/agent/refresh-source.ts";
import { runPass } from "../../../src/agent/run-pass.ts";
import { ClusterError } from "../../../src/core/cluster-error.ts";
import { configMapText, type FakeStack, openFakeStack } from "../../support/fake-stack.ts";
import { yaml } from "../../support/graph-builders.ts";
import { keyFrom } from "../../support/look-builder.ts";
import { editObject } from "../../support/server-side-apply.ts";

const A = "ConfigMap/shop/a";
const PARENT = "apply ConfigMap/agents/lockstep-shop";
const SECRET = { "b.yaml": "apiVersion: v1\nkind: Secret\nmetadata: { name: b }\n" };

/** A stack whose `a` and `b` are applied; the clock has moved on. */
async function openSynced(): Promise<FakeStack> {
  const fake = openFakeStack();
  fake.source.commit({ "a.yaml": configMapText("a", "1"), ...SECRET });
  await pass(fake);
  await pass(fake);
  return fake;
}

/** One pass at the branch's tip, long after the one before. */
async function pass(fake: FakeStack): Promise<Awaited<ReturnType<typeof runPass>>> {
  await fake.clock.pass(10_000);
  await refreshTip(fake.stack);
  return runPass(fake.stack, { isPreview: false });
}

function edit({ cluster }: FakeStack, patch: string): void {
  const live = cluster.objects.get(keyFrom(A)) ?? {};
  cluster.put(editObject(live, "kubectl-edit", yaml(patch)));
}

describe("the kinds that the parent names", () => {
  test("one whose members cannot be listed is kept, and forgotten once nothing of it is left", async () => {
    const fake = await openSynced();
    fake.source.commit(SECRET);
    fake.cluster.remove(A);
    fake.cluster.unlistable.add("ConfigMap");
    await pass(fake);
    expect(fake.stack.parent?.content.scope.kinds).toEqual(["ConfigMap", "Secret"]);
    fake.cluster.unlistable.clear();
    await pass(fake);
    expect(fake.stack.parent?.content.scope.kinds).toEqual(["Secret"]);
  });

  test("one that is served no more has no members", async () => {
    const fake = await openSynced();
    fake.source.commit(SECRET);
    fake.cluster.remove(A);
    fake.cluster.notServed.add("ConfigMap");
    await pass(fake);
    expect(fake.stack.parent?.content.scope.kinds).toEqual(["Secret"]);
  });
});

describe("a stack that another process holds", () => {
  test("what would be reverted is told as open, and nothing is written", async () => {
    const fake = await openSynced();
    fake.stack.isHolder = false;
    edit(fake, "data: {x: '9'}");
    fake.cluster.requests.length = 0;
    const { status } = await pass(fake);
    expect(status.drift.map(({ path, action }) => `${path} ${action}`)).toEqual(["/data/x open"]);
    expect(fake.cluster.writes()).toEqual([]);
  });

  test("lost while a pass writes: its parent and events are the new holder's, the report is not", async () => {
    const fake = await openSynced();
    edit(fake, "data: {x: '9'}");
    fake.cluster.requests.length = 0;
    fake.cluster.onRequest = (line) => {
      if (line === `apply ${A}`) fake.stack.isHolder = false;
    };
    await pass(fake);
    await fake.stack.desk.delivery;
    const sent = fake.cluster.requests.filter(
      (line) => line === PARENT || line.startsWith("event"),
    );
    expect(sent).toEqual([]);
    expect(fake.ledger.commits).toHaveLength(1);
  });
});

test("the first pass after an outage does not tell of it any more", async () => {
  const fake = await openSynced();
  edit(fake, "data: {x: '9'}");
  fake.cluster.onRequest = () => {
    throw new ClusterError("unreachable", "down");
  };
  fake.stack.parent = undefined;
  expect((await pass(fake)).status.refusals.map(({ code }) => code)).toEqual(["unreachable"]);
  fake.cluster.onRequest = () => undefined;
  expect((await pass(fake)).status.refusals).toEqual([]);
});

test("passes in one second wait together for the status to be written", async () => {
  const fake = await openSynced();
  edit(fake, "data: {x: '9'}");
  await pass(fake);
  for (const value of ["7", "8"]) {
    edit(fake, `data: {x: '${value}'}`);
    // oxlint-disable-next-line no-await-in-loop -- one pass after the other
    await runPass(fake.stack, { isPreview: false });
  }
  expect(fake.clock.delays().filter((delayMs) => delayMs <= 1_000)).toHaveLength(1);
});
