import { expect, test } from "vitest";
import { decide } from "../../../support/decide.ts";
import { manifest } from "../../../support/graph-builders.ts";
import { appliedAt, lookOf, NEW, runningAt } from "../../../support/look-builder.ts";
import { withStatus } from "../../../support/server-side-apply.ts";

const es = manifest("Elasticsearch/shop/es", { spec: "{version: 9.1.0}" });
const kb = manifest("Kibana/shop/kb", {
  spec: "{version: 9.1.0, elasticsearchRef: {name: es}}",
});
const silent = withStatus(appliedAt(es, NEW), { observedGeneration: 1, health: "green" });
const OVERRIDDEN = "keep Kibana/shop/kb: VersionOverridden [Ready]";

test.each([
  { rule: "allow", target: silent, says: "no version", line: OVERRIDDEN },
  { rule: "hold", target: silent, says: "no version", line: "keep Kibana/shop/kb [Ready]" },
  {
    rule: "allow",
    target: runningAt(es, NEW, "9.1.0"),
    says: "9.1.0",
    line: "keep Kibana/shop/kb [Ready]",
  },
] as const)("applied while unknownVersion is $rule and its target says $says: $line", (row) => {
  const { lines } = decide(
    lookOf({
      git: [es, kb],
      live: [row.target, runningAt(kb, NEW, "9.1.0")],
      rules: { unknownVersion: row.rule },
    }),
  );
  expect(lines[1]).toBe(row.line);
});
