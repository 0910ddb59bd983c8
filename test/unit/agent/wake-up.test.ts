import { describe, expect, test } from "vitest";
import { createWakeUp } from "../../../src/agent/wake-up.ts";
import { settle } from "../../support/fake-clock.ts";

/** Whether the wait has ended once everything that can go on has gone on. */
async function hasEnded(wait: Promise<void>): Promise<boolean> {
  return Promise.race([wait.then(() => true), settle().then(() => false)]);
}

describe("a wake-up", () => {
  test("waits as long as nobody rings", async () => {
    expect(await hasEnded(createWakeUp().wait())).toBe(false);
  });

  test("a ring ends the wait", async () => {
    const bell = createWakeUp();
    const wait = bell.wait();
    bell.ring();
    expect(await hasEnded(wait)).toBe(true);
  });

  test("a ring while nobody waits is not lost", async () => {
    const bell = createWakeUp();
    bell.ring();
    expect(await hasEnded(bell.wait())).toBe(true);
  });

  test("several rings before a wait count once", async () => {
    const bell = createWakeUp();
    bell.ring();
    bell.ring();
    await bell.wait();
    expect(await hasEnded(bell.wait())).toBe(false);
  });

  test("a ring between two waits ends the second", async () => {
    const bell = createWakeUp();
    const first = bell.wait();
    bell.ring();
    await first;
    bell.ring();
    expect(await hasEnded(bell.wait())).toBe(true);
  });
});
