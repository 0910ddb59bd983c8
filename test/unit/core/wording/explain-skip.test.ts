import { expect, test } from "vitest";
import { explainSkip } from "../../../../src/core/wording/explain-skip.ts";

test.each([
  { until: "", end: "" },
  { until: "2030-01-31T18:00:00Z", end: " until 2030-01-31T18:00:00Z" },
  { until: "tomorrow", end: "" },
])("a skip until $until", ({ until, end }) => {
  const skip = { label: "lockstep.dev/skip-reconciliation", by: "kubectl-label", until };
  expect(explainSkip(skip)).toBe(
    `nothing of it is written${end} (label lockstep.dev/skip-reconciliation, set by kubectl-label)`,
  );
});
