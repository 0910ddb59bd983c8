import { expect, test } from "vitest";
import { shortCommit } from "../../../../src/core/wording/short-commit.ts";

test.each([
  ["1a2b3c4d5e6f1a2b3c4d5e6f1a2b3c4d5e6f1a2b", "1a2b3c4"],
  ["", "no commit"],
  ["working-tree", "working-tree"],
])("%j reads %s", (commit, text) => {
  expect(shortCommit(commit)).toBe(text);
});
