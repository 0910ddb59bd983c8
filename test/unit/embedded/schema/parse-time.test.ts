import { expect, test } from "vitest";
import { parseTime } from "../../../../src/embedded/schema/parse-time.ts";

// Answers of kube-apiserver 1.34.4.
test.each([
  ["2020-01-01T00:00:00Z", "2020-01-01T00:00:00Z"],
  ["2020-01-01T00:00:00.5+02:00", "2019-12-31T22:00:00Z"],
  ["2020-01-01T00:00:00,5Z", "2020-01-01T00:00:00Z"],
  ["2020-01-01T1:00:00Z", "2020-01-01T01:00:00Z"],
  ["9999-12-31T23:59:59Z", "9999-12-31T23:59:59Z"],
  ["2020-02-30T00:00:00Z", "day out of range"],
  ["2020-13-01T00:00:00Z", "month out of range"],
  ["2020-01-01T24:00:00Z", "hour out of range"],
  ["2020-01-01T00:60:00Z", "minute out of range"],
  ["2020-01-01T00:00:60Z", "second out of range"],
  ["2020-01-01T00:00:00+25:00", "time zone offset hour out of range"],
  ["2020-01-01T00:00:00Zx", 'extra text: "x"'],
  ["2020-01-01", 'cannot parse "" as "T"'],
  ["2020-01-01 00:00:00Z", 'cannot parse " 00:00:00Z" as "T"'],
  ["2020-1-1T00:00:00Z", 'cannot parse "1-1T00:00:00Z" as "01"'],
  ["2020-01-01T00:00:00+0200", 'cannot parse "+0200" as "Z07:00"'],
  ["", 'cannot parse "" as "2006"'],
])("%j is %s", (written, expected) => {
  const parsed = parseTime(written, "seconds");
  const layout = expected.startsWith("cannot") ? ' as "2006-01-02T15:04:05Z07:00"' : "";
  expect(parsed).toEqual(
    expected.startsWith("20") || expected.startsWith("99") || expected.startsWith("19")
      ? { kind: "parsed", text: expected }
      : { kind: "wrong", message: `parsing time ${JSON.stringify(written)}${layout}: ${expected}` },
  );
});

test.each([
  ["2020-01-01T00:00:00.123456+02:00", "2019-12-31T22:00:00.123456Z"],
  ["2020-01-01T00:00:00Z", 'cannot parse "Z" as ".000000"'],
  ["2020-01-01T00:00:00.1234567Z", 'cannot parse "7Z" as "Z07:00"'],
])("with microseconds %j is %s", (written, expected) => {
  const parsed = parseTime(written, "micros");
  const shown = parsed.kind === "parsed" ? parsed.text : parsed.message;
  expect(shown.endsWith(expected)).toBe(true);
});
