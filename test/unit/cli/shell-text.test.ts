import { expect, test } from "vitest";
import { shellText } from "../../../src/cli/shell-text.ts";

test.each([
  [".lockstep/kubeconfig", ".lockstep/kubeconfig"],
  ["web=web:9.9.9", "web=web:9.9.9"],
  ["a b", "'a b'"],
  ["it's", String.raw`'it'\''s'`],
  ["$(rm -r .)", "'$(rm -r .)'"],
  ["", "''"],
])("%s is typed as %s", (word, typed) => {
  expect(shellText(word)).toBe(typed);
});
