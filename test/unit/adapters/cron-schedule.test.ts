import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { cronSchedule } from "../../../src/adapters/clock/cron-schedule.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const START = Date.parse("2026-11-30T12:02:30Z");

beforeEach(() => {
  vi.useFakeTimers({ now: START });
});

afterEach(() => {
  vi.useRealTimers();
});

/** When it called back, as minutes from the start. */
function follow(expression: string): {
  readonly minutes: readonly number[];
  readonly stop: () => void;
} {
  const minutes: number[] = [];
  const stop = cronSchedule.repeat(expression, () => {
    minutes.push(Math.round((Date.now() - START) / MINUTE_MS));
  });
  return { minutes, stop };
}

test("calls back at the times of the expression until it is stopped", () => {
  const { minutes, stop } = follow("*/5 * * * *");
  vi.advanceTimersByTime(13 * MINUTE_MS);
  expect(minutes).toEqual([3, 8, 13]);
  stop();
  vi.advanceTimersByTime(13 * MINUTE_MS);
  expect(minutes).toHaveLength(3);
});

test("seconds may stand first", () => {
  const { minutes, stop } = follow("*/30 * * * * *");
  vi.advanceTimersByTime(2 * MINUTE_MS);
  stop();
  expect(minutes).toHaveLength(4);
});

test("a clock that is set back does not stop the schedule for as long", () => {
  const { minutes, stop } = follow("*/5 * * * *");
  vi.setSystemTime(START - 365 * DAY_MS);
  vi.advanceTimersByTime(11 * MINUTE_MS);
  stop();
  expect(minutes).toHaveLength(2);
});

test("a clock that is set two years forward makes one run, not a million that were missed", () => {
  const { minutes, stop } = follow("* * * * *");
  vi.setSystemTime(START + 730 * DAY_MS);
  vi.advanceTimersByTime(3 * MINUTE_MS);
  stop();
  expect(minutes.length).toBeGreaterThanOrEqual(3);
  expect(minutes.length).toBeLessThanOrEqual(4);
});
