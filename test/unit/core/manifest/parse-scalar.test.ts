import { describe, expect, test } from "vitest";
import { parseScalar } from "../../../../src/core/manifest/parse-scalar.ts";

function brief(text: string): string {
  const scalar = parseScalar(text);
  return "value" in scalar ? `${scalar.kind} ${String(scalar.value)}` : scalar.kind;
}

/** What kubectl 1.32 makes of each text (`kubectl annotate --local -o json`), except the refused. */
const KUBECTL: readonly (readonly [means: string, ...texts: readonly string[]])[] = [
  ["null", "", "~", "null", "Null", "NULL"],
  ["text nULL", "nULL"],
  ["boolean true", "y", "Y", "yes", "Yes", "YES", "on", "On", "ON", "true", "True", "TRUE"],
  ["boolean false", "n", "N", "no", "No", "NO", "off", "Off", "OFF", "false", "False", "FALSE"],
  ["text yEs", "yEs"],
  ["text tRUE", "tRUE"],
  ["integer 0", "0", "-0", "00", "0b0", "0_"],
  ["float 0", "0.", "0.0", "-0.0", "0e0", "1e-400"],
  ["integer 1", "+1", "1_", "+_1", "0B1", "+0b1", "0b1_", "0x1_"],
  ["integer -1", "-1", "-_1"],
  ["integer 420", "0644", "+0644", "0o644", "0O644", "+0o644"],
  ["integer -420", "-0644", "-0o644"],
  ["integer 5", "0b101", "0B101"],
  ["integer -3", "-0b11"],
  ["integer 31", "0x1F", "0X1f", "+0x1F", "0x_1F"],
  ["integer 2748", "0xAbC"],
  ["integer 1000", "1_000"],
  ["integer 10", "1__0"],
  ["integer 7", "007", "0_7", "0o_7"],
  ["integer 8", "08", "008", "+08", "0_8"],
  ["integer -8", "-08"],
  ["integer 9007199254740992", "9007199254740992", "0x20000000000000"],
  ["float 1.5", "1.5", "+1.5", "1._5"],
  ["float 0.5", ".5", "+.5", "0.5_0", ".5_0", "00.5"],
  ["float 1", "1.", "1.0", "1.00"],
  ["float 1000", "1e3", "1E3", "1e+3", "1__e3", "1e_3", "1e3_"],
  ["float 500", ".5e3", "+.5e3", ".5E+3"],
  ["float 10.5", "1_0.5"],
  ["float 685230.15", "685.230_15e+03"],
  ["float 8.5", "08.5"],
  ["float -200000", "-2E+05"],
  ["float 1e+21", "1e21"],
  ["float 100000000000000000000", "100000000000000000000.0", "1e20"],
  ["float 123456789012345680", "123456789012345678.5"],
  ["text 1e400", "1e400"],
  ["text -1e400", "-1e400"],
  ["text 1:30", "1:30"],
  ["text 190:20:30", "190:20:30"],
  ["text 2001-01-01", "2001-01-01"],
  ["text 0o8", "0o8"],
  ["text 0b2", "0b2"],
  ["text 0x", "0x"],
  ["text 0x1p3", "0x1p3"],
  ["text 0x1ffffffffffffffff", "0x1ffffffffffffffff"],
  ["text _1", "_1"],
  ["text ._5", "._5"],
  ["text .5_", ".5_"],
  ["text .", "."],
  ["text +", "+"],
  ["text 1.2.3", "1.2.3"],
  ["text 1,000", "1,000"],
  ["text 1e", "1e"],
  ["text e3", "e3"],
  ["text inf", "inf"],
  ["text nan", "nan"],
  ["text +.NaN", "+.NaN"],
  ["text =", "="],
  ["text <<", "<<"],
];

describe("parseScalar reads as kubectl does", () => {
  const rows = KUBECTL.flatMap(([means, ...texts]) => texts.map((text) => ({ text, means })));
  test.each(rows)("$text → $means", ({ text, means }) => {
    expect(brief(text)).toBe(means);
  });
});

describe("parseScalar refuses what would lose digits or has no JSON form", () => {
  test.each([
    "9007199254740993",
    "-9007199254740993",
    "9223372036854775808",
    "99999999999999999999",
    "0x7fffffffffffffff",
    "0777777777777777777777",
    "09007199254740993",
    ".inf",
    "-.Inf",
    "+.INF",
    ".nan",
    ".NaN",
  ])("%s", (text) => {
    expect(brief(text)).toBe("refused");
  });
});
