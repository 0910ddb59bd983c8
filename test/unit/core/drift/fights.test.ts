import { describe, expect, test } from "vitest";
import { chooseRevertTime } from "../../../../src/core/drift/choose-revert-time.ts";
import type { FightRules } from "../../../../src/core/drift/fight.ts";
import { listFights } from "../../../../src/core/drift/list-fights.ts";
import { noteTaken } from "../../../../src/core/drift/note-fights.ts";
import {
  every,
  FIGHT_RULES,
  HOUR_MS,
  MINUTE_MS,
  type Move,
  type Played,
  playFight,
} from "../../../support/play-fight.ts";

/** `0:15` is a quarter of a minute. */
function clockText(ms: number): string {
  if (ms === Number.POSITIVE_INFINITY) return "end";
  return `${Math.floor(ms / MINUTE_MS)}:${String(Math.floor((ms % MINUTE_MS) / 1000)).padStart(2, "0")}`;
}

function briefPlay({ reverts, contested }: Played): string {
  const spans = contested.map(([from, to]) => `${clockText(from)}-${clockText(to)}`).join(" ");
  return `${reverts.map(clockText).join(" ")} | ${spans}`;
}

const STOP: FightRules = { ...FIGHT_RULES, onBudget: "stop" };

describe("reverts at the real numbers: five at once, then after 1, 2 and every 5 minutes", () => {
  test.each<{
    readonly opponent: string;
    readonly moves: readonly Move[];
    readonly rules?: FightRules;
    readonly until?: number;
    readonly played: string;
  }>([
    {
      opponent: "who takes it every 15 s",
      moves: every(15_000, 20 * MINUTE_MS),
      played: "0:00 0:15 0:30 0:45 1:00 2:00 4:00 9:00 14:00 19:00 | 1:00-end",
    },
    {
      opponent: "who takes it every 60 s",
      moves: every(60_000, 20 * MINUTE_MS),
      played: "0:00 1:00 2:00 3:00 4:00 5:00 7:00 12:00 17:00 | 4:00-end",
    },
    {
      opponent: "who answers each write within 50 ms",
      moves: every(50, 10 * MINUTE_MS),
      until: 10 * MINUTE_MS,
      played: "0:00 0:00 0:00 0:00 0:00 1:00 3:00 8:00 | 0:00-end",
    },
    {
      opponent: "under a new name each time",
      moves: every(15_000, 10 * MINUTE_MS, (index) => ({ managers: [`x${index}`] })),
      until: 10 * MINUTE_MS,
      played: "0:00 0:15 0:30 0:45 1:00 2:00 4:00 9:00 | 1:00-end",
    },
    {
      opponent: "who stops after the sixth time: it is over after ten minutes without him",
      moves: every(15_000, 90_000),
      until: HOUR_MS,
      played: "0:00 0:15 0:30 0:45 1:00 2:00 | 1:00-12:00",
    },
    {
      opponent: "who stops and begins again once it is over: all of the budget is there again",
      moves: [...every(15_000, 75_000), ...every(15_000, 75_000).map(later(20 * MINUTE_MS))],
      until: HOUR_MS,
      played: "0:00 0:15 0:30 0:45 1:00 20:00 20:15 20:30 20:45 21:00 | 1:00-11:00 21:00-31:00",
    },
    {
      opponent: "who comes every three minutes: never more than the budget in ten",
      moves: every(3 * MINUTE_MS, 16 * MINUTE_MS),
      until: HOUR_MS,
      played: "0:00 3:00 6:00 9:00 12:00 15:00 | ",
    },
    {
      opponent: "who comes every three minutes against a budget of two",
      moves: every(3 * MINUTE_MS, 16 * MINUTE_MS),
      rules: { ...FIGHT_RULES, budget: 2 },
      until: HOUR_MS,
      played: "0:00 3:00 6:00 9:00 14:00 19:00 | 3:00-29:00",
    },
    {
      opponent: "whom nobody stops: with onBudget: stop it is left to him",
      moves: every(15_000, HOUR_MS),
      rules: STOP,
      until: HOUR_MS,
      played: "0:00 0:15 0:30 0:45 1:00 | 1:00-end",
    },
    {
      opponent: "of an image: it is never left to him",
      moves: every(15_000, 20 * MINUTE_MS, () => ({ isNeverStopped: true })),
      rules: STOP,
      until: 20 * MINUTE_MS,
      played: "0:00 0:15 0:30 0:45 1:00 2:00 4:00 9:00 14:00 19:00 | 1:00-end",
    },
    {
      opponent: "who held it for an hour against a stop: it does not count as quiet",
      moves: [...every(15_000, 90_000)],
      rules: STOP,
      until: HOUR_MS,
      played: "0:00 0:15 0:30 0:45 1:00 | 1:00-end",
    },
  ])("$opponent", ({ moves, rules, until, played }) => {
    expect(briefPlay(playFight(moves, until ?? 20 * MINUTE_MS, rules))).toBe(played);
  });

  test.each([
    { stepMs: 15_000, name: "every 15 s" },
    { stepMs: 60_000, name: "every 60 s" },
    { stepMs: 1_000, name: "every second" },
  ])(
    "six hours against somebody who takes it $name: 5, then 2, then one in 5 minutes",
    ({ stepMs }) => {
      const { reverts, fights } = playFight(every(stepMs, 6 * HOUR_MS), 6 * HOUR_MS);
      expect(reverts.length).toBeGreaterThanOrEqual(7 + 70);
      expect(reverts.length).toBeLessThanOrEqual(7 + 72);
      const gaps = reverts.slice(1).map((at, index) => at - (reverts[index] ?? 0));
      expect(Math.max(...gaps)).toBeLessThanOrEqual(5 * MINUTE_MS + stepMs);
      expect(fights.paths.get("/data/x")?.count).toBe(reverts.length);
    },
  );

  test("other paths each time: the object's own budget of 20 holds, and reverts go on", () => {
    const moves = every(15_000, HOUR_MS, (index) => ({ path: `/data/x${index}` }));
    const { reverts, fights } = playFight(moves, HOUR_MS);
    expect(reverts.filter((at) => at <= 5 * MINUTE_MS)).toHaveLength(20);
    expect(reverts.slice(20).map(clockText)).toEqual(
      [
        "5:45",
        "7:45",
        "12:45",
        "17:45",
        "22:45",
        "27:45",
        "32:45",
        "37:45",
        "42:45",
        "47:45",
      ].concat(["52:45", "57:45"]),
    );
    const [row, ...others] = listFights(fights, { rules: FIGHT_RULES, nowMs: HOUR_MS });
    expect(others).toEqual([]);
    expect(row).toMatchObject({ path: "", count: 32, managers: ["k9s"], isContested: true });
  });

  test("paths in one list, and names, change together: the same", () => {
    const moves = every(5_000, HOUR_MS, (index) => ({
      path: `/spec/ports/[port=${index},protocol=TCP]`,
      managers: [`m${index}`],
    }));
    expect(playFight(moves, HOUR_MS).reverts.length).toBeLessThanOrEqual(20 + 2 + 12);
    expect(playFight(moves, HOUR_MS).fights.whole?.managers).toHaveLength(10);
    expect(playFight(moves, HOUR_MS, STOP).reverts).toEqual(playFight(moves, HOUR_MS).reverts);
  });

  test("many paths by one write are one revert of the object: one edit is no fight", () => {
    const moves = Array.from({ length: 30 }, (_, index) => ({ atMs: 0, path: `/data/x${index}` }));
    const { reverts, contested } = playFight(moves, HOUR_MS);
    expect([reverts, contested]).toEqual([[0], []]);
  });

  test("another path beside a contested one is taken back at once, and takes that with it", () => {
    const moves = [...every(15_000, 4 * MINUTE_MS), { atMs: 95_000, path: "/data/y" }];
    const { reverts, places, fights } = playFight(moves, 4 * MINUTE_MS);
    expect(reverts.map(clockText)).toEqual([
      "0:00",
      "0:15",
      "0:30",
      "0:45",
      "1:00",
      "1:35",
      "3:35",
    ]);
    expect(places[5]).toEqual(["/data/x", "/data/y"]);
    expect(fights.paths.get("/data/x")?.count).toBe(7);
    expect(fights.paths.get("/data/y")?.count).toBe(1);
  });
});

