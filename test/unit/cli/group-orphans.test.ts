import { expect, test } from "vitest";
import { PLAIN } from "../../../src/cli/palette.ts";
import { progressLines } from "../../../src/cli/progress-lines.ts";
import { renderStatus } from "../../../src/cli/render-status.ts";
import type { OrphanStatus } from "../../../src/core/report/status-document.ts";
import { NOW_MS, stackStatus } from "../../support/status-builder.ts";

function orphan(name: string, action: OrphanStatus["action"], reason: string): OrphanStatus {
  return { id: `ConfigMap/shop/${name}`, action, reason };
}

interface Row {
  readonly title: string;
  readonly from: readonly OrphanStatus[];
  readonly to: readonly OrphanStatus[];
  readonly told: readonly string[];
}

test.each<Row>([
  {
    title: "one is new",
    from: [],
    to: [orphan("a", "keep", "pruning is off")],
    told: ["orphan: ConfigMap/shop/a: no longer in Git, stays: pruning is off"],
  },
  {
    title: "some are held for one reason, of which one was known",
    from: [orphan("a", "hold", "too many of 3")],
    to: ["a", "b", "c"].map((name) => orphan(name, "hold", "too many")),
    told: ["orphan: ConfigMap/shop/b and 1 more: no longer in Git, not deleted yet: too many"],
  },
  {
    title: "what was held is deleted",
    from: [orphan("a", "hold", "too many")],
    to: [orphan("a", "prune", "")],
    told: ["orphan: ConfigMap/shop/a: no longer in Git, deleted"],
  },
])("progress, $title", ({ from, to, told }) => {
  const before = stackStatus({ inSync: false, orphans: from });
  const next = stackStatus({ inSync: false, orphans: to });
  const lines = progressLines(before, next, { nowMs: NOW_MS, startedAtMs: NOW_MS });
  expect(lines).toEqual(told.map((line) => `shop: ${line}`));
});

test("orphans that are held for one reason share one line with it", () => {
  const orphans = ["a", "b"].map((name) => orphan(name, "hold", "confirm it"));
  const view = { nowMs: NOW_MS, palette: PLAIN };
  const text = renderStatus({ stacks: [stackStatus({ orphans })] }, view);
  expect(text.split("\n").slice(1)).toEqual([
    "  orphan: 2 objects: no longer in Git, not deleted yet: confirm it",
    "    ConfigMap/shop/a",
    "    ConfigMap/shop/b",
    "",
  ]);
});
