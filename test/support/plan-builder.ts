import type { Drift } from "../../src/core/drift/drift.ts";
import type { ObjectKey } from "../../src/core/object/object-id.ts";
import { emptyStatus } from "../../src/core/plan/empty-status.ts";
import { NO_MEMORY } from "../../src/core/plan/look.ts";
import type { ObjectPlan, Plan, WriteStep } from "../../src/core/plan/plan.ts";
import type { PassRecord, StepResult } from "../../src/core/plan/summarize-pass.ts";
import type { Blocker } from "../../src/core/rollout/blocker.ts";
import { idFrom } from "./graph-builders.ts";
import { keyFrom, NEW } from "./look-builder.ts";

/** A plan of the commit `NEW` that asks nothing. */
export function planOf(...objects: readonly ObjectPlan[]): Plan {
  return {
    revision: NEW,
    questions: [],
    objects,
    orphans: [],
    lints: [],
    outside: [],
    lookAgainAtMs: undefined,
  };
}

/** An object of tier 0 that is kept, `Ready`, applied at `NEW`. */
export function objectPlan(id: string, written: Partial<ObjectPlan> = {}): ObjectPlan {
  return {
    ref: { id: idFrom(id), apiVersion: "v1" },
    tier: 0,
    phase: "Ready",
    action: "keep",
    blockers: [],
    conditions: [],
    drifts: [],
    version: { declared: undefined, running: [] },
    appliedRevision: NEW,
    takesOver: [],
    refusal: undefined,
    cause: undefined,
    mode: { mode: "enforce", origin: "stack" },
    skip: undefined,
    step: undefined,
    answer: undefined,
    takesBack: [],
    left: new Map(),
    waitsForLook: false,
    isUnsettled: false,
    lookAgainAtMs: undefined,
    learned: NO_MEMORY,
    ...written,
  };
}

/** A change of a live object with the intent `hash`. */
export function writeStep(id: string, written: Partial<WriteStep> = {}): WriteStep {
  const { name, namespace, kind } = idFrom(id);
  const live = {
    apiVersion: "v1",
    kind,
    metadata: { name, namespace, uid: `uid-${name}`, resourceVersion: "1" },
  };
  const intent = { apiVersion: "v1", kind, metadata: { name, namespace } };
  return {
    ref: { id: idFrom(id), apiVersion: "v1" },
    why: "change",
    intent,
    expected: intent,
    intentHash: "hash",
    revision: NEW,
    live,
    transfer: [],
    releases: [],
    stays: [],
    after: [],
    restartsFor: [],
    ...written,
  };
}

export function blockerOf(to: string, written: Partial<Blocker> = {}): Blocker {
  return {
    to: idFrom(to),
    gate: "exists",
    origin: "test",
    reason: "TargetNotFound",
    want: "exists",
    have: "nothing",
    ...written,
  };
}

/** `/data/x` of an object, changed from `1` to `9` with kubectl. */
export function driftOf(id: string, written: Partial<Drift> = {}): Drift {
  return {
    id: idFrom(id),
    class: "changed",
    path: "/data/x",
    desired: "1",
    live: "9",
    manager: "kubectl-edit",
    operation: "Update",
    at: "2026-01-01T00:00:00Z",
    attribution: "recorded",
    sharedWith: [],
    ...written,
  };
}

/** A pass of the stack `shop` that wrote nothing, after none. */
export function passRecord(plan: Plan, written: Partial<PassRecord> = {}): PassRecord {
  return {
    plan,
    results: new Map(),
    previous: emptyStatus("shop"),
    tip: plan.revision,
    problems: [],
    lints: [],
    leftOut: [],
    refusals: [],
    fights: [],
    cycles: [],
    writes: 0,
    now: "2026-01-02T00:00:00.000Z",
    ...written,
  };
}

/** Results by id. */
export function resultsOf<Result extends StepResult>(
  written: Readonly<Record<string, Result>>,
): ReadonlyMap<ObjectKey, Result> {
  return new Map(Object.entries(written).map(([id, result]) => [keyFrom(id), result]));
}
