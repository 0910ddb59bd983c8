import { expect, test } from "vitest";
import { listRemarks } from "../../../src/cli/list-remarks.ts";
import type { FightStatus } from "../../../src/core/report/status-document.ts";
import { NOW_MS, stackStatus } from "../../support/status-builder.ts";

const FIGHT: FightStatus = {
  id: "ConfigMap/shop/a",
  path: "/data/x",
  managers: ["painter"],
  count: 7,
  first: new Date(NOW_MS - 600_000).toISOString(),
  last: new Date(NOW_MS - 60_000).toISOString(),
  contested: true,
  state: "contested",
};

const TOLD = "painter took data.x 7 times: reverts go on, more slowly, last 1m ago";

/** What the status says of a fight. */
function told(fight: FightStatus): string {
  const lines = listRemarks(stackStatus({ fights: [fight] }), { nowMs: NOW_MS, tense: "done" });
  return lines
    .flat()
    .map((part) => (typeof part === "string" ? part : part.text))
    .join("");
}

test.each([
  [90_000, `${TOLD}, next revert in 1m`],
  [20_000, `${TOLD}, next revert in 20s`],
  [-1_000, `${TOLD}, next revert now`],
])("W1: a contested path says when it is taken back: in %d ms", (inMs, text) => {
  const nextRevertAt = new Date(NOW_MS + inMs).toISOString();
  expect(told({ ...FIGHT, nextRevertAt })).toContain(text);
});

test("W1: one that nobody holds now has no time", () => {
  expect(told(FIGHT).endsWith(TOLD)).toBe(true);
});
