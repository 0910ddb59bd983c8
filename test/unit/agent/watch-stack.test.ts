import { describe, expect, test } from "vitest";
import type { LeaseState } from "../../../src/ports/lease-port.ts";
import { fakeLease } from "../../support/fake-lease.ts";
import { configMapText, openFakeStack } from "../../support/fake-stack.ts";
import { runFakeStack as run } from "../../support/run-fake-stack.ts";

const taken: LeaseState = { kind: "taken", holder: "other", expiresAtMs: 0 };

describe("whose Lease it is", () => {
  test("who else holds it is told once, and that it is ours at the end; no answer is no news", async () => {
    const fake = openFakeStack();
    fake.source.commit({ "a.yaml": configMapText("a", "1") });
    const states: { now: LeaseState | undefined } = { now: taken };
    const running = run(fake, fakeLease(states));
    await fake.clock.pass(20_000);
    expect(running.holders).toEqual(["other"]);
    states.now = undefined;
    await fake.clock.pass(10_000);
    states.now = { kind: "taken", holder: "third", expiresAtMs: 0 };
    await fake.clock.pass(10_000);
    states.now = { kind: "held", renewBeforeMs: Number.MAX_SAFE_INTEGER };
    await fake.clock.pass(10_000);
    expect(running.holders).toEqual(["other", "third", "none"]);
    expect(fake.infos.filter((each) => each.includes("Lease"))).toEqual([
      "another agent holds the stack's Lease: this one only watches, and takes over when that one ends",
      "another agent holds the stack's Lease: this one only watches, and takes over when that one ends",
      "the stack's Lease is free: this agent takes over",
    ]);
  });

  test("one that is ours from the beginning is no news", async () => {
    const fake = openFakeStack();
    fake.source.commit({ "a.yaml": configMapText("a", "1") });
    const held: LeaseState = { kind: "held", renewBeforeMs: Number.MAX_SAFE_INTEGER };
    const running = run(fake, fakeLease({ now: held }));
    await fake.clock.pass(20_000);
    expect(running.holders).toEqual([]);
    expect(fake.infos.filter((each) => each.includes("Lease"))).toEqual([]);
  });

  test("it is given back at the end", async () => {
    const fake = openFakeStack();
    fake.source.commit({ "a.yaml": configMapText("a", "1") });
    const lease = fakeLease({ now: { kind: "held", renewBeforeMs: Number.MAX_SAFE_INTEGER } });
    const running = run(fake, lease);
    await fake.clock.pass(1_000);
    await running.stop();
    expect(lease.released).toBe(true);
  });
});
