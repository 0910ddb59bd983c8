import { expect, test } from "vitest";
import { previewStack } from "../../../src/agent/preview-stack.ts";
import { refreshTip } from "../../../src/agent/refresh-source.ts";
import { runPass } from "../../../src/agent/run-pass.ts";
import { SourceError } from "../../../src/core/source-error.ts";
import { configMapText, type FakeStack, openFakeStack } from "../../support/fake-stack.ts";

/** A stack that was in sync once, after a restart. */
async function reopen(): Promise<FakeStack> {
  const before = openFakeStack();
  before.source.commit({ "a.yaml": configMapText("a", "1") });
  for (const _ of [1, 2]) {
    // oxlint-disable-next-line no-await-in-loop -- one pass after the other
    await before.clock.pass(10_000);
    // oxlint-disable-next-line no-await-in-loop -- see above
    await refreshTip(before.stack);
    // oxlint-disable-next-line no-await-in-loop -- see above
    await runPass(before.stack, { isPreview: false });
  }
  return openFakeStack({ like: before });
}

test("a preview plans what is in force", async () => {
  const fake = await reopen();
  const { objects, revision } = await previewStack(fake.stack);
  expect(objects.map(({ id, action }) => `${id} ${action}`)).toEqual(["ConfigMap/shop/a keep"]);
  expect(revision).not.toBe("");
});

test("what could not be looked at makes no plan: what an earlier run left is not shown as one", async () => {
  const fake = await reopen();
  fake.source.onRequest = () => {
    throw new SourceError("unreachable", "down");
  };
  const { objects, refusals, revision } = await previewStack(fake.stack);
  expect(fake.stack.status.objects).toHaveLength(1);
  expect([revision, objects, refusals.map(({ code }) => code)]).toEqual(["", [], ["unreachable"]]);
});

test("a ref that the repository does not have makes no plan, though something is in force", async () => {
  const fake = await reopen();
  fake.source.onRequest = (line) => {
    if (line === "tip") throw new SourceError("no-such-branch", "no branch topic");
  };
  const plain = await previewStack(fake.stack);
  expect([plain.objects.length, plain.revision === ""]).toEqual([1, false]);
  const ofRef = await previewStack(fake.stack, { isOfRef: true });
  expect([ofRef.objects, ofRef.revision]).toEqual([[], ""]);
});
