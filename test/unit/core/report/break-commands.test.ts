import { expect, test } from "vitest";
import { breakCommands } from "../../../../src/core/report/break-commands.ts";
import { markdownCode } from "../../../../src/core/report/markdown.ts";

test.each([
  ["x [skip ci]", "x \\u005bskip ci]"],
  ["[CI-SKIP][no ci][skip actions]", "\\u005bCI-SKIP]\\u005bno ci]\\u005bskip actions]"],
  ["[name=web] [0] [skip]", "[name=web] [0] [skip]"],
  ["Closes #12", "Closes\\u0020#12"],
  [
    "fixed: team/shop#3 and resolves issue #4",
    "fixed:\\u0020team/shop#3 and resolves\\u0020issue #4",
  ],
  ["Implements ABC-7", "Implements\\u0020ABC-7"],
  ["close https://forge.example/i/1", "close\\u0020https://forge.example/i/1"],
  ["close the door, #12, fix it", "close the door, #12, fix it"],
])("%j has no command: %j", (text, expected) => {
  expect(breakCommands(text)).toBe(expected);
});

test("no command is in a code span", () => {
  expect(markdownCode("Fixes #1 [skip ci]")).toBe("`Fixes\\u0020#1 \\u005bskip ci]`");
});

test("a long text takes no time", () => {
  const text = "closes ".repeat(200_000) + "[no ".repeat(200_000);
  const startedAt = performance.now();
  breakCommands(text);
  expect(performance.now() - startedAt).toBeLessThan(3_000);
});
