import { expect, test } from "vitest";
import { refreshTip } from "../../../src/agent/refresh-source.ts";
import { runPass } from "../../../src/agent/run-pass.ts";
import { configMapText, type FakeStack, openFakeStack } from "../../support/fake-stack.ts";
import { yaml } from "../../support/graph-builders.ts";
import { keyFrom } from "../../support/look-builder.ts";
import { editObject } from "../../support/server-side-apply.ts";

const A = "ConfigMap/shop/a";

async function pass(fake: FakeStack): Promise<void> {
  await fake.clock.pass(10_000);
  await refreshTip(fake.stack);
  await runPass(fake.stack, { isPreview: false });
}

/** The Events of the next pass, each on one line. */
async function newsOf(fake: FakeStack): Promise<readonly string[]> {
  const before = fake.cluster.events.length;
  await pass(fake);
  return fake.cluster.events
    .slice(before)
    .map(({ regarding, reason, note }) => `${regarding.id.name}: ${reason}: ${note}`);
}

function objectOf({ cluster }: FakeStack): Parameters<typeof editObject>[0] {
  return cluster.objects.get(keyFrom(A)) ?? {};
}

test("Events are sentences: what a held object waits for, who changed what, who deleted it", async () => {
  const fake = openFakeStack();
  fake.source.commit({ "a.yaml": configMapText("a", "1") });
  await pass(fake);
  fake.cluster.put(editObject(objectOf(fake), "kubectl-edit", yaml("data: {x: '9', y: '2'}")));
  const edited = await newsOf(fake);
  fake.cluster.remove(A);
  const deleted = await newsOf(fake);
  const after = "{ lockstep.dev/after: ConfigMap/shop/gone@exists }";
  fake.source.commit({ "a.yaml": configMapText("a", "2", after) });
  const held = await newsOf(fake);
  expect([edited, deleted, held]).toEqual([
    ["a: DriftReverted: kubectl-edit changed data.x; kubectl-edit added data.y: reverted"],
    ["a: DriftReverted: somebody deleted it: reverted"],
    [
      "a: Held: waits for ConfigMap/shop/gone: it is neither in the cluster nor in Git (TargetNotFound)",
    ],
  ]);
  // Values are for the report, and no half sentence of a data structure is for people.
  expect(JSON.stringify(fake.cluster.events)).not.toMatch(/"9"|\(wants|unknown|by kubectl/);
});

test("who has an object skipped is told once, and that it is over", async () => {
  const fake = openFakeStack();
  fake.source.commit({ "a.yaml": configMapText("a", "1") });
  await pass(fake);
  function mark(labels: Parameters<typeof yaml>[0]): void {
    const patch = yaml(`metadata: { labels: ${labels} }`);
    fake.cluster.put(editObject(objectOf(fake), "kubectl-label", patch));
  }
  mark("{ lockstep.dev/skip-reconciliation: 'true' }");
  const skipped = await newsOf(fake);
  const still = await newsOf(fake);
  mark("{ lockstep.dev/skip-reconciliation: null }");
  expect([skipped, still, await newsOf(fake)]).toEqual([
    [
      "a: Skipped: nothing of it is written (label lockstep.dev/skip-reconciliation, set by kubectl-label)",
    ],
    [],
    ["a: Resumed: it is no longer skipped"],
  ]);
});
