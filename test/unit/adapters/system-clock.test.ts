import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createSystemClock } from "../../../src/adapters/clock/system-clock.ts";

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 });
});

afterEach(() => {
  vi.useRealTimers();
});

describe("the system clock", () => {
  test("tells the time in milliseconds, and a number for jitter", () => {
    const clock = createSystemClock();
    const random = clock.random();
    expect([clock.now(), random >= 0 && random < 1]).toEqual([1_000_000, true]);
  });

  test.each([
    ["after its delay", 1000, 1000],
    ["at once when the delay is negative", -5, 0],
    ["after a delay longer than Node's timers", 2 ** 31 + 1000, 2 ** 31 + 1000],
    ["after 60 days", 60 * 86_400_000, 60 * 86_400_000],
  ])("calls back once, %s", (_title, delayMs, dueMs) => {
    const callback = vi.fn<() => void>();
    createSystemClock().after(delayMs, callback);
    vi.advanceTimersByTime(Math.max(0, dueMs - 1));
    const early = callback.mock.calls.length;
    vi.advanceTimersByTime(1);
    vi.advanceTimersByTime(dueMs);
    expect([dueMs === 0 ? 0 : early, callback.mock.calls.length]).toEqual([0, 1]);
  });

  test("does not call back after it was called off, in no part of a long delay", () => {
    const callback = vi.fn<() => void>();
    const cancel = createSystemClock().after(2 ** 32, callback);
    vi.advanceTimersByTime(2 ** 31);
    cancel();
    cancel();
    vi.advanceTimersByTime(2 ** 33);
    expect([callback.mock.calls.length, vi.getTimerCount()]).toEqual([0, 0]);
  });
});
