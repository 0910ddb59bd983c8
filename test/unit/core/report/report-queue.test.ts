import { expect, test } from "vitest";
import {
  EMPTY_QUEUE,
  forgetCommitted,
  noteLook,
  type ReportQueue,
} from "../../../../src/core/report/report-queue.ts";
import { driftAt } from "../../../support/report-ledger.ts";

/** The queue after looks that each found these drifts. */
function after(queue: ReportQueue, ...looks: readonly (readonly string[])[]): ReportQueue {
  return looks.reduce(
    (before, written) =>
      noteLook(before, { drifts: written.map((text) => driftAt(text, 0)), nowMs: 0 }),
    queue,
  );
}

/** `present: a; passed: b, c` */
function brief({ present, passed }: ReportQueue): string {
  const [now, then] = [present ?? [], passed].map((drifts) =>
    drifts.map(({ id }) => id.split("/")[2]).join(", "),
  );
  return `present: ${now}; passed: ${then}`;
}

test("what is there no more has passed, the newest last, each once", () => {
  expect(brief(after(EMPTY_QUEUE, ["a=1"], ["b=1"], ["a=1"], ["c=1"], []))).toBe(
    "present: ; passed: b, a, c",
  );
});

test("what passes while a commit is on its way is not forgotten with it", () => {
  const committed = after(EMPTY_QUEUE, ["a=1"], ["b=1"]);
  const now = after(committed, ["c=1"], ["a=1"], []);
  expect([brief(now), brief(forgetCommitted(now, committed))]).toEqual([
    "present: ; passed: b, c, a",
    "present: ; passed: b, c, a",
  ]);
});

test("what the commit told is forgotten, also when a look was made meanwhile", () => {
  const committed = after(EMPTY_QUEUE, ["a=1"], []);
  const now = after(committed, ["b=1"], []);
  expect([brief(now), brief(forgetCommitted(now, committed))]).toEqual([
    "present: ; passed: a, b",
    "present: ; passed: b",
  ]);
});
