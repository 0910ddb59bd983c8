import { expect, test } from "vitest";
import { scanJson } from "../../../../src/embedded/requests/scan-json.ts";

test.each([
  ["", "unexpected end of JSON input"],
  ["{", "unexpected end of JSON input"],
  ['{"a":"b', "unexpected end of JSON input"],
  ["nul", "invalid character ' ' in literal null (expecting 'l')"],
  ["tru}", "invalid character '}' in literal true (expecting 'e')"],
  ["-", "invalid character ' ' in numeric literal"],
  ["1.", "invalid character ' ' after decimal point in numeric literal"],
  ["1e+", "invalid character ' ' in exponent of numeric literal"],
  ["01", "invalid character '1' after top-level value"],
  ["{'a':1}", String.raw`invalid character '\'' looking for beginning of object key string`],
  ['{"a":1,}', "invalid character '}' looking for beginning of object key string"],
  ['["a" "b"]', "invalid character '\"' after array element"],
  ['{"a":"\t"}', String.raw`invalid character '\t' in string literal`],
  [String.raw`"\x"`, "invalid character 'x' in string escape code"],
  [String.raw`"\u12G4"`, String.raw`invalid character 'G' in \u hexadecimal character escape`],
  ["é", "invalid character 'Ã' looking for beginning of value"],
  ["[".repeat(1_001), "exceeded max depth"],
] as const)("says as Go does what is wrong with %s", (text, wrong) => {
  expect(scanJson(text, { withOffsets: false }).wrong).toBe(wrong);
});

test("finds repeated keys wherever they stand, each once", () => {
  const text = '{"a":1,"b":[{"c":1,"c":2,"c":3}],"a":2,"":{"x":1,"x":1},"a":{"y":1}}';
  const { duplicates } = scanJson(text, { withOffsets: false });
  expect([...duplicates.keys()]).toEqual(["b[0].c", "a", ".x"]);
});

test("tells where each field first stands", () => {
  const { offsets } = scanJson('{"a":{"b":1},"c":[{"d":2}]}', { withOffsets: true });
  expect([...offsets]).toEqual([
    ["a", 5],
    ["a.b", 10],
    ["c", 17],
    ["c[0].d", 23],
  ]);
});
