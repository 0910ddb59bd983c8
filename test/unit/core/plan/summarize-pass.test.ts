import { describe, expect, test } from "vitest";
import { NO_MEMORY } from "../../../../src/core/plan/look.ts";
import type { OrphanPlan } from "../../../../src/core/plan/orphan-plan.ts";
import {
  type PassRecord,
  type StepResult,
  summarizePass,
} from "../../../../src/core/plan/summarize-pass.ts";
import type { StackStatus } from "../../../../src/core/report/status-document.ts";
import { OLD } from "../../../support/look-builder.ts";
import {
  blockerOf,
  driftOf,
  objectPlan,
  passRecord,
  planOf,
  resultsOf,
  writeStep,
} from "../../../support/plan-builder.ts";

const ID = "ConfigMap/shop/a";
const refusal = { code: "invalid", message: "no", retry: "after-change" } as const;
const refused: StepResult = { kind: "refused", refusal };
const held = objectPlan(ID, {
  phase: "DelayingChanges",
  action: "hold",
  blockers: [blockerOf("ConfigMap/shop/b")],
});
const reverting = objectPlan(ID, {
  action: "revert",
  drifts: [{ drift: driftOf(ID), action: "reverted" }],
  step: writeStep(ID, { why: "revert", revision: OLD }),
});
const changing = objectPlan(ID, {
  action: "apply",
  phase: "ApplyingChanges",
  appliedRevision: OLD,
  step: writeStep(ID),
});

/** `action phase, drifts, refusals`, and whether all is in sync. */
function brief({ objects, drift, refusals, inSync }: StackStatus): string {
  const parts = [
    ...objects.map((each) => `${each.action} ${each.phase}`),
    ...drift.map((each) => `${each.class} ${each.action}`),
    ...refusals.map(({ code }) => `refusal ${code}`),
  ];
  return `${parts.join(", ")}: ${inSync ? "in sync" : "out of sync"}`;
}

describe("summarizePass, what became of one object", () => {
  test.each<{
    readonly title: string;
    readonly plan: typeof held;
    readonly result?: StepResult;
    readonly status: string;
  }>([
    { title: "kept", plan: objectPlan(ID), status: "keep Ready: in sync" },
    { title: "held", plan: held, status: "hold DelayingChanges: out of sync" },
    {
      title: "stalled",
      plan: objectPlan(ID, { phase: "Stalled" }),
      status: "keep Stalled: out of sync",
    },
    {
      title: "skipped",
      plan: objectPlan(ID, { phase: "Skipped", action: "skip" }),
      status: "skip Skipped: in sync",
    },
    {
      title: "a change in a preview is still to be done",
      plan: changing,
      status: "apply ApplyingChanges: out of sync",
    },
    {
      title: "a change that was written is not rolled out yet",
      plan: changing,
      result: { kind: "written" },
      status: "apply ApplyingChanges: out of sync",
    },
    {
      title: "a revert in a preview is what would be done",
      plan: reverting,
      status: "revert Ready, changed reverted: out of sync",
    },
    {
      title: "a revert that was written leaves nothing to do",
      plan: reverting,
      result: { kind: "written" },
      status: "revert Ready, changed reverted: in sync",
    },
    {
      title: "a revert that lost a race is open",
      plan: reverting,
      result: { kind: "conflict" },
      status: "revert Ready, changed open: out of sync",
    },
    {
      title: "a revert that was refused failed",
      plan: reverting,
      result: refused,
      status: "revert Ready, changed failed, refusal invalid: out of sync",
    },
    {
      title: "a preflight that was refused",
      plan: objectPlan(ID, { action: "hold", phase: "Stalled", refusal }),
      status: "hold Stalled, refusal invalid: out of sync",
    },
    {
      title: "drift that is observed keeps the stack out of sync",
      plan: objectPlan(ID, { drifts: [{ drift: driftOf(ID), action: "observed" }] }),
      status: "keep Ready, changed observed: out of sync",
    },
    {
      title: "drift that is ignored does not",
      plan: objectPlan(ID, { drifts: [{ drift: driftOf(ID), action: "ignored" }] }),
      status: "keep Ready, changed ignored: in sync",
    },
    {
      title: "an equal value of somebody else's does not",
      plan: objectPlan(ID, {
        drifts: [{ drift: driftOf(ID, { class: "coowned" }), action: "observed" }],
      }),
      status: "keep Ready, coowned observed: in sync",
    },
  ])("$title: $status", ({ plan, result, status }) => {
    const results = resultsOf(result === undefined ? {} : { [ID]: result });
    expect(brief(summarizePass(passRecord(planOf(plan), { results })).status)).toBe(status);
  });

  test.each<{ readonly title: string; readonly written: Partial<PassRecord> }>([
    {
      title: "a problem of the tip",
      written: { problems: [{ where: "a", what: "b", expected: "c" }] },
    },
    {
      title: "a refusal of the whole",
      written: { refusals: [{ id: "", code: "x", message: "y" }] },
    },
  ])("$title keeps a stack of kept objects out of sync", ({ written }) => {
    expect(summarizePass(passRecord(planOf(objectPlan(ID)), written)).status.inSync).toBe(false);
  });

  test("a written change is applied at its commit, one that lost a race at the commit before", () => {
    const applied = (["written", "conflict"] as const).map((kind) => {
      const results = resultsOf({ [ID]: { kind } });
      const { status } = summarizePass(passRecord(planOf(changing), { results }));
      return status.objects[0]?.appliedRevision;
    });
    expect(applied).toEqual([planOf().revision, OLD]);
  });

  test("a revert that lost a race is told by the next look, not in the report of this one", () => {
    const told = (["written", "conflict", "skipped"] as const).map((kind) => {
      const results = resultsOf({ [ID]: { kind } });
      return summarizePass(passRecord(planOf(reverting), { results })).drift.length;
    });
    expect(told).toEqual([1, 0, 0]);
  });

  test("one that loses race after race is told as open", () => {
    const results = resultsOf({ [ID]: { kind: "conflict" } });
    const told = [2, 3].map((lostRaces) => {
      const plan = planOf({ ...reverting, learned: { ...NO_MEMORY, lostRaces } });
      return summarizePass(passRecord(plan, { results })).drift.map(({ action }) => action);
    });
    expect(told).toEqual([[], ["open"]]);
  });

  test("an object that could not be judged is not in sync, and what was open on it stays open", () => {
    const results = resultsOf({ [ID]: { kind: "conflict" } });
    const { status: previous } = summarizePass(passRecord(planOf(reverting), { results }));
    const unsettled = planOf(objectPlan(ID, { isUnsettled: true }));
    const { status } = summarizePass(passRecord(unsettled, { previous }));
    expect(status.inSync).toBe(false);
    expect(status.drift).toEqual(previous.drift);
    expect(summarizePass(passRecord(unsettled)).status.inSync).toBe(false);
  });
});

