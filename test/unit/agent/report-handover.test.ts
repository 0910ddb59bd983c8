import { expect, test } from "vitest";
import {
  flushReport,
  queueText,
  reportDrift,
  settleReport,
} from "../../../src/agent/deliver-report.ts";
import { forgetParent } from "../../../src/agent/holds-stack.ts";
import { seedStack } from "../../../src/agent/open-stack.ts";
import { recordEnd } from "../../../src/agent/record-pass.ts";
import type { Stack } from "../../../src/agent/stack.ts";
import { SourceError } from "../../../src/core/source-error.ts";
import { type FakeStack, openFakeStack } from "../../support/fake-stack.ts";
import { drifts, stored } from "../../support/report-world.ts";

const EVERY_MS = 300_000;
const HALF_MINUTE_MS = 30_000;

/** The Lease goes from one process to the other; what was recorded is in the parent. */
async function handOver(from: Stack, to: Stack): Promise<void> {
  await recordEnd(from);
  from.isHolder = false;
  forgetParent(from);
  to.isHolder = true;
  forgetParent(to);
  await seedStack(to);
}

/** A process that was killed after it had recorded what it could not tell. */
async function openKilled(): Promise<FakeStack> {
  const killed = openFakeStack();
  killed.ledger.refusal = new SourceError("unreachable", "the remote is down");
  await seedStack(killed.stack);
  reportDrift(killed.stack, drifts("a"));
  await settleReport(killed.stack);
  reportDrift(killed.stack, drifts("a"));
  await recordEnd(killed.stack);
  killed.ledger.refusal = undefined;
  return killed;
}

/** Two replicas of one agent, of which the first holds the stack. */
async function openReplicas(): Promise<{ readonly first: FakeStack; readonly second: FakeStack }> {
  const first = openFakeStack();
  const second = openFakeStack({ like: first });
  second.stack.isHolder = false;
  await seedStack(first.stack);
  return { first, second };
}

/** The first told of `a` and had `b` to tell when the second one took the stack over, found nothing, and told what there was. */
async function openTakenOver(): ReturnType<typeof openReplicas> {
  const { first, second } = await openReplicas();
  reportDrift(first.stack, drifts("a"));
  await settleReport(first.stack);
  reportDrift(first.stack, drifts("b"));
  await handOver(first.stack, second.stack);
  reportDrift(second.stack, []);
  await settleReport(second.stack);
  return { first, second };
}

test("what waits when the stack goes to another process is told by that one alone", async () => {
  const { first } = await openTakenOver();
  const { ledger, clock } = first;
  expect(stored(ledger)).toBe("none: a reverted, b reverted");
  await clock.pass(2 * EVERY_MS);
  await flushReport(first.stack);
  expect(stored(ledger)).toBe("none: a reverted, b reverted");
  expect(ledger.commits).toHaveLength(2);
});

test("who lost the stack while the repository was down does not tell the past when it is back", async () => {
  const { first, second } = await openReplicas();
  const { ledger, clock } = first;
  ledger.refusal = new SourceError("unreachable", "the remote is down");
  reportDrift(first.stack, drifts("a"));
  await settleReport(first.stack);
  // The pass for which the refusal rang.
  reportDrift(first.stack, drifts("a"));
  await handOver(first.stack, second.stack);
  ledger.refusal = undefined;
  reportDrift(second.stack, []);
  await settleReport(second.stack);
  expect(stored(ledger)).toBe("none: a reverted");
  second.stack.status = { ...second.stack.status, revision: "another" };
  await clock.pass(4 * HALF_MINUTE_MS);
  expect(ledger.commits).toHaveLength(1);
});

test("a stack that comes back is told of by what the ledger says by then", async () => {
  const { first, second } = await openReplicas();
  const { ledger, clock } = first;
  reportDrift(first.stack, drifts("a"));
  await settleReport(first.stack);
  await handOver(first.stack, second.stack);
  reportDrift(second.stack, []);
  await settleReport(second.stack);
  expect(stored(ledger)).toBe("none: a reverted");
  await handOver(second.stack, first.stack);
  await clock.pass(2 * EVERY_MS);
  reportDrift(first.stack, drifts("a"));
  await settleReport(first.stack);
  expect(stored(ledger)).toBe("found: a reverted");
});

test("a stack that comes back tells nothing again that the other process told", async () => {
  const { first, second } = await openTakenOver();
  const { ledger, clock } = first;
  await handOver(second.stack, first.stack);
  reportDrift(first.stack, []);
  await clock.pass(2 * EVERY_MS);
  reportDrift(first.stack, drifts("c"));
  await clock.pass(2 * EVERY_MS);
  expect(ledger.commits).toHaveLength(3);
  expect(stored(ledger)).toBe("found: c reverted");
});

test("what the last pass found as the stack was lost is told at once: nobody else knows of it", async () => {
  const { first } = await openReplicas();
  const { ledger } = first;
  reportDrift(first.stack, drifts("a"));
  await settleReport(first.stack);
  first.stack.isHolder = false;
  reportDrift(first.stack, drifts("b"));
  await settleReport(first.stack);
  expect(stored(ledger)).toBe("found: b reverted");
});

test("a Lease that is renewed late keeps nothing from being told", async () => {
  const { first } = await openReplicas();
  const { ledger, clock, stack } = first;
  reportDrift(stack, drifts("a"));
  await settleReport(stack);
  reportDrift(stack, drifts("a", "b"));
  stack.holdsUntilMs = clock.now();
  await clock.pass(EVERY_MS);
  expect(stored(ledger)).toBe("found: a reverted");
  stack.holdsUntilMs = Number.MAX_SAFE_INTEGER;
  await clock.pass(HALF_MINUTE_MS);
  expect(stored(ledger)).toBe("found: a reverted, b reverted");
});

test("what an earlier run left stays in the parent until the ledger has it, whoever is killed meanwhile", async () => {
  const killed = await openKilled();
  const next = openFakeStack({ like: killed });
  await seedStack(next.stack);
  reportDrift(next.stack, []);
  // It is killed before the repository answers.
  await recordEnd(next.stack);
  expect(next.stack.parent?.content.queue).toContain("ConfigMap/shop/a");
  await settleReport(next.stack);
  await recordEnd(next.stack);
  expect(stored(next.ledger)).toBe("none: a reverted");
  expect(next.stack.parent?.content.queue).toBe("");
});

test("what a first pass took back is for the parent before the ledger was read", async () => {
  const { stack } = openFakeStack();
  await seedStack(stack);
  reportDrift(stack, drifts("a"));
  expect(stack.desk.previous.kind).toBe("unread");
  expect(queueText(stack)).toContain("ConfigMap/shop/a");
  await settleReport(stack);
  await recordEnd(stack);
  expect(stack.parent?.content.queue).toBe("");
});
