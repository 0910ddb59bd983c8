import { describe, expect, test } from "vitest";
import { choosePhase, type PhaseDecision } from "../../../../src/core/plan/choose-phase.ts";
import { type Decision, NOTHING_DECIDED } from "../../../../src/core/plan/decision.ts";
import type { ObjectMemory } from "../../../../src/core/plan/look.ts";
import { buildWorld } from "../../../../src/core/plan/world.ts";
import { assessProgress } from "../../../../src/core/rollout/assess-progress.ts";
import type { RolloutReading } from "../../../../src/core/rollout/rollout-reading.ts";
import { manifest } from "../../../support/graph-builders.ts";
import { keyOf, lookOf, memoryOf, NEW, NOW_MS } from "../../../support/look-builder.ts";
import { blockerOf, writeStep } from "../../../support/plan-builder.ts";
import { liveObject, readingOf, workload } from "../../../support/rollout-builders.ts";

const DEPLOYMENT = "Deployment.apps/shop/x";
const DEADLINE_MS = 600_000;
const healthy = workload("Deployment", "1.0.0", {
  pods: [{ version: "1.0.0" }, { version: "1.0.0" }, { version: "1.0.0" }],
});
const rolling = workload("Deployment", "2.0.0", {
  pods: [{ version: "2.0.0" }, { version: "1.0.0", revision: "old" }],
  status: "{updatedReplicas: 1}",
});
const stuck = workload("Deployment", "2.0.0", {
  pods: [
    {
      version: "2.0.0",
      status:
        "{phase: Pending, containerStatuses: [{name: app, state: {waiting: {reason: ImagePullBackOff, message: no such image}}}]}",
    },
  ],
  status: "{updatedReplicas: 1}",
});
const oldIsStuck = workload("Deployment", "2.0.0", {
  pods: [
    { version: "2.0.0" },
    {
      version: "1.0.0",
      revision: "old",
      status:
        "{phase: Running, containerStatuses: [{name: app, state: {waiting: {reason: CrashLoopBackOff}}}]}",
    },
  ],
  status: "{updatedReplicas: 1}",
});
const job = readingOf(
  liveObject("Job.batch/shop/x", "status: {conditions: [{type: Complete, status: 'True'}]}"),
);
const silent = readingOf(liveObject("Boat.sea.example/shop/x"));

interface Seen {
  readonly reading: RolloutReading;
  readonly decision?: Partial<Decision>;
  readonly memory?: Partial<ObjectMemory>;
  readonly isPending?: boolean;
  readonly isUnread?: boolean;
}

/** The phase of an applied object by one reading. */
function phaseOf(seen: Seen): PhaseDecision {
  const { object } = seen.reading;
  const key = keyOf(object);
  const appliedRevision = seen.isPending === true ? "" : NEW;
  const look = lookOf({
    git: [manifest(key)],
    live: [object],
    memory: memoryOf({ [key]: { appliedRevision, ...seen.memory } }),
  });
  const readings = new Map(seen.isUnread === true ? [] : [[key, seen.reading] as const]);
  const world = buildWorld({ ...look, readings });
  const item = world.cases.get(key);
  if (item === undefined) throw new Error(`no case of ${key}`);
  return choosePhase(item, { ...NOTHING_DECIDED, ...seen.decision }, world);
}

/** It has looked like this for so many seconds. */
function since(reading: RolloutReading, seconds: number): Partial<ObjectMemory> {
  const fingerprint = assessProgress(reading, { paths: new Map(), trust: "status" });
  return { progress: { fingerprint, sinceMs: NOW_MS - seconds * 1_000 } };
}

/** `Stalled ImagePullBackOff x-0, HealthUnknown, look again in 600 s`. */
function brief({ phase, cause, conditions, lookAgainAtMs }: PhaseDecision): string {
  return [
    cause === undefined ? phase : `${phase} ${cause.reason}${cause.pod && ` ${cause.pod}`}`,
    ...conditions.map(({ type }) => type),
    ...(lookAgainAtMs === undefined ? [] : [`look again in ${(lookAgainAtMs - NOW_MS) / 1_000} s`]),
  ].join(", ");
}

