import { describe, expect, test } from "vitest";
import { refreshTip, takeRevision, warnOfRewrite } from "../../../src/agent/refresh-source.ts";
import { runPass } from "../../../src/agent/run-pass.ts";
import { writeParent } from "../../../src/agent/write-parent.ts";
import { ClusterError } from "../../../src/core/cluster-error.ts";
import { SourceError } from "../../../src/core/source-error.ts";
import { configMapText, type FakeStack, openFakeStack } from "../../support/fake-stack.ts";

const down = new SourceError("unreachable", "the remote is down");
const GOOD = { "a.yaml": configMapText("a", "1") };
const BETTER = { "a.yaml": configMapText("a", "2") };
const BAD = { "a.yaml": "kind: [" };

/** One look at the repository, as a pass begins with. */
async function look({ stack }: FakeStack): Promise<void> {
  await refreshTip(stack);
  await takeRevision(stack);
}

/** One look and what follows from it. */
async function pass({ stack }: FakeStack): Promise<void> {
  await refreshTip(stack);
  await runPass(stack, { isPreview: false });
}

/** What is in force, and what there is to say about it: `1a2b3c4, 1 problem, refused: unreachable`. */
function state({ stack }: FakeStack): string {
  const source = stack.refusals.get("source");
  return [
    stack.desired?.revision.slice(0, 7) ?? "nothing",
    ...(stack.problems.length === 0 ? [] : [`${stack.problems.length} problem`]),
    ...(source === undefined ? [] : [`refused: ${source.code}`]),
  ].join(", ");
}

function shortly(commit: string): string {
  return commit.slice(0, 7);
}

describe("refreshTip", () => {
  test("says whether the branch moved", async () => {
    const fake = openFakeStack();
    fake.source.commit(GOOD);
    const answers = [await refreshTip(fake.stack), await refreshTip(fake.stack)];
    fake.source.commit(BETTER);
    expect([...answers, await refreshTip(fake.stack)]).toEqual([true, false, true]);
  });

  test("a refusal is said once, remembered, and forgotten when it is over", async () => {
    const fake = openFakeStack();
    fake.source.commit(GOOD);
    fake.source.refusal = down;
    expect([await refreshTip(fake.stack), await refreshTip(fake.stack)]).toEqual([false, false]);
    expect([state(fake), fake.warnings]).toEqual(["nothing, refused: unreachable", [down.message]]);
    fake.source.refusal = undefined;
    await look(fake);
    expect(state(fake)).toBe(shortly(fake.stack.tip));
  });
});

describe("takeRevision", () => {
  test("a good tip is put in force", async () => {
    const fake = openFakeStack();
    const good = fake.source.commit(GOOD);
    await look(fake);
    expect(state(fake)).toBe(shortly(good));
  });

  test("a bad tip leaves the last good revision in force", async () => {
    const fake = openFakeStack();
    const good = fake.source.commit(GOOD);
    await look(fake);
    fake.source.commit(BAD);
    await look(fake);
    expect(state(fake)).toBe(`${shortly(good)}, 1 problem`);
  });

  test("a bad tip is parsed once", async () => {
    const fake = openFakeStack();
    fake.source.commit(BAD);
    await look(fake);
    const before = fake.source.requests.filter((line) => line.startsWith("tree")).length;
    await look(fake);
    const after = fake.source.requests.filter((line) => line.startsWith("tree")).length;
    expect([before, after]).toEqual([1, 1]);
  });

  test("the commit that mends it is put in force", async () => {
    const fake = openFakeStack();
    fake.source.commit(BAD);
    await look(fake);
    const better = fake.source.commit(BETTER);
    await look(fake);
    expect(state(fake)).toBe(shortly(better));
  });

  test("problems of a bad tip are gone when the branch is set back to the good commit", async () => {
    const fake = openFakeStack();
    const good = fake.source.commit(GOOD);
    await look(fake);
    fake.source.commit(BAD);
    await look(fake);
    fake.source.commit(GOOD);
    await look(fake);
    expect(state(fake)).toBe(shortly(good));
  });

  test("without any good revision nothing is in force", async () => {
    const fake = openFakeStack();
    fake.source.commit(BAD);
    await look(fake);
    expect(state(fake)).toBe("nothing, 1 problem");
  });

  test("the remote is down: what is in force stays in force", async () => {
    const fake = openFakeStack();
    const good = fake.source.commit(GOOD);
    await look(fake);
    fake.source.commit(BETTER);
    fake.source.refusal = down;
    await look(fake);
    expect(state(fake)).toBe(`${shortly(good)}, refused: unreachable`);
  });

  test("the remote goes down between the tip and its files: what is in force stays in force", async () => {
    const fake = openFakeStack();
    const good = fake.source.commit(GOOD);
    await look(fake);
    fake.source.commit(BETTER);
    await refreshTip(fake.stack);
    fake.source.refusal = down;
    await takeRevision(fake.stack);
    expect(state(fake)).toBe(`${shortly(good)}, refused: unreachable`);
  });
});

