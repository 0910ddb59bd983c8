import { describe, expect, test } from "vitest";
import {
  compareVersions,
  isInRange,
  isOpenUpwards,
  isSameVersion,
  parseVersion,
} from "../../../../src/core/rollout/version.ts";
import { parseTable } from "../../../support/parse-table.ts";

describe("parseVersion", () => {
  test.each(
    parseTable(`
    9.1.0                 | 9.1.0
    v9.1.0                | 9.1.0
    8.1                   | 8.1.0
    v8.1                  | 8.1.0
    3.12-management       | 3.12.0-management
    8.1.0-SNAPSHOT        | 8.1.0-SNAPSHOT
    9.1.0-alpine          | 9.1.0-alpine
    9.1.0+build.5         | 9.1.0
    9                     | none
    v9                    | none
    9.1.0.4               | none
    latest                | none
    main-1a2b3c4          | none
    2024-01-15            | none
    20240115              | none
    2024.01.15            | none
    sha256:3f1e9b         | none
    3f1e9b0               | none
    9.x                   | none
    09.1.0                | none
    99999999999999999.1.0 | none
    `),
  )("%s is %s", (text = "", expected = "") => {
    expect(parseVersion(text)?.canonical ?? "none").toBe(expected);
  });

  test("empty and missing text is no version", () => {
    expect([parseVersion(""), parseVersion(undefined)]).toEqual([undefined, undefined]);
  });
});

describe("O7: the order of versions", () => {
  test.each(
    parseTable(`
    8.1.0-SNAPSHOT | < | 8.1.0  | full
    8.19.9         | < | 9.0.0  | full
    9.1.0          | < | 9.1.1  | full
    9.1.1          | > | 9.1.0  | full
    v9.1           | = | 9.1.0  | full
    9.1.0+a        | = | 9.1.0  | full
    9.1.0-alpine   | < | 9.1.0  | full
    9.2.0          | < | 9.10.0 | full
    9.1.0          | = | 9.1.7  | minor
    8.1.0-SNAPSHOT | = | 8.1.0  | minor
    8.19.9         | < | 9.0.0  | minor
    9.2.0          | > | 9.1.9  | minor
    `),
  )("%s %s %s (%s)", (left, ...[sign, right, by]) => {
    const [a, b] = [parseVersion(left), parseVersion(right)];
    const order = a && b && compareVersions(a, b, by === "minor" ? "minor" : "full");
    const signs = new Map([
      [-1, "<"],
      [0, "="],
      [1, ">"],
    ]);
    expect(signs.get(Math.sign(order ?? Number.NaN))).toBe(sign);
  });
});

describe("isInRange", () => {
  test.each(
    parseTable(`
    3.13.2        | >=3.13 <5 | yes
    3.13.2-alpine | >=3.13 <5 | yes
    5.0.0         | >=3.13 <5 | no
    5.0.0-rc.1    | >=3.13 <5 | no
    3.12.9        | >=3.13 <5 | no
    `),
  )("%s in %s: %s", (text, range = "", expected = "") => {
    const version = parseVersion(text);
    expect(version !== undefined && isInRange(version, range)).toBe(expected === "yes");
  });
});

describe("isOpenUpwards", () => {
  test.each(
    parseTable(`
    >=3.13    | yes
    *         | yes
    >=3 >=4   | yes
    <2 || >=3 | no
    >=3.13 <5 | no
    ^9.1.0    | no
    9.x       | no
    <=9.3.0   | no
    `),
  )("%s: %s", (range = "", expected = "") => {
    expect(isOpenUpwards(range)).toBe(expected === "yes");
  });
});

describe("isSameVersion", () => {
  test.each(
    parseTable(`
    9.1           | v9.1.0        | yes
    latest        | latest        | yes
    sha256:aa     | sha256:aa     | yes
    latest        | stable        | no
    9.1.0         | 9.1.1         | no
    9.1.0         | 9.1.0-alpine  | no
    v1.30.1+k3s1  | 1.30.1+k3s1   | yes
    v1.30.1+k3s1  | v1.30.1       | yes
    v1.30.1+k3s1  | v1.30.1+k3s2  | no
    `),
  )("%s and %s: %s", (a = "", b = "", expected = "") => {
    expect(isSameVersion(a, b)).toBe(expected === "yes");
  });
});