describe("choosePhase, by what was decided", () => {
  const refusal = { code: "invalid", message: "no", retry: "after-change" } as const;

  test.each<{ readonly title: string; readonly seen: Seen; readonly phase: string }>([
    {
      title: "the mode says hands off",
      seen: { reading: stuck, decision: { isSkipped: true } },
      phase: "Skipped",
    },
    {
      title: "its write was refused until somebody changes something",
      seen: { reading: healthy, decision: { refusal } },
      phase: "Stalled invalid",
    },
    {
      title: "its write was refused for now",
      seen: { reading: healthy, decision: { refusal: { ...refusal, retry: "after-wait" } } },
      phase: "Pending invalid",
    },
    {
      title: "held, and stuck as it is: a held object never stalls",
      seen: { reading: stuck, decision: { blockers: [blockerOf("ConfigMap/shop/b")] } },
      phase: "DelayingChanges",
    },
    {
      title: "a change goes out",
      seen: { reading: healthy, decision: { step: writeStep(DEPLOYMENT) } },
      phase: "ApplyingChanges",
    },
    {
      title: "a revert goes out: it is as healthy as it is",
      seen: { reading: healthy, decision: { step: writeStep(DEPLOYMENT, { why: "revert" }) } },
      phase: "Ready",
    },
    {
      title: "a change of Git's that nobody sends",
      seen: { reading: healthy, isPending: true },
      phase: "Pending",
    },
    {
      title: "nothing is known of its rollout",
      seen: { reading: healthy, isUnread: true },
      phase: "Pending",
    },
  ])("$title: $phase", ({ seen, phase }) => {
    expect(brief(phaseOf(seen))).toBe(phase);
  });
});

describe("choosePhase, by the rollout", () => {
  test.each<{ readonly title: string; readonly seen: Seen; readonly phase: string }>([
    { title: "rolled out", seen: { reading: healthy }, phase: "Ready" },
    { title: "a Job that ended", seen: { reading: job }, phase: "Done" },
    {
      title: "rolling out, seen for the first time",
      seen: { reading: rolling },
      phase: "ApplyingChanges, look again in 600 s",
    },
    {
      title: "no progress, a second before the deadline",
      seen: { reading: rolling, memory: since(rolling, 599) },
      phase: "ApplyingChanges, look again in 1 s",
    },
    {
      title: "no progress at the deadline",
      seen: { reading: rolling, memory: since(rolling, 600) },
      phase: "Stalled ProgressDeadlineExceeded",
    },
    {
      title: "progress begins the deadline anew",
      seen: { reading: rolling, memory: since(stuck, 600) },
      phase: "ApplyingChanges, look again in 600 s",
    },
    {
      title: "a pod of the new revision that no waiting helps",
      seen: { reading: stuck },
      phase: "Stalled ImagePullBackOff x-0",
    },
    {
      title: "a pod of the old revision is not to blame",
      seen: { reading: oldIsStuck },
      phase: "ApplyingChanges, look again in 600 s",
    },
    {
      title: "a kind that never writes status, at first",
      seen: { reading: silent },
      phase: "ApplyingChanges, look again in 60 s",
    },
    {
      title: "a kind that never writes status, within the grace period",
      seen: { reading: silent, memory: since(silent, 59) },
      phase: "ApplyingChanges, look again in 1 s",
    },
    {
      title: "a kind that never writes status, after it",
      seen: { reading: silent, memory: since(silent, 60) },
      phase: "Ready, HealthUnknown",
    },
  ])("$title: $phase", ({ seen, phase }) => {
    expect(brief(phaseOf(seen))).toBe(phase);
  });

  test("since when it stands still is remembered, and forgotten when it is rolled out", () => {
    const memory = since(rolling, 100);
    expect(phaseOf({ reading: rolling, memory }).progress).toEqual(memory.progress);
    expect(phaseOf({ reading: healthy, memory }).progress).toBeUndefined();
  });

  test("the deadline is the stack's", () => {
    const { lookAgainAtMs } = phaseOf({ reading: rolling });
    expect(lookAgainAtMs).toBe(NOW_MS + DEADLINE_MS);
  });
});