test("where every path is stopped nobody is promised a next revert, though the object's own budget is spent as well", () => {
  const moves = every(5_000, 5 * MINUTE_MS, (index) => ({ path: `/data/x${index % 4}` }));
  const { reverts, fights } = playFight(moves, HOUR_MS, STOP);
  expect(reverts).toHaveLength(20);
  const rows = listFights(fights, { rules: STOP, nowMs: HOUR_MS });
  expect(
    rows.map(({ path, nextRevertMs, isContested }) => [path, nextRevertMs, isContested]),
  ).toEqual(
    ["/data/x0", "/data/x1", "/data/x2", "/data/x3", ""].map((path) => [path, undefined, true]),
  );
});

test("a clock that was set back does not put the next revert off for longer than the pace", () => {
  const nowMs = 7 * HOUR_MS;
  const { fights } = playFight(every(15_000, 90_000).map(later(9 * HOUR_MS)), 10 * HOUR_MS);
  const taking = { path: "/data/x", managers: ["k9s"], isNeverStopped: false };
  const at = { rules: FIGHT_RULES, nowMs };
  const { atMs } = chooseRevertTime(noteTaken(fights, [taking], at), [taking], at);
  expect(atMs).toBeLessThanOrEqual(nowMs + 2 * MINUTE_MS);
});

test("a look that finds nothing new is the same fights as before: an object at rest costs nothing", () => {
  const { fights } = playFight(every(15_000, 30_000), HOUR_MS);
  const at = { rules: FIGHT_RULES, nowMs: 2 * HOUR_MS };
  const seen = noteTaken(fights, [], at);
  expect(noteTaken(seen, [], at)).toBe(seen);
});

function later(byMs: number): (move: Move) => Move {
  return (move) => ({ ...move, atMs: move.atMs + byMs });
}
