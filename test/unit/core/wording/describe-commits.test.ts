import { describe, expect, test } from "vitest";
import type { StackStatus } from "../../../../src/core/report/status-document.ts";
import { describeCommits } from "../../../../src/core/wording/describe-commits.ts";
import {
  blockerStatus,
  driftStatus,
  objectStatus,
  stackStatus,
} from "../../../support/status-builder.ts";

const REVISION = "c0ffee0000000000000000000000000000000000";
const TIP = "beef000000000000000000000000000000000000";
const ready = objectStatus("ConfigMap/shop/a", { phase: "Ready" });
const held = objectStatus("Deployment.apps/shop/web", {
  tier: 1,
  phase: "DelayingChanges",
  blockers: [
    blockerStatus("Deployment.apps/shop/db", {
      reason: "VersionBehind",
      want: "9.1.0",
      have: "8.19.2",
    }),
  ],
});

/** `commit state description`. */
function lines(status: Partial<StackStatus>, max = 500): readonly string[] {
  const stack = stackStatus({ revision: REVISION, tip: REVISION, objects: [ready], ...status });
  return describeCommits(stack, max).map(
    ({ commit, state, description }) => `${commit.slice(0, 4)} ${state} ${description}`,
  );
}

describe("what the forge is told of commits", () => {
  test("in sync", () => {
    expect(lines({ inSync: true })).toEqual([
      expect.stringMatching(/^c0ff success in sync at c0ffee\w* \(1 object\)$/),
    ]);
  });

  test("held: the tier, what waits, for what and why", () => {
    const [line] = lines({ inSync: false, objects: [ready, held] });
    expect(line).toMatch(/^c0ff pending c0ffee\w* is rolling out, 1 of 2 objects ready, 1 held; /);
    expect(line).toContain(
      "tier 1 held: Deployment/shop/web waits for Deployment/shop/db: it runs 8.19.2, 9.1.0 wanted",
    );
  });

  test("what a problem quotes is told without credentials", () => {
    const problem = {
      where: "a.yaml:1:1",
      what: "https://u:hunter2@h is no id",
      expected: "an id",
    };
    const [, line] = lines({ tip: TIP, problems: [problem] });
    expect(line).toBe("beef failure not applied: a.yaml:1:1: https://(credentials)@h is no id");
  });

  test("stalled, or an object refused: failure", () => {
    const stalled = { ...ready, phase: "Stalled" as const };
    expect(lines({ inSync: false, objects: [stalled] })[0]).toMatch(/^c0ff failure stalled at/);
    const refusals = [{ id: ready.id, code: "forbidden", message: "no" }];
    expect(lines({ inSync: false, refusals })[0]).toMatch(/^c0ff failure .* 1 refusal$/);
  });

  test("what others changed since is no fault of the commit, nor is a ledger that is down", () => {
    const drift = [driftStatus(ready.id, { action: "observed" })];
    expect(lines({ inSync: false, drift })[0]).toMatch(
      /^c0ff success out of sync at c0ffee\w* with 1 open difference/,
    );
    const refusals = [{ id: "", code: "unreachable", message: "the drift report is queued" }];
    expect(lines({ inSync: false, refusals })[0]).not.toContain("refus");
  });

  test("a newer commit with problems: failure with the first of them, beside the one in force", () => {
    const problems = [
      { where: "web.yaml:3:1", what: "no such field", expected: "" },
      { where: "db.yaml:1:1", what: "no kind", expected: "" },
    ];
    expect(lines({ tip: TIP, problems })).toEqual([
      expect.stringContaining("c0ff success"),
      "beef failure not applied: web.yaml:3:1: no such field, and 1 more problem",
    ]);
    expect(lines({ revision: "", tip: TIP, problems, objects: [] })).toHaveLength(1);
  });

  test("is one line of at most the forge's length", () => {
    const problems = [{ where: "web.yaml", what: `a\nb ${"x".repeat(300)}`, expected: "" }];
    const [, line = ""] = lines({ tip: TIP, problems }, 140);
    expect(line).toHaveLength("beef failure ".length + 140);
    expect(line).toMatch(/not applied: web.yaml: a b x+…$/);
  });
});
