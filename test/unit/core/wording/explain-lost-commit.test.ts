import { expect, test } from "vitest";
import { explainLostCommit } from "../../../../src/core/wording/explain-lost-commit.ts";

test.each([
  ["lost", /^commit 1a2b3c4, .* is no longer in the repository: .* applied anew; push that commit/],
  ["unreachable", /^commit 1a2b3c4, .* cannot be read now: .* held until the repository answers$/],
] as const)("a commit that is %s: which one, what follows, what to do", (answer, sentence) => {
  expect(explainLostCommit("1a2b3c4d5e6f", answer)).toMatch(sentence);
});
