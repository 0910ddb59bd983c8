import { describe, expect, test } from "vitest";
import { briefConfig, stackWith } from "../../../support/config-text.ts";

describe("F9: an allow rule that cannot be read is a problem with its place", () => {
  const KINDS =
    "an exact name, a prefix and *, or a regular expression between slashes, made of plain characters, . [a-z] \\d \\w \\s ( ) | * + ? {n,m} ^ $";

  test.each([
    [
      "{ manager: '/(/' }",
      `5:37 stacks[0].ownership.allow[0].manager leaves a group open -> ${KINDS}`,
    ],
    [
      "{ manager: '/a**/' }",
      `5:37 stacks[0].ownership.allow[0].manager repeats nothing -> ${KINDS}`,
    ],
    [
      "{ manager: '/(a+)+/' }",
      `5:37 stacks[0].ownership.allow[0].manager repeats a group that repeats inside -> ${KINDS}`,
    ],
    [
      "{ manager: '/open' }",
      `5:37 stacks[0].ownership.allow[0].manager begins as a regular expression but does not end as one -> ${KINDS}`,
    ],
    [
      "{ manager: 'a*b' }",
      `5:37 stacks[0].ownership.allow[0].manager has a * that is not its last character -> ${KINDS}`,
    ],
    [
      "{ manager: a, operation: Patch }",
      "5:51 stacks[0].ownership.allow[0].operation is none of the known values -> Apply, Update",
    ],
    ["{ operation: Apply }", `5:26 stacks[0].ownership.allow[0].manager is missing -> ${KINDS}`],
    [
      "{ manager: a, paths: [spec.replicas] }",
      "5:48 stacks[0].ownership.allow[0].paths[0] is no path -> a JSON pointer such as /spec/replicas, with * for any one step",
    ],
  ])("%s", (rule, problem) => {
    expect(briefConfig(stackWith(`ownership: { allow: [${rule}] }`))).toEqual([problem]);
  });
});
