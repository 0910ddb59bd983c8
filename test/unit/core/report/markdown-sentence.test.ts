import { expect, test } from "vitest";
import { markdownSentence } from "../../../../src/core/report/markdown.ts";

test("of a sentence that is too long the end is kept: it says what to do", () => {
  const text = markdownSentence(`no order: ${"a → ".repeat(1_000)}; in Git, drop one`);
  expect(text).toMatch(/^`no order: a → .*….*; in Git, drop one`$/);
  expect(Array.from(text)).toHaveLength(2_000 + 3);
  expect(markdownSentence("short")).toBe("`short`");
});