/** An agent before this one had the good commit in force and wrote so into the parent. */
async function restarted(): Promise<{ readonly fake: FakeStack; readonly good: string }> {
  const before = openFakeStack();
  const good = before.source.commit(GOOD);
  await look(before);
  await writeParent(before.stack, () => ({ revision: good }));
  return { fake: openFakeStack({ like: before }), good };
}

describe("takeRevision after a restart", () => {
  test("with a bad tip: the revision that the parent names is in force", async () => {
    const { fake, good } = await restarted();
    fake.source.commit(BAD);
    await look(fake);
    expect(state(fake)).toBe(`${shortly(good)}, 1 problem`);
  });

  test("with a silent remote that still gives out known commits: the parent's revision", async () => {
    const { fake, good } = await restarted();
    fake.source.onRequest = (line) => {
      if (line === "tip") throw down;
    };
    await look(fake);
    expect(state(fake)).toBe(`${shortly(good)}, refused: unreachable`);
  });

  test("with a parent whose commit is lost: nothing, and the refusal says so", async () => {
    const { fake } = await restarted();
    await writeParent(fake.stack, () => ({ revision: "f".repeat(40) }));
    fake.source.commit(BAD);
    await look(fake);
    expect(state(fake)).toBe("nothing, 1 problem, refused: lost-commit");
  });

  test("with a good tip: the tip", async () => {
    const { fake } = await restarted();
    const better = fake.source.commit(BETTER);
    await look(fake);
    expect(state(fake)).toBe(shortly(better));
  });
});

describe("a tip that does not follow what is in force", () => {
  test.each([
    { relation: "ancestor", says: [] },
    { relation: "unknown", says: [] },
    { relation: "descendant", says: ["the branch was set back"] },
    { relation: "diverged", says: ["the branch's history was rewritten"] },
  ] as const)("$relation → $says", async ({ relation, says }) => {
    const fake = openFakeStack();
    const good = fake.source.commit(GOOD);
    await pass(fake);
    const better = fake.source.commit(BETTER);
    fake.source.relation = relation;
    await pass(fake);
    await pass(fake);
    const [next, last] = [shortly(better), shortly(good)];
    expect(state(fake)).toBe(next);
    expect(fake.warnings).toEqual(
      says.map((text) => `commit ${next} does not follow ${last}, which was in force: ${text}`),
    );
  });

  test("after a restart with another repository in place of the old one", async () => {
    const { fake, good } = await restarted();
    fake.source.forget(good);
    fake.source.commit(BETTER);
    await pass(fake);
    expect(fake.warnings).toEqual([
      expect.stringMatching(
        /does not follow .*: the repository does not have that one, its history/,
      ),
    ]);
  });

  test("a remote that does not answer the question is no reason to wait", async () => {
    const { fake } = await restarted();
    const better = fake.source.commit(BETTER);
    fake.source.relate = async () => Promise.reject(down);
    await pass(fake);
    expect([state(fake), fake.warnings]).toEqual([shortly(better), []]);
  });

  test("a preview says nothing, nor does who only watches; who acts does", async () => {
    const { fake } = await restarted();
    fake.source.commit(BETTER);
    fake.source.relation = "diverged";
    await refreshTip(fake.stack);
    await runPass(fake.stack, { isPreview: true });
    fake.stack.isHolder = false;
    await runPass(fake.stack, { isPreview: false });
    expect(fake.warnings).toEqual([]);
    fake.stack.isHolder = true;
    await pass(fake);
    expect(fake.warnings).toEqual([expect.stringContaining("history was rewritten")]);
  });

  test("it is told once, also while the cluster does not let the new commit be recorded", async () => {
    const fake = openFakeStack();
    fake.source.commit(GOOD);
    await pass(fake);
    fake.source.commit(BETTER);
    fake.source.relation = "diverged";
    fake.cluster.onRequest = (line) => {
      if (line.startsWith("apply")) throw new ClusterError("unreachable", "no answer");
    };
    await pass(fake);
    await pass(fake);
    expect(fake.warnings.filter((text) => text.includes("does not follow")).length).toBe(1);
  });
});

test("a parent that cannot be read keeps no good tip out", async () => {
  const { fake } = await restarted();
  const better = fake.source.commit(BETTER);
  fake.cluster.onRequest = () => {
    throw new ClusterError("unreachable", "no answer");
  };
  await look(fake);
  await warnOfRewrite(fake.stack);
  expect([state(fake), fake.warnings]).toEqual([shortly(better), []]);
});
