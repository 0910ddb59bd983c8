import { expect, test } from "vitest";
import { ageText } from "../../../src/cli/age-text.ts";
import { fitLine } from "../../../src/cli/fit-line.ts";
import type { Line } from "../../../src/cli/line.ts";
import { paintLine } from "../../../src/cli/paint-line.ts";
import { PLAIN } from "../../../src/cli/palette.ts";
import { ago, NOW_MS } from "../../support/status-builder.ts";

const rows: readonly (readonly [Line, number, string])[] = [
  [["abcdef"], 6, "abcdef"],
  [["abcdef"], 5, "abcd…"],
  [["abc", { text: "def", tone: "bad" }, "ghi"], 6, "abcde…"],
  [["abc", { text: "def", tone: "bad" }], 4, "abc…"],
  [["日本語"], 6, "日本語"],
  [["日本語"], 5, "日本…"],
  [["a🚀b"], 4, "a🚀b"],
  [["a🚀b"], 3, "a…"],
  [["→ … █░"], 6, "→ … █░"],
  [["\u202Eab"], 6, "\\u202…"],
  [["abc"], 0, ""],
];

test.each(rows)("%j in %d columns → %s", (line, columns, text) => {
  expect(paintLine(fitLine(line, columns), PLAIN)).toBe(text);
});

test.each([
  [0, "0s"],
  [-60, "0s"],
  [59, "59s"],
  [60, "1m"],
  [3599, "59m"],
  [3600, "1h"],
  [7500, "2h5m"],
  [86_399, "23h59m"],
  [86_400, "1d"],
  [10_000_000, "115d"],
])("%d seconds ago → %s", (seconds, text) => {
  expect(ageText(ago(seconds), NOW_MS)).toBe(text);
});

test("no time has no age", () => {
  expect([ageText("", NOW_MS), ageText("yesterday", NOW_MS)]).toEqual(["", ""]);
});
