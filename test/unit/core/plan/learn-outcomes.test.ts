import { describe, expect, test } from "vitest";
import { uidOf } from "../../../../src/core/object/live-object.ts";
import { learnOutcomes } from "../../../../src/core/plan/learn-outcomes.ts";
import { NO_MEMORY, type ObjectMemory, type WriteRefusal } from "../../../../src/core/plan/look.ts";
import type { StepResult } from "../../../../src/core/plan/summarize-pass.ts";
import { manifest } from "../../../support/graph-builders.ts";
import {
  appliedAt,
  keyFrom,
  lookOf,
  memoryOf,
  NEW,
  NOW_MS,
} from "../../../support/look-builder.ts";
import { objectPlan, planOf, resultsOf, writeStep } from "../../../support/plan-builder.ts";

const ID = "ConfigMap/shop/a";
const a = manifest(ID);
const b = manifest("ConfigMap/shop/b", { after: `${ID}@exists` });

function refusalOf(retry: WriteRefusal["retry"]): WriteRefusal {
  return { code: "code", message: "no", retry };
}

function refusedAt(attempts: number, intentHash = "hash"): NonNullable<ObjectMemory["refused"]> {
  return { intentHash, refusal: refusalOf("after-wait"), attempts, retryAtMs: NOW_MS };
}

/** What is remembered of `a` after its step came to that. */
function learnt(
  result: StepResult & { readonly object?: ReturnType<typeof appliedAt> },
  before: Partial<ObjectMemory> = {},
): ObjectMemory | undefined {
  const memory = memoryOf({ [ID]: before });
  const learned = { ...NO_MEMORY, ...before };
  const plan = planOf(objectPlan(ID, { step: writeStep(ID), learned }));
  return learnOutcomes(plan, resultsOf({ [ID]: result }), lookOf({ git: [a], memory })).get(
    keyFrom(ID),
  );
}

describe("learnOutcomes, how long a refused write waits", () => {
  test.each<{
    readonly retry: WriteRefusal["retry"];
    readonly before: number;
    readonly seconds: number;
  }>([
    { retry: "after-wait", before: 0, seconds: 1 },
    { retry: "after-wait", before: 1, seconds: 2 },
    { retry: "after-wait", before: 5, seconds: 32 },
    { retry: "after-wait", before: 6, seconds: 60 },
    { retry: "after-wait", before: 2000, seconds: 60 },
    { retry: "after-change", before: 0, seconds: 30 },
    { retry: "after-change", before: 4, seconds: 480 },
    { retry: "after-change", before: 5, seconds: 600 },
    { retry: "never", before: 0, seconds: 600 },
    { retry: "never", before: 3, seconds: 600 },
  ])("$retry after $before refusals: $seconds s", ({ retry, before, seconds }) => {
    const refusal = refusalOf(retry);
    const known = before === 0 ? undefined : refusedAt(before);
    expect(learnt({ kind: "refused", refusal }, { refused: known })?.refused).toEqual({
      intentHash: "hash",
      refusal,
      attempts: before + 1,
      retryAtMs: NOW_MS + seconds * 1_000,
    });
  });

  test("another intent begins anew", () => {
    const refused = refusedAt(5, "another");
    const learned = learnt({ kind: "refused", refusal: refusalOf("after-wait") }, { refused });
    expect(learned?.refused).toMatchObject({ attempts: 1, retryAtMs: NOW_MS + 1_000 });
  });
});

describe("learnOutcomes, a refused preflight", () => {
  const outcome = refusalOf("after-change");
  const preflight = { intentHash: "hash", outcome };

  function learntFrom(before: Partial<ObjectMemory>, now: ObjectMemory["preflight"]): unknown {
    const memory = memoryOf({ [ID]: before });
    const learned = { ...NO_MEMORY, ...before, preflight: now };
    const plan = planOf(objectPlan(ID, { learned, refusal: outcome }));
    const look = lookOf({ git: [a], memory });
    return learnOutcomes(plan, new Map(), look).get(keyFrom(ID))?.refused;
  }

  test("asked in this pass: it waits like a refused write", () => {
    expect(learntFrom({}, preflight)).toMatchObject({ attempts: 1, retryAtMs: NOW_MS + 30_000 });
  });

  test("asked again in a later pass: it waits twice as long", () => {
    const before = { preflight: { ...preflight }, refused: refusedAt(1) };
    expect(learntFrom(before, preflight)).toMatchObject({
      attempts: 2,
      retryAtMs: NOW_MS + 60_000,
    });
  });

  test("only remembered: its time does not move", () => {
    const before = { preflight, refused: refusedAt(1) };
    expect(learntFrom(before, preflight)).toEqual(refusedAt(1));
  });

  test("passed: nothing waits", () => {
    expect(learntFrom({}, { intentHash: "hash", outcome: "passed" })).toBeUndefined();
  });
});

