import { describe, expect, test } from "vitest";
import type { Json } from "../../../../src/core/object/json.ts";
import { utf8Size } from "../../../../src/core/object/utf8-size.ts";
import type { DriftReport } from "../../../../src/core/report/drift-report.ts";
import { parseReport } from "../../../../src/core/report/parse-report.ts";
import { planReport, type ReportDecision } from "../../../../src/core/report/plan-report.ts";
import { redactAgain } from "../../../../src/core/report/redact-value.ts";
import { EMPTY_QUEUE } from "../../../../src/core/report/report-queue.ts";
import { showPath } from "../../../../src/core/report/show-path.ts";
import { showText } from "../../../../src/core/report/show-text.ts";
import type { DriftStatus } from "../../../../src/core/report/status-document.ts";
import { driftReport, graphOf } from "../../../support/report-builder.ts";
import { blockerStatus, driftStatus, objectStatus } from "../../../support/status-builder.ts";

/** GitHub shows no diff of a larger file. */
const MARKDOWN_BYTES_MAX = 500_000;
/** Gitea's API gives no larger file in one piece by default: half of that. */
const JSON_BYTES_MAX = 5_000_000;
const MANY = 1_100;
const EVERY_MS = 60_000;

/** Values that take most room once they are written, by the characters in them. */
const WORST: readonly (readonly [what: string, value: Json, text: string])[] = [
  ["plain text", "x".repeat(5_000), "x".repeat(5_000)],
  ["backticks", "`".repeat(5_000), "`".repeat(5_000)],
  ["control characters", "\u0001".repeat(5_000), "\u0001".repeat(5_000)],
  ["tag characters", "\u{e0041}".repeat(5_000), "\u{e0041}".repeat(5_000)],
  ["deep lists", Array.from({ length: 500 }, () => nested(30)), "[".repeat(5_000)],
];

function nested(depth: number): Json {
  return depth === 0 ? 1 : [nested(depth - 1)];
}

function driftsOf(value: Json, text: string, action: string): readonly DriftStatus[] {
  const [shown, path, live] = [showText(text), showPath(`/data/${text}`), redactAgain(value)];
  return Array.from({ length: MANY }, (_, index) =>
    driftStatus(`ConfigMap/shop/a${index}`, {
      path,
      manager: shown,
      desired: live,
      live,
      action,
      rule: shown,
      unadoptable: { reason: "kustomize", where: `${"folder/".repeat(100)}kustomization.yaml:1` },
    }),
  );
}

interface Committed {
  readonly markdown: string;
  readonly json: string;
  readonly report: DriftReport;
}

function commit(value: Json, text: string): Committed {
  const decision = plan(value, text, undefined);
  if (decision.kind !== "commit") throw new Error("nothing to commit");
  const { files, report } = decision;
  const [markdown = "", json = ""] = ["md", "json"].map((ending) =>
    files.get(`drift-reports/demo/shop.${ending}`),
  );
  return { markdown, json, report };
}

function plan(value: Json, text: string, previous: DriftReport | undefined): ReportDecision {
  const ids = Array.from({ length: MANY }, (_, index) => `ConfigMap/shop/a${index}`);
  const shown = showText(text);
  return planReport({
    place: { path: "drift-reports", cluster: "demo", stack: "shop" },
    previous,
    drifts: [...driftsOf(value, text, "open"), ...driftsOf(value, text, "ignored")],
    queue: EMPTY_QUEUE,
    nowMs: 0,
    lastCommitAtMs: undefined,
    everyMs: EVERY_MS,
    status: {
      revision: "c0ffee",
      objects: ids.map((id) =>
        objectStatus(id, {
          blockers: [blockerStatus(id, { have: shown })],
          skip: { label: shown, by: shown, at: "", until: "" },
          conditions: [{ type: "VersionOverridden", since: "", message: shown }],
        }),
      ),
      fights: ids.map((id) => ({
        id,
        path: shown,
        managers: [shown, shown],
        count: 1,
        first: "",
        last: "",
        contested: true,
      })),
      orphans: ids.map((id) => ({ id, action: "hold", reason: shown })),
      restarts: ids.slice(0, 20).map((source) => ({ source, consumers: ids, at: "" })),
    },
    graph: graphOf(...ids),
  });
}

describe("G1: the largest report", () => {
  test.each(WORST)("of %s fits a forge", (_, value, text) => {
    const { json, markdown } = commit(value, text);
    expect(utf8Size(markdown)).toBeLessThan(MARKDOWN_BYTES_MAX);
    expect(utf8Size(json)).toBeLessThan(JSON_BYTES_MAX);
  });

  test("says what it leaves out, and is read back", () => {
    const { json, markdown } = commit("\u0001".repeat(5_000), "x");
    const report = parseReport(JSON.parse(json)) ?? driftReport();
    expect(report.entries.length + report.dropped).toBe(MANY);
    const { held, ignored, fights, orphans = [], overrides = [], skipped = [], tiers } = report;
    const lists = { held, ignored, fights, orphans, overrides, skipped, tiers };
    const counts = Object.entries(lists).map(
      ([name, list]) => `${name}: ${list.length + (report.omitted?.[name] ?? 0)}`,
    );
    expect(counts).toEqual(Object.keys(lists).map((name) => `${name}: ${MANY}`));
    expect(markdown).toContain(`; ${MANY} held, ${MANY} ignored.`);
    const [, differences = ""] = markdown.split(/^## .*$/m);
    const rows = differences.split("\n").filter((line) => line.startsWith("| open"));
    const left = /The JSON file has (\d+) more rows?\./.exec(differences)?.[1] ?? "0";
    expect(rows.length + Number(left)).toBe(report.entries.length);
    expect(differences).toContain(`${report.dropped} more are not listed.`);
  });

  test("what has no room is no news the next time", () => {
    const { report } = commit("\u0001".repeat(5_000), "x");
    expect(plan("\u0001".repeat(5_000), "x", report).kind).toBe("keep");
  });
});
