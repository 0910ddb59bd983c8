import { describe, expect, test } from "vitest";
import { parseReport } from "../../../../src/core/report/parse-report.ts";
import { planReport, type ReportDecision } from "../../../../src/core/report/plan-report.ts";
import { EMPTY_QUEUE } from "../../../../src/core/report/report-queue.ts";
import type { ObjectStatus } from "../../../../src/core/report/status-document.ts";
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

  function commitOf(document: unknown): Extract<ReportDecision, { kind: "commit" }> | undefined {
    const decision = planReport({ ...input, previous: parseReport(document) });
    return decision.kind === "commit" ? decision : undefined;
  }

  /** Both files, when each object has that condition. */
  function textsWith(condition: ObjectStatus["conditions"][number]): readonly string[] {
    const objects = input.status.objects.map((each) => ({ ...each, conditions: [condition] }));
    const decision = planReport({
      ...input,
      previous: undefined,
      status: { ...input.status, objects },
    });
    return decision.kind === "commit" ? [...decision.files.values()] : [];
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

  test("of several drifts, and at their end, the message names each with who it was", () => {
    const drifts = Array.from({ length: 22 }, (_, at) => driftAt(`k${at}=1`, 0));
    const found = planReport({ ...input, drifts, previous: undefined });
    if (found.kind !== "commit") throw new Error(found.kind);
    const [subject, , counts, , first, ...rest] = found.message.split("\n");
    expect(subject).toMatch(/ by kubectl-edit and 21 more$/);
    expect([counts, first]).toEqual([
      "22 reverted",
      "- reverted: ConfigMap/shop/k0 data.x by kubectl-edit",
    ]);
    expect(rest.slice(19)).toEqual(["- and 2 more", "", "Lockstep-Report: demo/shop", ""]);

    const one = commitOf(undefined);
    const over = planReport({ ...input, previous: one?.report, drifts: [] });
    expect(over).toMatchObject({
      message:
        "No drift of shop on demo: 1 reverted\n\n- reverted: ConfigMap/shop/a data.x by kubectl-edit\n\nLockstep-Report: demo/shop\n",
    });
  });

  test.each([
    { names: 10, length: 20, isShown: true },
    { names: 200, length: 240, isShown: false },
  ])(
    "a picture of $names objects with names of $length characters: $isShown",
    ({ names, length, isShown }) => {
      const ids = Array.from(
        { length: names },
        (_, at) => `ConfigMap/shop/${"a".repeat(length)}${at}`,
      );
      const decision = planReport({ ...input, graph: graphOf(...ids), previous: undefined });
      const markdown = decision.kind === "commit" ? [...decision.files.values()][0] : "";
      expect(markdown?.includes("```mermaid")).toBe(isShown);
    },
  );

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
    const texts = textsWith(condition);
    expect(texts.map((text) => text.includes(message))).toEqual([true, true]);
  });

  test("a deadlock is in both files to its end", () => {
    const message = `${"Elasticsearch/shop/es → ".repeat(20)}in Git, drop or loosen one of them`;
    const condition = { type: "Deadlock", since: "2026-01-01T00:00:00Z", message } as const;
    const texts = textsWith(condition);
    expect(texts.map((text) => text.split(message).length - 1)).toEqual([1, 1]);
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
