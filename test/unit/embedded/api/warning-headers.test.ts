import { expect, test } from "vitest";
import { warningHeaders } from "../../../../src/embedded/api/warning-headers.ts";

test.each<[string, readonly string[], readonly string[]]>([
  [
    "quotes and backslashes",
    ['unknown field "a\\b"'],
    [String.raw`299 - "unknown field \"a\\b\""`],
  ],
  ["line breaks cannot end the header", ["a\r\nSet-Cookie: b"], ['299 - "a  Set-Cookie: b"']],
  ["twice the same", ["a", "a"], ['299 - "a"']],
  ["bytes of UTF-8", ["ü"], ['299 - "Ã¼"']],
])("%s", (_, warnings, expected) => {
  expect(warningHeaders(warnings)).toEqual(expected);
});

test("very long ones are cut, very many are left out", () => {
  expect(warningHeaders(["a".repeat(5000)])).toEqual([`299 - "${"a".repeat(256)}"`]);
  expect(
    warningHeaders(Array.from({ length: 100 }, (_, index) => `${index}`.padEnd(300, "x"))),
  ).toHaveLength(16);
});
