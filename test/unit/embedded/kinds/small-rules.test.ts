import { expect, test } from "vitest";
import { scheduleFault } from "../../../../src/embedded/kinds/check-schedule.ts";
import { compareVersions } from "../../../../src/embedded/kinds/compare-versions.ts";
import { isWithinRange } from "../../../../src/embedded/kinds/is-within-range.ts";
import { quantityNanos } from "../../../../src/embedded/kinds/quantity-nanos.ts";

test("versions are ordered as discovery gives them", () => {
  const versions = ["v1alpha1", "foo", "v2beta1", "v10", "v1", "v2", "v1beta2", "v11alpha2"];
  expect(versions.toSorted(compareVersions)).toEqual([
    "v10",
    "v2",
    "v1",
    "v2beta1",
    "v1beta2",
    "v11alpha2",
    "v1alpha1",
    "foo",
  ]);
});

test.each([
  ["1", 1_000_000_000n],
  ["500m", 500_000_000n],
  ["1.5", 1_500_000_000n],
  ["1Ki", 1_024_000_000_000n],
  ["1k", 1_000_000_000_000n],
  ["1e3", 1_000_000_000_000n],
  ["-1", -1_000_000_000n],
  ["0.1n", 1n],
  ["x", 0n],
])("%s is %d nanos", (text, nanos) => {
  expect(quantityNanos(text)).toBe(nanos);
});

test.each([
  ["10.1.0.0/16", "10.0.0.0/8", true],
  ["10.0.0.0/8", "10.0.0.0/8", false],
  ["11.0.0.0/16", "10.0.0.0/8", false],
  ["fe80::/64", "10.0.0.0/8", false],
  ["2001:db8:1::/64", "2001:db8::/32", true],
])("%s lies in %s: %s", (part, range, isWithin) => {
  expect(isWithinRange(part, range)).toBe(isWithin);
});

test.each([
  ["0 0 1 1 *", undefined],
  ["@every 1h30m", undefined],
  ["@every x", 'failed to parse duration @every x: time: invalid duration "x"'],
  ["0 0 0 * *", "beginning of range (0) below minimum (1): 0"],
  ["5-1 * * * *", "beginning of range (5) beyond end of range (1): 5-1"],
  ["* * * * mon-fri", undefined],
])("the schedule %s: %s", (schedule, fault) => {
  expect(scheduleFault(schedule)).toBe(fault);
});

test("a long duration of digits is read once, not once for each digit", () => {
  const startedMs = performance.now();
  expect(scheduleFault(`@every ${"1".repeat(100_000)}`)).toContain("invalid duration");
  expect(performance.now() - startedMs).toBeLessThan(500);
});
