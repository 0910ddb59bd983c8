import { expect, test } from "vitest";
import { ageSince, humanDuration } from "../../../../src/embedded/tables/human-duration.ts";

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const YEAR = 365 * DAY;

// The bounds of kubectl's units.
test.each([
  [-2 * SECOND, "<invalid>"],
  [-1999, "0s"],
  [-1, "0s"],
  [0, "0s"],
  [999, "0s"],
  [2 * MINUTE - 1, "119s"],
  [2 * MINUTE, "2m"],
  [5 * MINUTE + 32 * SECOND, "5m32s"],
  [10 * MINUTE - 1, "9m59s"],
  [10 * MINUTE + 30 * SECOND, "10m"],
  [3 * HOUR - 1, "179m"],
  [3 * HOUR, "3h"],
  [3 * HOUR + 5 * MINUTE, "3h5m"],
  [8 * HOUR - 1, "7h59m"],
  [8 * HOUR + 59 * MINUTE, "8h"],
  [2 * DAY - 1, "47h"],
  [2 * DAY, "2d"],
  [2 * DAY + 3 * HOUR, "2d3h"],
  [8 * DAY - 1, "7d23h"],
  [8 * DAY + 23 * HOUR, "8d"],
  [2 * YEAR - 1, "729d"],
  [2 * YEAR, "2y"],
  [2 * YEAR + DAY, "2y1d"],
  [8 * YEAR - 1, "7y364d"],
  [8 * YEAR + 300 * DAY, "8y"],
  [300 * YEAR, "300y"],
])("%d ms are %s", (ms, text) => {
  expect(humanDuration(ms)).toBe(text);
});

test.each([
  [undefined, "<unknown>"],
  ["not a time", "<unknown>"],
  ["2026-11-30T01:00:00Z", "60m"],
  ["2026-11-30T02:00:01.500000Z", "0s"],
  ["2026-11-30T03:00:00+01:00", "0s"],
])("the age of %s is %s", (time, text) => {
  expect(ageSince(time, Date.parse("2026-11-30T02:00:00Z"))).toBe(text);
});
