import { expect, test } from "vitest";
import type { FightStatus } from "../../../../src/core/report/status-document.ts";
import { explainFight } from "../../../../src/core/wording/explain-fight.ts";

const NINE = { path: "/data/sky", managers: ["painter"], count: 9, contested: false };

test.each<readonly [Partial<FightStatus>, string]>([
  [
    { state: "in-budget", count: 2 },
    "painter took data.sky 2 times: reverted each time, within the budget",
  ],
  [
    { state: "contested", contested: true },
    "painter took data.sky 9 times: reverts go on, more slowly",
  ],
  [
    { state: "stopped", contested: true, stopped: true },
    "painter took data.sky 9 times: its reverts are stopped until it is left alone",
  ],
  [{ state: "quiet" }, "painter took data.sky 9 times: contested earlier, quiet since"],
  [
    { state: "again" },
    "painter took data.sky 9 times: contested earlier, since then reverted within the budget",
  ],
  [
    { state: "left", left: "ignored by a rule (ignore /data/*)" },
    "painter took data.sky 9 times: no longer reverted: ignored by a rule (ignore /data/*)",
  ],
  // What an earlier version wrote.
  [{}, "painter took data.sky 9 times: not contested now"],
  [{ contested: true }, "painter took data.sky 9 times: reverts go on, more slowly"],
  [
    { contested: true, stopped: true },
    "painter took data.sky 9 times: its reverts are stopped until it is left alone",
  ],
  [
    { managers: [], path: "", state: "quiet" },
    "somebody took the whole object 9 times: contested earlier, quiet since",
  ],
])("a fight %o", (fight, told) => {
  expect(explainFight({ ...NINE, ...fight })).toBe(told);
});
