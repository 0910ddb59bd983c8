import { expect, test } from "vitest";
import { timeOf, timeText } from "../../../src/embedded/time-text.ts";

test.each([
  ["whole seconds", 1_767_225_600_000, "2026-01-01T00:00:00Z"],
  ["parts of seconds, which are cut off", 1_767_225_600_999, "2026-01-01T00:00:00Z"],
  ["a time beyond the last that can be said", 8_000_000_000_000_000, "9999-12-31T23:59:59Z"],
])("%s: %d is %s", (_, atMs, text) => {
  expect(timeText(atMs)).toBe(text);
});

test.each([
  ["2026-01-01T00:00:00Z", 1_767_225_600_000],
  ["2026-01-01T01:00:00+01:00", 1_767_225_600_000],
  ["soon", undefined],
  [undefined, undefined],
])("the text %s is the time %s", (text, atMs) => {
  expect(timeOf(text)).toBe(atMs);
});
