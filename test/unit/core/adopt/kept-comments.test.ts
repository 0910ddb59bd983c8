import { describe, expect, test } from "vitest";
import { adopt, type Change } from "../../../support/adopt-text.ts";

describe("the only member or item goes, and comments of people stay", () => {
  test.each<readonly [string, Change, string]>([
    ["m:\n  # why\n  a: 1\nz: 1\n", ["/m/a", undefined], "m: {}\n  # why\nz: 1\n"],
    [
      "m: # m\n  # why\n\n  # more\n  a: 1 # one\n",
      ["/m/a", undefined],
      "m: {} # m\n  # why\n\n  # more\n  # one\n",
    ],
    ["m:\n  a: 1 # one\nz: 1\n", ["/m/a", undefined], "m: {} # one\nz: 1\n"],
    ["m:\n  a: 1\n  # end\nz: 1\n", ["/m/a", undefined], "m: {}\n  # end\nz: 1\n"],
    ["l:\n# why\n- a\nz: 1\n", ['/l/[="a"]', undefined], "l: []\n# why\nz: 1\n"],
    ["l:\n- # why\n  name: a\n  b: 1\nz: 1\n", ["/l/[name=a]", undefined], "l: []\nz: 1\n"],
    ["m:\r\n  # why\r\n  a: 1", ["/m/a", undefined], "m: {}\r\n  # why"],
    ["m: &x\n  # why\n  a: 1\n", ["/m/a", undefined], "m: &x {}\n  # why\n"],
    ["m:\n  # why\n  a: 1\n", ["/m", ["x"]], "m:\n  # why\n- x\n"],
    ["m:\n  # why\n  a: 1\n", ["/m", "x\ny\n"], 'm: "x\\ny\\n"\n  # why\n'],
    ["m: {\n  # why\n  a: 1, # one\n}\n", ["/m/a", undefined], "m: {\n  # why\n}\n"],
    ["m: {\n  a: 1 # one\n}\n", ["/m/a", undefined], "m: {}\n"],
    ["m: [\n  a,\n  # end\n]\n", ['/m/[="a"]', undefined], "m: [\n  # end\n]\n"],
    [
      "m: {\n  a: 1, # one\n  # two\n  b: 2\n}\n",
      ["/m/a", undefined],
      "m: {\n  # two\n  b: 2\n}\n",
    ],
    ["m: {a: 1, # one\n  b: 2}\n", ["/m/b", undefined], "m: {a: 1 # one\n  }\n"],
    ["m: {a: 1, # one\n  b: 2, c: 3}\n", ["/m/b", undefined], "m: {a: 1, # one\n  c: 3}\n"],
    ["m: {a: 1, # one\n  b: 2}\n", ["/m/a", undefined], "m: {b: 2}\n"],
  ])("%j, %j: %j", (body, change, expected) => {
    expect(adopt(body, change)).toBe(expected);
  });
});
