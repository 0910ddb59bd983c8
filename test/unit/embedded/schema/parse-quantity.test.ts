import { expect, test } from "vitest";
import { parseQuantity } from "../../../../src/embedded/schema/parse-quantity.ts";

const FORMAT =
  "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'";
const SUFFIX = "unable to parse quantity's suffix";

function brief(written: string): string {
  const parsed = parseQuantity(written);
  return parsed.kind === "parsed" ? parsed.text : parsed.message;
}

// Answers of kube-apiserver 1.34.4.
test.each([
  ["1", "1"],
  ["1000m", "1"],
  ["0.5", "500m"],
  [".5", "500m"],
  ["1500m", "1500m"],
  ["1024", "1024"],
  ["1000", "1k"],
  ["1000k", "1M"],
  ["1024Mi", "1Gi"],
  ["1.5Gi", "1536Mi"],
  ["1000Ki", "1000Ki"],
  ["2048Ki", "2Mi"],
  ["0.5Ki", "512"],
  ["1.1Ki", "1126400m"],
  ["8Ei", "9223372036854775807"],
  ["1e3", "1e3"],
  ["1e2", "100"],
  ["1.5e3", "1500"],
  ["1e19", "10e18"],
  ["1.23E", "1230P"],
  ["12345678901234567890", "12345678901234567890"],
  ["0.5n", "1n"],
  ["-0.5", "-500m"],
  ["0m", "0"],
  ["00", "0"],
  ["+", "0"],
  [".", "0"],
  ["+1", "+1"],
  ["5.", "5."],
  ["01", "01"],
  [" 1 ", "1"],
  ["100000000000000000000000000000000000", "100"],
  ["", FORMAT],
  ["x", FORMAT],
  ["1.2.3", FORMAT],
  ["1K", SUFFIX],
  ["1e", SUFFIX],
  ["1m5", SUFFIX],
  ["--1", SUFFIX],
  ["1e99999", SUFFIX],
])("%j is %s", (written, expected) => {
  expect(brief(written)).toBe(expected);
});

test("a quantity of a million digits is refused at once", () => {
  const startedAtMs = performance.now();
  const said = [`1${"0".repeat(1_000_000)}`, `0.${"1".repeat(1_000_000)}`].map(brief);
  expect(said).toEqual([FORMAT, FORMAT]);
  expect(performance.now() - startedAtMs).toBeLessThan(500);
});
