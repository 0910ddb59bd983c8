import { expect, test } from "vitest";
import { decide } from "../../../support/decide.ts";
import { manifest } from "../../../support/graph-builders.ts";
import { appliedAt, lookOf, NEW } from "../../../support/look-builder.ts";
import { withStatus } from "../../../support/server-side-apply.ts";

test.each([
  { count: 0, status: { phase: "Ready", observedGeneration: 1 }, says: ": NothingRuns" },
  // Its operator still counts a node.
  { count: 0, status: { phase: "Ready", observedGeneration: 1, availableNodes: 1 }, says: "" },
  { count: 1, status: { phase: "Ready", observedGeneration: 1, version: "9.1.0" }, says: "" },
])("O15: count $count and a status of $status", ({ count, status, says }) => {
  const es = manifest("Elasticsearch/shop/es", { spec: `{version: 9.1.0, count: ${count}}` });
  const live = [withStatus(appliedAt(es, NEW), status)];
  const { lines } = decide(lookOf({ git: [es], live }));
  expect(lines[0]).toMatch(new RegExp(`^keep Elasticsearch/shop/es${says} \\[`));
});
