import { describe, expect, test } from "vitest";
import { planReport, type ReportDecision } from "../../../../src/core/report/plan-report.ts";
import { EMPTY_QUEUE } from "../../../../src/core/report/report-queue.ts";
import { graphOf } from "../../../support/report-builder.ts";
import { driftAt, EVERY_MS } from "../../../support/report-ledger.ts";
import { blockerStatus, objectStatus } from "../../../support/status-builder.ts";

describe("the files", () => {
  const input = {
    place: { path: "drift-reports", cluster: "demo", stack: "shop" },
    drifts: [driftAt("a=1", 0)],
    queue: EMPTY_QUEUE,
    nowMs: 0,
    lastCommitAtMs: undefined,
    everyMs: EVERY_MS,
    status: {
      revision: "c0ffee",
      objects: [
        objectStatus("Deployment.apps/shop/web", {
          blockers: [blockerStatus("ConfigMap/shop/a", { have: "https://bot:hunter2@host" })],
        }),
      ],
      fights: [],
      orphans: [],
    },
    graph: graphOf("ConfigMap/shop/a", "Deployment.apps/shop/web"),
  };

  function commitOf(previous: unknown): Extract<ReportDecision, { kind: "commit" }> | undefined {
    const decision = planReport({ ...input, previous });
    return decision.kind === "commit" ? decision : undefined;
  }

  test("a commit has both files, and a message without live values", () => {
    const commit = commitOf(undefined);
    expect([...(commit?.files.keys() ?? [])]).toEqual([
      "drift-reports/demo/shop.md",
      "drift-reports/demo/shop.json",
    ]);
    expect(commit?.message).toBe(
      "Drift of shop on demo: ConfigMap/shop/a data.x by kubectl-edit\n\n1 reverted\n\nLockstep-Report: demo/shop\n",
    );
  });

  test("held objects and tiers are in it, masked", () => {
    expect(commitOf(undefined)?.report).toMatchObject({
      held: [
        { id: "Deployment.apps/shop/web", blockers: [{ have: "https://(credentials)@host" }] },
      ],
      tiers: [
        { id: "ConfigMap/shop/a", tier: 0 },
        { id: "Deployment.apps/shop/web", tier: 1 },
      ],
    });
  });

  test("what was let through with an unknown version is in both files", () => {
    const message = "Elasticsearch/shop/es (lockstep) counts as allowed: status reports no version";
    const condition = {
      type: "VersionOverridden",
      since: "2026-01-01T00:00:00Z",
      message,
    } as const;
    const objects = input.status.objects.map((each) => ({ ...each, conditions: [condition] }));
    const decision = planReport({
      ...input,
      previous: undefined,
      status: { ...input.status, objects },
    });
    const texts = decision.kind === "commit" ? [...decision.files.values()] : [];
    expect(texts.map((text) => text.includes(message))).toEqual([true, true]);
  });

  test("held objects alone cause no commit", () => {
    expect(planReport({ ...input, previous: undefined, drifts: [] }).kind).toBe("keep");
  });

  const deep: unknown = JSON.parse(`${"[".repeat(20_000)}${"]".repeat(20_000)}`);

  test.each([
    ["something else", { a: 1 }],
    ["text", "drift"],
    ["deeper than the stack", deep],
    ["a report that somebody nested deep", { ...commitOf(undefined)?.report, fights: deep }],
  ])("at the tip is %s: it counts as none", (_title, previous) => {
    expect(commitOf(previous)?.report.entries.length).toBe(1);
  });
});
