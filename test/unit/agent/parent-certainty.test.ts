import { describe, expect, test } from "vitest";
import { actOnPlan } from "../../../src/agent/act-on-plan.ts";
import { confirmPrune } from "../../../src/agent/confirm-prune.ts";
import { decidePass } from "../../../src/agent/decide-pass.ts";
import { mayWrite } from "../../../src/agent/may-write.ts";
import { refreshTip, takeRevision } from "../../../src/agent/refresh-source.ts";
import { runPass } from "../../../src/agent/run-pass.ts";
import { suspendStack } from "../../../src/agent/suspend-stack.ts";
import {
  forgetEarlierParents,
  noticeParent,
  readStackParent,
  writeParent,
} from "../../../src/agent/write-parent.ts";
import type { JsonObject } from "../../../src/core/object/json.ts";
import { SourceError } from "../../../src/core/source-error.ts";
import { configMapText, type FakeStack, openFakeStack } from "../../support/fake-stack.ts";
import { keyFrom } from "../../support/look-builder.ts";

const PARENT = "ConfigMap/agents/lockstep-shop";
const EARLIER = "ConfigMap/agents/lockstep-store";
const A = { "a.yaml": configMapText("a", "1") };

async function pass({ stack, clock }: FakeStack): Promise<void> {
  await clock.pass(10_000);
  await refreshTip(stack);
  await runPass(stack, { isPreview: false });
}

describe("a confirmation in the parent", () => {
  test("B11: outlives an agent that cannot hear of its commit", async () => {
    const agent = openFakeStack();
    agent.source.commit(A);
    await pass(agent);
    const person = openFakeStack({ like: agent });
    const tip = agent.source.commit({ "readme.md": "nothing" });
    expect(await confirmPrune(person.stack, tip)).toBe(true);
    agent.stack.parent = undefined;
    agent.source.refusal = new SourceError("unreachable", "the remote is down");
    agent.cluster.remove("ConfigMap/shop/a");
    await runPass(agent.stack, { isPreview: false });
    await agent.clock.pass(10_000);
    await runPass(agent.stack, { isPreview: false });
    agent.stack.parent = undefined;
    expect((await readStackParent(agent.stack)).content.confirmedPrune).toBe(tip);
  });

  test("B11: makes an agent that has not heard of its commit ask the repository, once", async () => {
    const agent = openFakeStack();
    agent.source.commit(A);
    await pass(agent);
    const person = openFakeStack({ like: agent });
    const tip = agent.source.commit({ "readme.md": "nothing" });
    await confirmPrune(person.stack, tip);
    await runPass(agent.stack, { isPreview: false });
    expect(agent.stack.tip).toBe(tip);
    agent.source.requests.length = 0;
    await runPass(agent.stack, { isPreview: false });
    await runPass(agent.stack, { isPreview: false });
    expect(agent.source.requests).not.toContain("tip");
  });

  test("B11: is over once another commit follows the one it is for", async () => {
    const fake = openFakeStack();
    fake.source.commit(A);
    await pass(fake);
    expect(await confirmPrune(fake.stack, fake.stack.tip)).toBe(true);
    await pass(fake);
    expect(fake.stack.parent?.content.confirmedPrune).toBe(fake.stack.tip);
    fake.source.commit({ "a.yaml": configMapText("a", "2") });
    await pass(fake);
    expect(fake.stack.parent?.content.confirmedPrune).toBe("");
  });

  test("B11: by its own message counts for that commit alone", async () => {
    const fake = openFakeStack();
    fake.source.commit(A);
    await pass(fake);
    fake.stack.confirmedRevision = "0".repeat(40);
    const { desired } = fake.stack;
    if (desired === undefined) throw new Error("nothing is in force");
    const other = await decidePass(fake.stack, desired, { isPreview: false });
    fake.stack.confirmedRevision = desired.revision;
    const own = await decidePass(fake.stack, desired, { isPreview: false });
    expect([other.look.confirmedPrune, own.look.confirmedPrune]).toEqual(["", desired.revision]);
  });
});

describe("a parent that nobody has read", () => {
  test("a stack may not be written before it is known whether it is suspended", async () => {
    const fake = openFakeStack();
    fake.source.commit(A);
    await refreshTip(fake.stack);
    await takeRevision(fake.stack);
    const { desired } = fake.stack;
    if (desired === undefined) throw new Error("nothing is in force");
    const { plan } = await decidePass(fake.stack, desired, { isPreview: false });
    await suspendStack(fake.stack, { reason: "look", until: "" });
    // As after the Lease changed hands in the middle of a pass.
    fake.stack.parent = undefined;
    fake.stack.comparedRevision = desired.revision;
    expect(mayWrite(fake.stack)).toBe(false);
    await actOnPlan(fake.stack, plan, desired);
    expect(fake.cluster.writes()).toEqual([`apply ${PARENT}`]);
    expect(fake.stack.parent).toBeDefined();
  });
});

