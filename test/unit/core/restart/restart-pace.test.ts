import { describe, expect, test } from "vitest";
import { NO_FIGHTS } from "../../../../src/core/drift/fight.ts";
import {
  findPutOff,
  listSlowed,
  noteChanged,
  noteRestart,
  paceRules,
  type RestartPace,
} from "../../../../src/core/restart/restart-pace.ts";
import { keyFrom } from "../../../support/look-builder.ts";

const MINUTE_MS = 60_000;
const RULES = paceRules({ budget: 3 }, { windowMs: 10 * MINUTE_MS });
const DB = keyFrom("Secret/shop/db");
const LOGIN = keyFrom("Secret/shop/login");

/** Restarts for the Secret at these minutes; each change was seen just before. */
function restartedAt(...minutes: readonly number[]): RestartPace {
  return minutes.reduce<RestartPace>((pace, minute) => {
    const at = { rules: RULES, nowMs: minute * MINUTE_MS };
    return noteRestart(noteChanged(pace, [DB], at), [DB], at);
  }, NO_FIGHTS);
}

describe("restarts of one workload, budget 3 in 10 minutes", () => {
  test.each([
    { what: "none so far", minutes: [], now: 0, next: undefined },
    { what: "within the budget", minutes: [0, 1], now: 2, next: undefined },
    { what: "the budget is spent", minutes: [0, 1, 2], now: 2, next: 3 },
    { what: "and one more since", minutes: [0, 1, 2, 3], now: 4, next: 5 },
    { what: "and two more", minutes: [0, 1, 2, 3, 5], now: 5, next: 10 },
    { what: "and many more", minutes: [0, 1, 2, 3, 5, 10, 15], now: 16, next: 20 },
    { what: "its time has come", minutes: [0, 1, 2], now: 3, next: undefined },
    { what: "spread over more than a window", minutes: [0, 6, 12, 18], now: 18, next: undefined },
    { what: "quiet for a window since", minutes: [0, 1, 2], now: 12, next: undefined },
  ])("$what: the next one at minute $next", ({ minutes, now, next }) => {
    const at = { rules: RULES, nowMs: now * MINUTE_MS };
    const pace = noteChanged(restartedAt(...minutes), [DB], at);
    const putOff = findPutOff(pace, [DB], at);
    expect(putOff === undefined ? undefined : putOff / MINUTE_MS).toBe(next);
  });

  test("another source that changed takes all along at once", () => {
    const at = { rules: RULES, nowMs: 2 * MINUTE_MS };
    expect(findPutOff(restartedAt(0, 1, 2), [DB, LOGIN], at)).toBeUndefined();
  });

  test("many sources that change in turn share a budget four times as large", () => {
    const names = Array.from({ length: 12 }, (_, index) => keyFrom(`Secret/shop/s${index}`));
    const at = { rules: RULES, nowMs: 0 };
    const pace = names.reduce((before, name) => noteRestart(before, [name], at), NO_FIGHTS);
    expect(findPutOff(pace, [LOGIN], at)).toBe(MINUTE_MS);
    expect(listSlowed(pace, at)).toEqual([
      { source: "", count: 12, firstMs: 0, endsMs: 10 * MINUTE_MS },
    ]);
  });

  test("what is slowed is told with its count until it was quiet for a window, and forgotten then", () => {
    const pace = restartedAt(0, 1, 2);
    const told = { source: DB, count: 3, firstMs: 0, endsMs: 12 * MINUTE_MS };
    expect(listSlowed(pace, { rules: RULES, nowMs: 11 * MINUTE_MS })).toEqual([told]);
    const later = { rules: RULES, nowMs: 12 * MINUTE_MS };
    expect(listSlowed(pace, later)).toEqual([]);
    expect(noteChanged(pace, [], later)).toBe(NO_FIGHTS);
  });

  test("a look that finds nothing new leaves it as it is: memory that is the same stays the same", () => {
    const at = { rules: RULES, nowMs: 3 * MINUTE_MS };
    const pace = noteChanged(restartedAt(0, 1, 2), [], at);
    expect(noteChanged(pace, [], at)).toBe(pace);
  });
});