describe("learnOutcomes, what a write teaches", () => {
  const object = appliedAt(a, NEW);

  test("written: what we own now is verified, and nothing is refused any more", () => {
    const before = { refused: refusedAt(3), progress: { fingerprint: "f", sinceMs: 1 } };
    expect(learnt({ kind: "written", object }, before)).toMatchObject({
      verified: { intentHash: "hash" },
      uid: uidOf(object),
      appliedRevision: NEW,
      refused: undefined,
      progress: undefined,
    });
  });

  test.each<{ readonly result: StepResult; readonly lostRaces: number }>([
    { result: { kind: "conflict" }, lostRaces: 3 },
    { result: { kind: "skipped" }, lostRaces: 2 },
  ])("$result.kind: what the look taught, and whether a race was lost", ({ result, lostRaces }) => {
    const before: Partial<ObjectMemory> = { uid: "u", appliedRevision: "before", lostRaces: 2 };
    expect(learnt(result, before)).toEqual({ ...NO_MEMORY, ...before, lostRaces });
  });

  test("races that were lost are over with a write, or with a look that could judge", () => {
    const learned = { ...NO_MEMORY, lostRaces: 2 };
    const look = lookOf({ git: [a] });
    function racesAfter(isUnsettled: boolean): number | undefined {
      const plan = planOf(objectPlan(ID, { learned, isUnsettled }));
      return learnOutcomes(plan, new Map(), look).get(keyFrom(ID))?.lostRaces;
    }
    expect(learnt({ kind: "written", object }, { lostRaces: 2 })).toMatchObject({ lostRaces: 0 });
    expect([racesAfter(true), racesAfter(false)]).toEqual([3, 0]);
  });
});

test("learnOutcomes: a delete for a new one that is refused waits as such, and not as the change that was refused before", () => {
  const refusal = refusalOf("after-change");
  const immutable = { ...refusal, code: "immutable" };
  const learned = { ...NO_MEMORY, preflight: { intentHash: "hash", outcome: immutable } };
  const step = { ...writeStep(ID), why: "recreate" } as const;
  const results = resultsOf({ [ID]: { kind: "refused", refusal } });
  const after = learnOutcomes(
    planOf(objectPlan(ID, { step, learned })),
    results,
    lookOf({ git: [a] }),
  );
  expect(after.get(keyFrom(ID))?.refused).toMatchObject({ refusal, retryAtMs: NOW_MS + 30_000 });
});

describe("learnOutcomes, a refusal that a predecessor may have caused", () => {
  const refused = { ...refusedAt(3), retryAtMs: 9e9 };
  const B = "ConfigMap/shop/b";
  const memory = memoryOf({ [B]: { refused } });
  const plan = planOf(
    objectPlan(ID, { step: writeStep(ID) }),
    objectPlan(B, { learned: { ...NO_MEMORY, refused } }),
  );

  test.each<{ readonly result: StepResult; readonly retryAtMs: number }>([
    { result: { kind: "written" }, retryAtMs: 0 },
    { result: { kind: "conflict" }, retryAtMs: 9e9 },
    { result: { kind: "refused", refusal: refusalOf("after-wait") }, retryAtMs: 9e9 },
  ])("the predecessor came to $result.kind: tried again at $retryAtMs", ({ result, retryAtMs }) => {
    const look = lookOf({ git: [a, b], memory });
    const learned = learnOutcomes(plan, resultsOf({ [ID]: result }), look);
    expect(learned.get(keyFrom(B))?.refused).toEqual({ ...refused, retryAtMs });
  });
});
