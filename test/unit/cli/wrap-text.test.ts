import { expect, test } from "vitest";
import { wrapText } from "../../../src/cli/wrap-text.ts";

test.each([
  { text: "one two three", columns: 7, lines: ["one two", "three"] },
  { text: "one two three", columns: 13, lines: ["one two three"] },
  { text: "a longer-than-the-row b", columns: 5, lines: ["a", "longer-than-the-row", "b"] },
  { text: "東京 大阪", columns: 7, lines: ["東京", "大阪"] },
  { text: "", columns: 5, lines: [""] },
  { text: "no room", columns: -3, lines: ["no", "room"] },
])("$text in $columns columns", ({ text, columns, lines }) => {
  expect(wrapText(text, columns)).toEqual(lines);
});
