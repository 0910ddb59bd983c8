import { describe, expect, test } from "vitest";
import type { FightRules, ObjectFights } from "../../../../src/core/drift/fight.ts";
import { learnOutcomes } from "../../../../src/core/plan/learn-outcomes.ts";
import type { StepResult } from "../../../../src/core/plan/summarize-pass.ts";
import { decide } from "../../../support/decide.ts";
import { manifest, yaml } from "../../../support/graph-builders.ts";
import {
  appliedAt,
  keyFrom,
  lookOf,
  memoryOf,
  NEW,
  OLD,
  type WrittenLook,
} from "../../../support/look-builder.ts";
import { every, FIGHT_RULES, MINUTE_MS, playFight } from "../../../support/play-fight.ts";
import { editObject } from "../../../support/server-side-apply.ts";

const ID = "ConfigMap/shop/a";
const a = manifest(ID, { rest: "data: {x: '1'}" });
const a2 = manifest(ID, { rest: "data: {x: '2'}" });
const live = appliedAt(a, NEW);
const taken = editObject(live, "rival", yaml("data: {x: '9'}"));
const takenToo = editObject(taken, "person", yaml("metadata: {labels: {team: red}}"));

/** Five reverts of `/data/x`, the last one at minute 1. */
const { fights } = playFight(every(15_000, 75_000), 2 * MINUTE_MS);
const LAST_MS = 60_000;

function lookAt(nowMs: number, written: Partial<WrittenLook> = {}): ReturnType<typeof lookOf> {
  return lookOf({
    git: [a],
    live: [taken],
    memory: memoryOf({ [ID]: { fights, appliedRevision: NEW } }),
    nowMs,
    ...written,
  });
}

function rulesWith(more: Partial<FightRules>): { readonly fights: FightRules } {
  return { fights: { ...FIGHT_RULES, ...more } };
}

const CONTESTED = "changed /data/x by rival contested";

describe("planPass, somebody fights", () => {
  test.each<{
    readonly title: string;
    readonly nowMs: number;
    readonly written?: Partial<WrittenLook>;
    readonly lines: readonly string[];
    readonly lookAgainAtMs: number | undefined;
  }>([
    {
      title: "before its time nothing is written, and time alone wakes the next look",
      nowMs: LAST_MS + 59_000,
      lines: [`keep ${ID}: Contested + ${CONTESTED} [Ready]`],
      lookAgainAtMs: LAST_MS + MINUTE_MS,
    },
    {
      title: "when its time has come it is reverted, and still contested",
      nowMs: LAST_MS + MINUTE_MS,
      lines: [`revert ${ID}: Contested + ${CONTESTED} [Ready]`],
      lookAgainAtMs: undefined,
    },
    {
      title: "the warning stays while the place is as Git says, until it was quiet",
      nowMs: LAST_MS + 9 * MINUTE_MS,
      written: { live: [live] },
      lines: [`keep ${ID}: Contested [Ready]`],
      lookAgainAtMs: LAST_MS + 10 * MINUTE_MS,
    },
    {
      title: "after a quiet window it is over",
      nowMs: LAST_MS + 10 * MINUTE_MS,
      written: { live: [live] },
      lines: [`keep ${ID} [Ready]`],
      lookAgainAtMs: undefined,
    },
    {
      title: "another difference of the object is reverted at once, and all of it with that",
      nowMs: LAST_MS + 1_000,
      written: { live: [takenToo] },
      lines: [
        `revert ${ID} with transfer: Contested + ${CONTESTED} + added /metadata/labels/team by person reverted [Ready]`,
      ],
      lookAgainAtMs: undefined,
    },
    {
      title: "a change of Git does not wait for a fight",
      nowMs: LAST_MS + 1_000,
      written: {
        git: [a2],
        before: [a],
        live: [editObject(appliedAt(a, OLD), "rival", yaml("data: {x: '9'}"))],
        memory: memoryOf({ [ID]: { fights, appliedRevision: OLD } }),
      },
      lines: [`apply ${ID} change: Contested + ${CONTESTED} [ApplyingChanges]`],
      lookAgainAtMs: undefined,
    },
    {
      title: "with onBudget: stop it is left, and no time ends that",
      nowMs: LAST_MS + 60 * MINUTE_MS,
      written: {
        rules: rulesWith({ onBudget: "stop" }),
        memory: memoryOf({ [ID]: { fights: held(fights), appliedRevision: NEW } }),
      },
      lines: [`keep ${ID}: Contested + ${CONTESTED} [Ready]`],
      lookAgainAtMs: undefined,
    },
    {
      title: "where nothing is taken back nobody fights",
      nowMs: LAST_MS + 11 * MINUTE_MS,
      written: { rules: { mode: "observe" } },
      lines: [`would revert ${ID}: changed /data/x by rival observed [Ready]`],
      lookAgainAtMs: undefined,
    },
  ])("$title", ({ nowMs, written, lines, lookAgainAtMs }) => {
    const decided = decide(lookAt(nowMs, written));
    expect(decided.lines).toEqual(lines);
    expect(decided.plan.lookAgainAtMs).toBe(lookAgainAtMs);
  });

  test("one Contested condition tells of a fight and of lost races", () => {
    const memory = memoryOf({ [ID]: { fights, appliedRevision: NEW, lostRaces: 3 } });
    const { plan } = decide(lookAt(LAST_MS + 1_000, { memory }));
    const contested = plan.objects[0]?.conditions.filter(({ type }) => type === "Contested");
    expect(contested?.map(({ message }) => message)).toEqual([
      "k9s and rival took data.x 5 times: reverts go on, more slowly; somebody writes it faster than their changes can be taken back; it is tried again and again",
    ]);
  });
});

describe("learnOutcomes, what counts as a revert", () => {
  const object = live;

  test.each<{ readonly what: string; readonly result: StepResult; readonly count: number }>([
    { what: "one that was written", result: { kind: "written" }, count: 6 },
    {
      what: "one of which only the transfer was written",
      result: { kind: "conflict", isHalfDone: true },
      count: 6,
    },
    { what: "a lost race is none", result: { kind: "conflict" }, count: 5 },
    { what: "one that was not begun is none", result: { kind: "skipped" }, count: 5 },
    {
      what: "one that was refused is none",
      result: {
        kind: "refused",
        refusal: { code: "forbidden", message: "no", retry: "after-change" },
      },
      count: 5,
    },
  ])("$what", ({ result, count }) => {
    const { plan, look } = decide(lookAt(LAST_MS + MINUTE_MS));
    const learned = learnOutcomes(plan, new Map([[keyFrom(ID), { ...result, object }]]), look);
    expect(learned.get(keyFrom(ID))?.fights.paths.get("/data/x")?.count).toBe(count);
  });
});

/** It is found taken by each look. */
function held(known: ObjectFights): ObjectFights {
  const paths = [...known.paths].map(
    ([path, fight]) => [path, { ...fight, isTaken: true }] as const,
  );
  return { whole: known.whole, paths: new Map(paths) };
}
