import { describe, expect, test } from "vitest";
import { type HookDesk, openHookDesk } from "../../../src/agent/hook-desk.ts";
import { settle } from "../../support/fake-clock.ts";
import { configMapText, type FakeStack, openFakeStack } from "../../support/fake-stack.ts";
import { runFakeStack } from "../../support/run-fake-stack.ts";

const URL = "https://git.example/team/stack";

const PULL_REQUEST = [
  "reports:",
  "  pullRequest:",
  "    { forge: gitea, api: https://git.example/api/v1, repository: team/stack, tokenFile: /token }",
];

/** A stack at rest whose hooks ring. */
async function openRung(
  config: readonly string[] = [],
): Promise<FakeStack & { readonly desk: HookDesk }> {
  const fake = openFakeStack({ config });
  fake.source.commit({ "a.yaml": configMapText("a", "1") });
  const desk = openHookDesk();
  desk.enter(fake.stack);
  runFakeStack(fake);
  await fake.clock.pass(10_000);
  fake.source.requests.length = 0;
  return { ...fake, desk };
}

describe("a hook", () => {
  test.each([
    ["the stack's own", [URL], 1],
    ["the same by ssh among others", ["https://x.example/y", "git@git.example:team/stack.git"], 1],
    ["another one", ["https://git.example/team/other"], 0],
    ["none", [], 1],
    ["what is no URL", ["team/stack"], 1],
  ])("that names %s: %s -> %s look", async (_, named, count) => {
    const { desk, source } = await openRung();
    expect(desk.ring(named)).toBe(count);
    await settle();
    expect(source.requests).toEqual(count === 0 ? [] : ["tip"]);
  });

  test("of a stack that has ended finds nobody", async () => {
    const { stack } = openFakeStack();
    const desk = openHookDesk();
    desk.enter(stack)();
    expect(desk.ring([])).toBe(0);
  });

  test("that is sent again and again has the repository asked four times a second, and at last", async () => {
    const { desk, source, clock } = await openRung();
    for (let count = 0; count < 200; count += 1) {
      desk.ring([URL]);
      // oxlint-disable-next-line no-await-in-loop -- a hook each five milliseconds
      await clock.pass(5);
    }
    await clock.pass(10_000);
    expect(source.requests).toEqual(["tip", "tip", "tip", "tip", "tip"]);
  });

  test("while the repository answers is not lost, and makes no second question beside the first", async () => {
    const { desk, source, clock } = await openRung();
    const waiting: (() => void)[] = [];
    source.onRequest = async () =>
      new Promise((resolve) => {
        waiting.push(resolve);
      });
    desk.ring([URL]);
    await clock.pass(1_000);
    desk.ring([URL]);
    await clock.pass(1_000);
    expect(source.requests).toEqual(["tip"]);
    waiting[0]?.();
    await settle();
    expect(source.requests).toEqual(["tip", "tip"]);
    waiting[1]?.();
  });

  test("has the forge asked at once, and then once in ten seconds", async () => {
    const { desk, clock, forge } = await openRung(PULL_REQUEST);
    const asked: number[] = [];
    const began = clock.now();
    forge.onRequest = (name) => {
      if (name === "find") asked.push(clock.now() - began);
    };
    for (let count = 0; count < 50; count += 1) {
      desk.ring([URL]);
      // oxlint-disable-next-line no-await-in-loop -- five hooks a second
      await clock.pass(200);
    }
    await clock.pass(60_000);
    expect(asked.map((ms) => Math.floor(ms / 1000))).toEqual([0, 10]);
  });
});