describe("summarizePass, since when", () => {
  const early = "2026-01-01T00:00:00.000Z";
  const late = "2026-01-02T00:00:00.000Z";

  function sinceOf(before: typeof held, now: typeof held): readonly string[] {
    const { status: previous } = summarizePass(passRecord(planOf(before), { now: early }));
    const { status } = summarizePass(passRecord(planOf(now), { previous, now: late }));
    const [object] = status.objects;
    return [...(object?.blockers ?? []), ...(object?.conditions ?? [])].map(({ since }) => since);
  }

  const unknown = { type: "HealthUnknown", message: "m" } as const;

  test.each([
    { title: "the same blocker goes on", before: held, now: held, since: [early] },
    {
      title: "what it has may change meanwhile",
      before: held,
      now: { ...held, blockers: [blockerOf("ConfigMap/shop/b", { have: "2 of 3" })] },
      since: [early],
    },
    {
      title: "another reason begins anew",
      before: held,
      now: { ...held, blockers: [blockerOf("ConfigMap/shop/b", { reason: "NotReady" })] },
      since: [late],
    },
    {
      title: "another target begins anew",
      before: held,
      now: { ...held, blockers: [blockerOf("ConfigMap/shop/c")] },
      since: [late],
    },
    {
      title: "a condition goes on, whatever its message says",
      before: objectPlan(ID, { conditions: [unknown] }),
      now: objectPlan(ID, { conditions: [{ ...unknown, message: "n" }] }),
      since: [early],
    },
  ])("$title", ({ before, now, since }) => {
    expect(sinceOf(before, now)).toEqual(since);
  });

  test("equal facts give an equal status: a second pass changes nothing in it", () => {
    const first = summarizePass(passRecord(planOf(held), { now: early })).status;
    const second = summarizePass(passRecord(planOf(held), { previous: first, now: late })).status;
    expect(second).toEqual(first);
  });
});

test("a value of a Secret is in no summary", () => {
  const id = "Secret/shop/a";
  const drift = driftOf(id, { desired: "aHVudGVy", live: "aHVudGVyMg==" });
  const plan = objectPlan(id, { drifts: [{ drift, action: "observed" }] });
  const text = JSON.stringify(summarizePass(passRecord(planOf(plan))));
  expect(text).not.toContain("aHVudGVy");
});

test.each<{ readonly action: OrphanPlan["action"]; readonly inSync: boolean }>([
  { action: "prune", inSync: false },
  { action: "hold", inSync: false },
  { action: "keep", inSync: true },
])("an orphan to $action is named with the reason; in sync: $inSync", ({ action, inSync }) => {
  const ref = { id: held.ref.id, apiVersion: "v1" };
  const rest = { behind: [], lookAgainAtMs: undefined, step: undefined };
  const orphans = [{ ref, action, reason: "gone from Git", ...rest }];
  const { status } = summarizePass(passRecord({ ...planOf(), orphans }));
  expect(status.orphans).toEqual([{ id: ID, action, reason: "gone from Git" }]);
  expect(status.inSync).toBe(inSync);
});

test("what a suspended stack keeps back does not roll out", () => {
  const suspension = { reason: "freeze", until: "", since: "2026-01-01T00:00:00Z" };
  const { status } = summarizePass(passRecord(planOf(changing), { suspension }));
  expect(status.objects.map(({ phase }) => phase)).toEqual(["Pending"]);
});
