import { expect, test } from "vitest";
import { isSelected } from "../../../../src/embedded/kinds/is-selected.ts";

test.each([
  [undefined, false],
  [{}, true],
  [{ matchLabels: { a: "1" } }, true],
  [{ matchLabels: { a: "1", b: "2" } }, true],
  [{ matchLabels: { a: "1", b: "3" } }, false],
  [{ matchLabels: { toString: "x" } }, false],
  [{ matchExpressions: [{ key: "a", operator: "In", values: ["1", "2"] }] }, true],
  [{ matchExpressions: [{ key: "c", operator: "In", values: ["1"] }] }, false],
  [{ matchExpressions: [{ key: "a", operator: "NotIn", values: ["1"] }] }, false],
  [{ matchExpressions: [{ key: "c", operator: "NotIn", values: ["1"] }] }, true],
  [{ matchExpressions: [{ key: "a", operator: "Exists" }] }, true],
  [{ matchExpressions: [{ key: "constructor", operator: "Exists" }] }, false],
  [{ matchExpressions: [{ key: "a", operator: "DoesNotExist" }] }, false],
  [{ matchExpressions: [{ key: "c", operator: "DoesNotExist" }] }, true],
  [{ matchExpressions: [{ key: "a", operator: "Gt", values: ["0"] }] }, false],
])("the labels a=1, b=2 and the selector %j: %s", (selector, outcome) => {
  expect(isSelected({ metadata: { labels: { a: "1", b: "2" } } }, selector)).toBe(outcome);
});
