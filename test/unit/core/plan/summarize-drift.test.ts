import { describe, expect, test } from "vitest";
import { summarizePass } from "../../../../src/core/plan/summarize-pass.ts";
import type { StackStatus } from "../../../../src/core/report/status-document.ts";
import { OLD } from "../../../support/look-builder.ts";
import {
  driftOf,
  objectPlan,
  passRecord,
  planOf,
  resultsOf,
  writeStep,
} from "../../../support/plan-builder.ts";

const ID = "ConfigMap/shop/a";
const reverting = objectPlan(ID, {
  action: "revert",
  drifts: [{ drift: driftOf(ID), action: "reverted" }],
  step: writeStep(ID, { why: "revert", revision: OLD }),
});

/** The drifts, and whether all is in sync. */
function brief({ drift, inSync }: StackStatus): string {
  const told = drift.map((each) => `${each.class} ${each.action}`).join(", ") || "nothing";
  return `${told}: ${inSync ? "in sync" : "out of sync"}`;
}

describe("summarizePass, what was reverted is told once more", () => {
  const written = resultsOf({ [ID]: { kind: "written" } as const });
  const { status: previous } = summarizePass(passRecord(planOf(reverting), { results: written }));

  test("a later pass that finds nothing still shows it, and is in sync", () => {
    const { status, drift } = summarizePass(passRecord(planOf(objectPlan(ID)), { previous }));
    expect([brief(status), drift]).toEqual(["changed reverted: in sync", []]);
  });

  test("found again, it is shown once", () => {
    const again = passRecord(planOf(reverting), { previous, results: written });
    expect(summarizePass(again).status.drift).toHaveLength(1);
  });

  test("what was only open is forgotten with the drift", () => {
    const open = objectPlan(ID, { drifts: [{ drift: driftOf(ID), action: "open" }] });
    const { status: before } = summarizePass(passRecord(planOf(open)));
    const { status } = summarizePass(passRecord(planOf(objectPlan(ID)), { previous: before }));
    expect(brief(status)).toBe("nothing: in sync");
  });

  test("what is there comes first, then the newest; at most a hundred are kept", () => {
    const reverts = Array.from({ length: 150 }, (_, index) => ({
      drift: driftOf(ID, { path: `/data/k${index}` }),
      action: "reverted" as const,
    }));
    const last = reverts.reduce<StackStatus>((before, each) => {
      const plan = planOf({ ...reverting, drifts: [each] });
      return summarizePass(passRecord(plan, { previous: before, results: written })).status;
    }, previous);
    const open = objectPlan(ID, { drifts: [{ drift: driftOf(ID), action: "observed" }] });
    const { drift } = summarizePass(passRecord(planOf(open), { previous: last })).status;
    expect([drift.length, ...[0, 1, 2, 100].map((index) => drift[index]?.path)]).toEqual([
      101,
      "/data/x",
      "/data/k149",
      "/data/k148",
      "/data/k50",
    ]);
  });
});

describe("summarizePass, when a drift was first seen", () => {
  const early = "2026-01-01T00:00:00.000Z";
  const late = "2026-01-02T00:00:00.000Z";
  const deleted = { drift: driftOf(ID, { class: "missing", path: "", at: "" }) } as const;
  const found = objectPlan(ID, { drifts: [{ ...deleted, action: "open" }] });
  const taken = { ...reverting, drifts: [{ ...deleted, action: "reverted" as const }] };

  test.each<{
    readonly title: string;
    readonly before: typeof reverting;
    readonly now: typeof reverting;
    readonly seenAt: readonly string[];
  }>([
    { title: "it stays open", before: found, now: found, seenAt: [early] },
    { title: "it is reverted later", before: found, now: taken, seenAt: [early] },
    {
      title: "it was reverted and is only told",
      before: taken,
      now: objectPlan(ID),
      seenAt: [early],
    },
    { title: "it came again after its revert", before: taken, now: taken, seenAt: [late] },
  ])("$title", ({ before, now, seenAt }) => {
    const results = resultsOf({ [ID]: { kind: "written" } as const });
    const first = passRecord(planOf(before), { now: early, results });
    const { status: previous } = summarizePass(first);
    const { status } = summarizePass(passRecord(planOf(now), { previous, now: late, results }));
    expect(status.drift.map((each) => each.seenAt)).toEqual(seenAt);
  });
});

test.each(["observe", "create-only"] as const)("what %s leaves says so", (mode) => {
  const drifts = [{ drift: driftOf(ID), action: "observed", mode } as const];
  const { drift } = summarizePass(passRecord(planOf(objectPlan(ID, { drifts })))).status;
  expect(drift.map((each) => `${each.action} ${each.mode}`)).toEqual([`observed ${mode}`]);
});
