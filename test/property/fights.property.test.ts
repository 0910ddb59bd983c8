import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { FightRules } from "../../src/core/drift/fight.ts";
import { FIGHT_RULES, HOUR_MS, MINUTE_MS, type Move, playFight } from "../support/play-fight.ts";
import { runs } from "../support/property-runs.ts";

const WINDOW_MS = FIGHT_RULES.windowMs;

/** Somebody with any patience, any names and up to forty places. */
const opponent: fc.Arbitrary<readonly Move[]> = fc
  .array(
    fc.record({
      waitMs: fc.oneof(
        fc.integer({ min: 1, max: 30_000 }),
        fc.integer({ min: 1, max: 15 * MINUTE_MS }),
      ),
      path: fc.integer({ min: 0, max: 40 }).map((index) => `/data/x${index}`),
      managers: fc.array(fc.constantFrom("k9s", "argo", "x", "y"), { maxLength: 2 }),
    }),
    { minLength: 1, maxLength: 200 },
  )
  .map((moves) => {
    let atMs = 0;
    return moves.map(({ waitMs, ...move }) => {
      atMs += waitMs;
      return { atMs, ...move };
    });
  });

const rules: fc.Arbitrary<FightRules> = fc.record({
  budget: fc.integer({ min: 1, max: 8 }),
  windowMs: fc.constant(WINDOW_MS),
  onBudget: fc.constantFrom("slow" as const, "stop" as const),
});

/** The most in any window. */
function mostIn(times: readonly number[], windowMs: number): number {
  return Math.max(
    0,
    ...times.map((from) => times.filter((at) => at >= from && at < from + windowMs).length),
  );
}

test("whatever somebody does, an object is written no more often than its budget and the slow pace", () => {
  fc.assert(
    fc.property(opponent, rules, (moves, given) => {
      const { reverts } = playFight(moves, 12 * HOUR_MS, given);
      // The budget, and after it 1, 2 and 5 minutes: four of them begin within ten.
      expect(mostIn(reverts, WINDOW_MS)).toBeLessThanOrEqual(given.budget * 4 + 4);
    }),
    runs(200),
  );
});

test("whatever somebody does, what slows down never ends: a taken place is taken back within half a window", () => {
  fc.assert(
    fc.property(opponent, fc.integer({ min: 1, max: 8 }), (moves, budget) => {
      const { reverts } = playFight(moves, 12 * HOUR_MS, { ...FIGHT_RULES, budget });
      for (const { atMs } of moves) {
        const answered = reverts.some((at) => at >= atMs && at <= atMs + WINDOW_MS / 2);
        expect(answered).toBe(true);
      }
    }),
    runs(200),
  );
});

test("once somebody leaves it alone for a window nothing is contested", () => {
  fc.assert(
    fc.property(opponent, fc.integer({ min: 1, max: 8 }), (moves, budget) => {
      const { contested, reverts } = playFight(moves, 24 * HOUR_MS, { ...FIGHT_RULES, budget });
      const lastMs = Math.max(...reverts);
      expect(Math.max(0, ...contested.map(([, to]) => to))).toBeLessThanOrEqual(lastMs + WINDOW_MS);
    }),
    runs(200),
  );
});
