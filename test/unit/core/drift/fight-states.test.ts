import { expect, test } from "vitest";
import type { FightRules } from "../../../../src/core/drift/fight.ts";
import { type LeftPlaces, listFights } from "../../../../src/core/drift/list-fights.ts";
import { noteReverts, noteTaken } from "../../../../src/core/drift/note-fights.ts";
import { every, FIGHT_RULES, MINUTE_MS, playFight } from "../../../support/play-fight.ts";

const STOP: FightRules = { ...FIGHT_RULES, onBudget: "stop" };
const taking = { path: "/data/x", managers: ["k9s"], isNeverStopped: false };

test.each<{
  readonly what: string;
  /** How often somebody takes it, every 15 s. */
  readonly times: number;
  readonly atMinute: number;
  readonly rules?: FightRules;
  readonly left?: LeftPlaces;
  readonly rows: readonly string[];
}>([
  { what: "once is none", times: 1, atMinute: 1, rows: [] },
  { what: "twice is within the budget", times: 2, atMinute: 1, rows: ["2 in-budget"] },
  { what: "and stays so", times: 2, atMinute: 60, rows: ["2 in-budget"] },
  { what: "a spent budget", times: 5, atMinute: 2, rows: ["5 contested, contested now"] },
  {
    what: "a spent budget with onBudget: stop",
    times: 5,
    atMinute: 2,
    rules: STOP,
    rows: ["5 stopped, contested now"],
  },
  { what: "contested, then quiet", times: 5, atMinute: 12, rows: ["5 quiet"] },
  {
    what: "contested, and the place is left by now",
    times: 5,
    atMinute: 2,
    left: new Map([["/data/x", "ignored"]]),
    rows: ["5 left: ignored"],
  },
  {
    what: "contested, and the object is left by now",
    times: 5,
    atMinute: 2,
    left: new Map([["", "mode off"]]),
    rows: ["5 left: mode off"],
  },
  {
    what: "contested, and another place is left by now",
    times: 5,
    atMinute: 2,
    left: new Map([["/data/y", "ignored"]]),
    rows: ["5 contested, contested now"],
  },
])("$what", ({ times, atMinute, rules = FIGHT_RULES, left = new Map(), rows }) => {
  const { fights } = playFight(every(15_000, times * 15_000), 2 * MINUTE_MS, rules);
  const at = { rules, nowMs: atMinute * MINUTE_MS, left };
  expect(listFights(fights, at).map(briefRow)).toEqual(rows);
});

test("contested, quiet, and taken again: within a new budget, and that it was contested stays", () => {
  const { fights } = playFight(every(15_000, 75_000), 2 * MINUTE_MS);
  const at = { rules: FIGHT_RULES, nowMs: 20 * MINUTE_MS };
  const after = noteReverts(noteTaken(fights, [taking], at), [taking], at);
  expect(listFights(after, at).map(briefRow)).toEqual(["6 again"]);
});

function briefRow({
  count,
  state,
  left,
  isContested,
}: ReturnType<typeof listFights>[number]): string {
  const why = left === undefined ? "" : `: ${left}`;
  return `${count} ${state}${why}${isContested ? ", contested now" : ""}`;
}
