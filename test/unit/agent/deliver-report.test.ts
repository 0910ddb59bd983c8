import { describe, expect, test } from "vitest";
import { flushReport, reportDrift, settleReport } from "../../../src/agent/deliver-report.ts";
import { closeStack } from "../../../src/agent/open-stack.ts";
import { createWakeUp } from "../../../src/agent/wake-up.ts";
import { SourceError } from "../../../src/core/source-error.ts";
import { settle } from "../../support/fake-clock.ts";
import type { FakeLedger } from "../../support/fake-ledger.ts";
import { openFakeStack } from "../../support/fake-stack.ts";
import { drifts, JSON_FILE, stored } from "../../support/report-world.ts";

const EVERY_MS = 300_000;
const RETRY_MS = 30_000;
const down = new SourceError("unreachable", "the remote is down");

/** A commit that is under way until it is told to end. */
function hold(ledger: FakeLedger): () => void {
  const bell = createWakeUp();
  ledger.gate = bell.wait();
  return () => {
    bell.ring();
  };
}

describe("reportDrift", () => {
  test("the first drift is committed at once, beside the passes", async () => {
    const { stack, ledger } = openFakeStack();
    reportDrift(stack, drifts("a"));
    expect(ledger.requests).not.toContain("commit");
    await settleReport(stack);
    expect(stored(ledger)).toBe("found: a reverted");
  });

  test("the same drift once more commits nothing", async () => {
    const { stack, ledger, clock } = openFakeStack();
    reportDrift(stack, drifts("a"));
    await settleReport(stack);
    reportDrift(stack, drifts("a"));
    await clock.pass(2 * EVERY_MS);
    expect(ledger.commits).toHaveLength(1);
  });

  test("what the ledger has already begins no delivery, but for a refusal that may be over", async () => {
    const { stack, ledger } = openFakeStack();
    reportDrift(stack, drifts("a"));
    await settleReport(stack);
    reportDrift(stack, drifts("a"));
    expect(stack.desk.delivery).toBeUndefined();
    stack.refusals.set("ledger", { id: "", code: "unreachable", message: "queued" });
    reportDrift(stack, drifts("a"));
    expect(stack.desk.delivery).toBeDefined();
    await settleReport(stack);
    expect(stack.refusals.has("ledger")).toBe(false);
    expect(ledger.commits).toHaveLength(1);
  });

  test("news that waits for its time goes at the end of a run: a restart loses none", async () => {
    const { stack, ledger } = openFakeStack();
    reportDrift(stack, drifts("a"));
    await settleReport(stack);
    reportDrift(stack, drifts("a", "b"));
    await flushReport(stack);
    expect(stored(ledger)).toBe("found: a reverted, b reverted");
    await flushReport(stack);
    expect(ledger.commits).toHaveLength(2);
  });

  test("the next news waits for its time, and is then committed without another pass", async () => {
    const { stack, ledger, clock } = openFakeStack();
    reportDrift(stack, drifts("a"));
    await settleReport(stack);
    reportDrift(stack, drifts("a", "b"));
    await clock.pass(EVERY_MS - 1);
    expect(stored(ledger)).toBe("found: a reverted");
    await clock.pass(1);
    expect(stored(ledger)).toBe("found: a reverted, b reverted");
  });

  test("what is found, and what comes and goes, while a commit is under way is not lost", async () => {
    const { stack, ledger, clock } = openFakeStack();
    const finish = hold(ledger);
    reportDrift(stack, drifts("a"));
    await settle();
    reportDrift(stack, drifts("a", "b"));
    reportDrift(stack, drifts("a", "c"));
    finish();
    await settleReport(stack);
    expect(stored(ledger)).toBe("found: a reverted");
    await clock.pass(EVERY_MS);
    expect(stored(ledger)).toBe("found: a reverted, b reverted, c reverted");
    expect(ledger.commits).toHaveLength(2);
  });

  test("two commits are never under way at once", async () => {
    const { stack, ledger } = openFakeStack();
    const finish = hold(ledger);
    reportDrift(stack, drifts("a"));
    await settle();
    reportDrift(stack, drifts("b"));
    await settle();
    expect(ledger.requests).toEqual(["read", "commit"]);
    finish();
    await settleReport(stack);
  });

  test("a stack that is closed delivers what is under way first", async () => {
    const { stack, ledger } = openFakeStack();
    reportDrift(stack, drifts("a"));
    await closeStack(stack);
    expect(stored(ledger)).toBe("found: a reverted");
  });

  test("after a restart what the ledger already says is not said again", async () => {
    const before = openFakeStack();
    reportDrift(before.stack, drifts("a"));
    await settleReport(before.stack);
    const { stack, ledger } = openFakeStack({ like: before });
    reportDrift(stack, drifts("a"));
    await settleReport(stack);
    expect(ledger.commits).toHaveLength(1);
  });

  test("a report that somebody broke by hand is written anew", async () => {
    const { stack, ledger } = openFakeStack();
    ledger.files.set(JSON_FILE, "{ not json");
    reportDrift(stack, drifts("a"));
    await settleReport(stack);
    expect(stored(ledger)).toBe("found: a reverted");
  });
});

describe("reportDrift, the repository refuses", () => {
  test("the report is queued, said so once, and tried again after half a minute", async () => {
    const { stack, ledger, clock, warnings } = openFakeStack();
    ledger.refusal = down;
    reportDrift(stack, drifts("a"));
    await settleReport(stack);
    expect(stack.refusals.get("ledger")?.code).toBe("unreachable");
    await clock.pass(RETRY_MS - 1);
    expect(ledger.requests).toHaveLength(1);
    await clock.pass(1);
    expect(ledger.requests).toHaveLength(2);
    expect(warnings).toEqual(["the drift report is queued: the remote is down"]);
  });

  test("passes meanwhile do not ask it sooner", async () => {
    const { stack, ledger } = openFakeStack();
    ledger.refusal = down;
    reportDrift(stack, drifts("a"));
    await settleReport(stack);
    reportDrift(stack, drifts("b"));
    await settle();
    expect(ledger.requests).toHaveLength(1);
  });

  test("when it is back, one commit tells the newest and all that came and went", async () => {
    const { stack, ledger, clock } = openFakeStack();
    ledger.refusal = down;
    reportDrift(stack, drifts("a"));
    await settleReport(stack);
    reportDrift(stack, drifts("b"));
    reportDrift(stack, drifts("c"));
    ledger.refusal = undefined;
    await clock.pass(RETRY_MS);
    expect(stored(ledger)).toBe("found: a reverted, b reverted, c reverted");
    expect(ledger.commits).toHaveLength(1);
  });

  test("that it is back is looked at again: the status says so", async () => {
    const { stack, ledger, clock } = openFakeStack();
    ledger.refusal = down;
    reportDrift(stack, drifts("a"));
    await settleReport(stack);
    await stack.wakeUp.wait();
    ledger.refusal = undefined;
    await clock.pass(RETRY_MS);
    await stack.wakeUp.wait();
    expect(stack.refusals.has("ledger")).toBe(false);
  });

  test("a commit that is refused after a wait loses nothing", async () => {
    const { stack, ledger, clock } = openFakeStack();
    const finish = hold(ledger);
    reportDrift(stack, drifts("a"));
    await settle();
    ledger.refusal = down;
    reportDrift(stack, drifts("b"));
    finish();
    await settleReport(stack);
    ledger.refusal = undefined;
    await clock.pass(RETRY_MS);
    expect(stored(ledger)).toBe("found: a reverted, b reverted");
  });
});
