import { expect, test } from "vitest";
import { commitText } from "../../../../src/core/report/commit-text.ts";

test.each([
  ["kubectl-edit", "kubectl-edit"],
  ["spec.containers[name=web].image", "spec.containers[name=web].image"],
  ["Fixes #12", "Fixes??12"],
  ["@team/all", "?team/all"],
  ["a [skip ci]", "a?[skip?ci]"],
  ["spec[skip-ci].x[CI_skip]", "spec\\u005bskip-ci].x\\u005bCI_skip]"],
  ["a\n\nSigned-off-by: x <x@y>", "a??Signed-off-by:?x??x?y?"],
  ["\u202egnp.exe", "?gnp.exe"],
  ["x".repeat(100), `${"x".repeat(79)}…`],
])("%j in a commit message is %j", (text, expected) => {
  expect(commitText(text)).toBe(expected);
});
