import { assert, integer, property } from "fast-check";
import { describe, expect, test } from "vitest";
import { formatTime } from "../../../../src/core/object/format-time.ts";
import { parseTime } from "../../../../src/core/object/parse-time.ts";

describe("formatTime", () => {
  test.each([
    [0, "1970-01-01T00:00:00Z"],
    [951_782_399_999, "2000-02-28T23:59:59Z"],
    [951_782_400_000, "2000-02-29T00:00:00Z"],
    [253_402_300_799_000, "9999-12-31T23:59:59Z"],
  ])("%d → %s", (epochMs, text) => {
    expect(formatTime(epochMs)).toBe(text);
  });

  test("is read back as the same second", () => {
    assert(
      property(integer({ min: 0, max: 253_402_300_799 }), (seconds) => {
        expect(parseTime(formatTime(seconds * 1000))).toBe(seconds * 1000);
      }),
    );
  });
});
