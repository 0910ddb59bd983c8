import { expect, test } from "vitest";
import { describeChange } from "../../../src/cli/describe-change.ts";
import { ago, driftStatus, NOW_MS, type WrittenDrift } from "../../support/status-builder.ts";

const view = { name: (id: string) => id, nowMs: NOW_MS };

const rows: readonly (readonly [WrittenDrift, string])[] = [
  [{}, "kubectl-edit changed spec.replicas from 3 to 5, 2m ago: reverted"],
  [
    { class: "added", path: "/data/x", live: "1", at: "", action: "observed", mode: "observe" },
    'kubectl-edit added data.x: "1": left as it is (mode observe)',
  ],
  [
    { action: "observed", mode: "create-only" },
    "kubectl-edit changed spec.replicas from 3 to 5, 2m ago: left as it is (mode create-only)",
  ],
  [
    {
      class: "removed",
      path: "/metadata/labels/lockstep.dev~1stack",
      manager: "",
      desired: "shop",
      at: "",
      seenAt: ago(6),
    },
    'somebody removed metadata.labels[lockstep.dev/stack] (Lockstep sets it to "shop"), seen 6s ago: reverted',
  ],
  [
    { class: "missing", path: "", manager: "", at: "", seenAt: ago(0) },
    "somebody deleted it: reverted",
  ],
  [
    { class: "removed", manager: "", desired: { a: [1] }, attribution: "unknown", action: "open" },
    'somebody removed spec.replicas (Git says {"a":[1]}), 2m ago: not reverted yet',
  ],
  [
    { class: "missing", path: "", manager: "", action: "failed" },
    "somebody deleted it, 2m ago: the revert failed",
  ],
  [
    { class: "coowned", sharedWith: ["helm", "flux"], action: "ignored" },
    "kubectl-edit (or helm, flux) owns spec.replicas too, 2m ago: ignored by a rule",
  ],
  [
    { class: "legacy", action: "skipped" },
    "kubectl-edit still owns spec.replicas from earlier, 2m ago: left as it is (skipped)",
  ],
  [
    { class: "coowned", path: "", action: "observed" },
    "kubectl-edit owns fields of it too, 2m ago: left as it is",
  ],
  [
    { class: "legacy", path: "", manager: "", attribution: "unknown", at: "" },
    "somebody took it out of our ownership: reverted",
  ],
  [
    { live: "x".repeat(100), action: "contested", at: ago(90_000) },
    `kubectl-edit changed spec.replicas from 3 to "${"x".repeat(59)}…, 1d ago: reverted again and again; somebody fights for it`,
  ],
  [{ class: "new", action: "other" }, "new spec.replicas by kubectl-edit, 2m ago: other"],
];

test.each(rows)("%j → %s", (written, words) => {
  const drift = driftStatus("Deployment/shop/web", written);
  expect(describeChange(drift, { ...view, tense: "done" })).toBe(`Deployment/shop/web: ${words}`);
});

test.each([
  ["reverted", "would be reverted"],
  ["contested", "would be reverted when its time comes; somebody fights for it"],
  ["observed", "left as it is"],
])("planned, %s → %s", (action, words) => {
  const drift = driftStatus("A/b", { action, at: "" });
  expect(describeChange(drift, { ...view, tense: "planned" })).toBe(
    `A/b: kubectl-edit changed spec.replicas from 3 to 5: ${words}`,
  );
});