describe("what the watch shows of the parent", () => {
  test.each([
    ["9007199254740993", "9007199254740992", "seen"],
    ["9007199254740992", "9007199254740993", "known"],
    ["9007199254740993", "9007199254740993", "known"],
    ["10", "9", "seen"],
  ])("%s is newer than %s: what counts is what was %s", async (seen, known, counts) => {
    const { stack } = openFakeStack();
    await writeParent(stack, () => ({ revision: "known" }));
    const live = withVersion(stack.parent?.live, known);
    const content = (await readStackParent(stack)).content;
    stack.parent = { live, content };
    noticeParent(stack, { ...withVersion(live, seen), data: { revision: "seen" } });
    expect(stack.parent?.content.revision).toBe(counts);
  });

  test("another set's is not ours to believe", async () => {
    const { stack, cluster } = openFakeStack();
    await writeParent(stack, () => ({ revision: "known" }));
    const live = cluster.objects.get(keyFrom(PARENT));
    const labels = { "applyset.kubernetes.io/id": "applyset-other-v1" };
    const foreign = {
      ...live,
      metadata: { ...metadataOf(live), labels, resourceVersion: "9007199254740993" },
    };
    cluster.put(foreign);
    noticeParent(stack, foreign);
    expect(mayWrite(stack)).toBe(false);
    await expect(readStackParent(stack)).rejects.toMatchObject({ code: "not-ours" });
  });
});

describe("the parent of an earlier name", () => {
  test("goes, and what it says was kept", async () => {
    const fake = await rename((live) => live);
    await forgetEarlierParents(fake.stack);
    expect(fake.cluster.writes()).toEqual([`delete ${EARLIER}`]);
    expect(fake.stack.parent?.content.revision).toBe("c0ffee");
  });

  test.each(["labels", "annotations"])("without our %s it is not ours: it stays", async (key) => {
    const fake = await rename(without(key));
    await forgetEarlierParents(fake.stack);
    expect(fake.cluster.writes()).toEqual([]);
    expect(fake.stack.parent?.content.revision).toBe("");
  });

  test("stays while the stack is suspended", async () => {
    const fake = await rename((live) => live);
    await suspendStack(fake.stack, { reason: "look", until: "" });
    await forgetEarlierParents(fake.stack);
    expect(fake.cluster.writes()).toEqual([`apply ${PARENT}`]);
  });
});

describe("takeRevision", () => {
  test("one turn at a time: what a commit says of itself goes with that commit", async () => {
    const fake = openFakeStack();
    const first = fake.source.commit(A);
    await refreshTip(fake.stack);
    let running = 0;
    let most = 0;
    fake.source.onRequest = async (line) => {
      if (!line.startsWith("tree")) return;
      running += 1;
      most = Math.max(most, running);
      await Promise.resolve();
      await Promise.resolve();
      running -= 1;
    };
    const turns = [takeRevision(fake.stack)];
    const second = fake.source.commit({ "a.yaml": configMapText("a", "2") });
    fake.stack.tip = second;
    turns.push(takeRevision(fake.stack));
    await Promise.all(turns);
    expect([most, first === second, fake.stack.desired?.revision]).toEqual([1, false, second]);
  });
});

function metadataOf(object: JsonObject | undefined): JsonObject {
  const metadata = object?.["metadata"];
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- made by this test
  return (metadata ?? {}) as JsonObject;
}

function withVersion(live: JsonObject | undefined, resourceVersion: string): JsonObject {
  return { ...live, metadata: { ...metadataOf(live), resourceVersion } };
}

async function rename(change: (live: JsonObject) => JsonObject): Promise<FakeStack> {
  const fake = openFakeStack({ config: ["renamedFrom: [store]"] });
  const [set = ""] = fake.stack.setup.rules.earlierSets;
  fake.cluster.put(
    change({
      apiVersion: "v1",
      kind: "ConfigMap",
      metadata: {
        name: "lockstep-store",
        namespace: "agents",
        uid: "u",
        resourceVersion: "1",
        labels: { "applyset.kubernetes.io/id": set },
        annotations: { "applyset.kubernetes.io/tooling": "lockstep/1" },
      },
      data: { revision: "c0ffee" },
    }),
  );
  await readStackParent(fake.stack);
  return fake;
}

function without(key: string): (live: JsonObject) => JsonObject {
  return (live) => ({ ...live, metadata: { ...metadataOf(live), [key]: {} } });
}
