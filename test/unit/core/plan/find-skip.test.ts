import { expect, test } from "vitest";
import { findSkip, type SkipRules } from "../../../../src/core/plan/find-skip.ts";
import { manifest } from "../../../support/graph-builders.ts";
import { appliedAt } from "../../../support/look-builder.ts";
import { managed, rawEntry } from "../../../support/managed-object.ts";
import { editObject } from "../../../support/server-side-apply.ts";

const NOW_MS = Date.parse("2026-03-01T12:00:00Z");
const SKIP = "lockstep.dev/skip-reconciliation";

interface Row {
  readonly labels?: Readonly<Record<string, string>>;
  readonly until?: string;
  readonly rules?: Partial<SkipRules>;
  readonly is: readonly string[];
}

/** In one line what is in force, then what is said about what is not. */
function brief({ labels = {}, until, rules }: Row): readonly string[] {
  const annotations = until === undefined ? {} : { "lockstep.dev/skip-until": until };
  const applied = appliedAt(manifest("ConfigMap/shop/a"));
  const live = editObject(applied, "kubectl-label", { metadata: { labels, annotations } });
  const { skip, notes } = findSkip(live, { allowSkip: true, skipLabels: [], ...rules }, NOW_MS);
  if (skip === undefined) return ["written", ...notes];
  const end = skip.endsAtMs === undefined ? "no end" : `${skip.endsAtMs - NOW_MS} ms`;
  return [`skipped by ${skip.by} (${skip.label}), ${end}`, ...notes];
}

test.each<Row>([
  { is: ["written"] },
  { labels: { [SKIP]: "true" }, is: [`skipped by kubectl-label (${SKIP}), no end`] },
  {
    labels: { [SKIP]: "true" },
    until: "2026-03-01T12:00:05Z",
    is: [`skipped by kubectl-label (${SKIP}), 5000 ms`],
  },
  {
    labels: { [SKIP]: "true" },
    until: "2026-03-01T12:00:00Z",
    is: ["written", `its skip ended at 2026-03-01T12:00:00Z; label ${SKIP} may go`],
  },
  {
    labels: { [SKIP]: "true" },
    until: "tomorrow",
    is: [
      `skipped by kubectl-label (${SKIP}), no end`,
      'annotation lockstep.dev/skip-until is "tomorrow", no RFC 3339 time such as 2030-01-31T18:00:00Z: the skip lasts until the label goes',
    ],
  },
  {
    labels: { [SKIP]: "true" },
    until: "",
    is: [
      `skipped by kubectl-label (${SKIP}), no end`,
      'annotation lockstep.dev/skip-until is "", no RFC 3339 time such as 2030-01-31T18:00:00Z: the skip lasts until the label goes',
    ],
  },
  { labels: { [SKIP]: "yes" }, is: ["written", `label ${SKIP} is "yes", only "true" skips`] },
  { labels: { [SKIP]: "True" }, is: ["written", `label ${SKIP} is "True", only "true" skips`] },
  { labels: { [SKIP]: "" }, is: ["written", `label ${SKIP} is "", only "true" skips`] },
  { labels: { [SKIP]: "false" }, is: ["written"] },
  {
    until: "2026-03-01T12:00:05Z",
    is: ["written", "annotation lockstep.dev/skip-until without the label skips nothing"],
  },
  {
    labels: { "example.org/hands-off": "true" },
    is: ["written"],
  },
  {
    labels: { "example.org/hands-off": "true" },
    rules: { skipLabels: ["example.org/hands-off"] },
    is: ["skipped by kubectl-label (example.org/hands-off), no end"],
  },
  {
    labels: { [SKIP]: "no", "example.org/hands-off": "true" },
    rules: { skipLabels: ["example.org/hands-off"] },
    is: [
      "skipped by kubectl-label (example.org/hands-off), no end",
      `label ${SKIP} is "no", only "true" skips`,
    ],
  },
  {
    labels: { [SKIP]: "true" },
    rules: { allowSkip: false },
    is: ["written", `label ${SKIP} is set, but the configuration denies it (allowSkip: false)`],
  },
])("$labels until $until with $rules: $is", (row) => {
  expect(brief(row)).toEqual(row.is);
});

test("what is not there is not skipped", () => {
  const rules = { allowSkip: true, skipLabels: [] };
  expect(findSkip(undefined, rules, NOW_MS)).toEqual({ skip: undefined, notes: [] });
});

test("whoever applied the label later did not set it", () => {
  const labels = { [SKIP]: "true" };
  const fields = { "f:metadata": { "f:labels": { [`f:${SKIP}`]: {} } } };
  const live = managed({ metadata: { labels } }, [
    rawEntry("argocd-controller/Apply", fields, { time: "2026-02-01T00:00:00Z" }),
    rawEntry("kubectl-label", fields),
  ]);
  const { skip } = findSkip(live, { allowSkip: true, skipLabels: [] }, NOW_MS);
  expect([skip?.by, skip?.at]).toEqual(["kubectl-label", "2026-01-01T00:00:00Z"]);
});
