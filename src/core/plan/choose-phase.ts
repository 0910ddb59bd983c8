import { isTerminating } from "../object/live-object.ts";
import { kindKey } from "../object/object-id.ts";
import type { ConditionStatus, Phase } from "../report/status-document.ts";
import { assessProgress } from "../rollout/assess-progress.ts";
import type { StallCause, Verdict } from "../rollout/blocker.ts";
import { findStallCause } from "../rollout/find-stall-cause.ts";
import { hasNeverWrittenStatus } from "../rollout/has-never-written-status.ts";
import { assessRolledOut } from "../rollout/rolled-out.ts";
import type { RolloutReading } from "../rollout/rollout-reading.ts";
import type { Decision } from "./decision.ts";
import type { ObjectCase } from "./describe-case.ts";
import { isOfNoChange } from "./is-of-no-change.ts";
import { isSettledByOthers } from "./is-settled-by-others.ts";
import type { ObjectMemory } from "./look.ts";
import { findParty, type World } from "./world.ts";

/** How long a kind that never writes status stays `ApplyingChanges` before it counts as `Ready` with `HealthUnknown`. */
const HEALTH_GRACE_MS = 60_000;

export interface PhaseDecision {
  readonly phase: Phase;
  readonly cause: StallCause | undefined;
  readonly conditions: readonly Pick<ConditionStatus, "type" | "message">[];
  readonly progress: ObjectMemory["progress"];
  /** When time alone may change the phase. */
  readonly lookAgainAtMs: number | undefined;
}

/** The phase of an object, as people read it. A held object never stalls; only one that was applied and stands still. */
export function choosePhase(item: ObjectCase, decision: Decision, world: World): PhaseDecision {
  if (item.ended !== undefined && !decision.isSkipped) return endedPhase(item.ended);
  return decision.isSkipped ? still("Skipped") : phaseOfDecision(item, decision, world);
}

function phaseOfDecision(item: ObjectCase, decision: Decision, world: World): PhaseDecision {
  if (decision.refusal !== undefined) return refusedPhase(decision.refusal);
  if (decision.blockers.length > 0) return still("DelayingChanges");
  if (item.live === undefined || isTerminating(item.live)) return still("Pending");
  if (decision.step !== undefined && !isOfNoChange(decision.step)) {
    return still("ApplyingChanges");
  }
  const reading = world.look.readings.get(item.key);
  const isWaiting = item.isPending && !isSettledByOthers(item);
  if (reading === undefined || isWaiting) return still("Pending");
  return phaseOfRollout(item, reading, world);
}

function still(phase: Phase): PhaseDecision {
  return { phase, cause: undefined, conditions: [], progress: undefined, lookAgainAtMs: undefined };
}

/** A failed Job opens no gate; another intent is the way on. */
function endedPhase(ended: NonNullable<ObjectCase["ended"]>): PhaseDecision {
  if (ended === "complete") return still("Done");
  const message = "it failed and is gone; it runs again when Git changes it";
  return { ...still("Stalled"), cause: { pod: "", reason: "Failed", message } };
}

function refusedPhase(refusal: NonNullable<Decision["refusal"]>): PhaseDecision {
  return {
    ...still(refusal.retry === "after-wait" ? "Pending" : "Stalled"),
    cause: { pod: "", reason: refusal.code, message: refusal.message },
  };
}

/** How far its rollout is, whatever is to be written. */
export function phaseOfRollout(
  item: ObjectCase,
  reading: RolloutReading,
  world: World,
): PhaseDecision {
  const { nowMs, rules } = world.look;
  const options = { paths: rules.versionPaths, trust: "status" } as const;
  const party = {
    ...findParty(world, item.manifest.id),
    change: "none",
    isDrifted: false,
  } as const;
  const verdict = assessRolledOut(party, options);
  if (verdict.kind === "ok") {
    return still(kindKey(item.manifest.id) === "Job.batch" ? "Done" : "Ready");
  }
  const fingerprint = assessProgress(reading, options);
  const known = item.memory.progress;
  const sinceMs = known?.fingerprint === fingerprint ? known.sinceMs : nowMs;
  const progress = { fingerprint, sinceMs };
  if (hasNeverWrittenStatus(reading)) return unknownHealth({ progress, nowMs });
  const deadlineMs = sinceMs + rules.progressDeadlineMs;
  const isStalled = verdict.kind === "failed" || nowMs >= deadlineMs;
  return isStalled
    ? { ...still("Stalled"), progress, cause: causeOf(verdict, reading) }
    : { ...still("ApplyingChanges"), progress, lookAgainAtMs: deadlineMs };
}

function unknownHealth(seen: {
  readonly progress: NonNullable<ObjectMemory["progress"]>;
  readonly nowMs: number;
}): PhaseDecision {
  const graceEndsAtMs = seen.progress.sinceMs + HEALTH_GRACE_MS;
  if (seen.nowMs < graceEndsAtMs) {
    const { progress } = seen;
    return { ...still("ApplyingChanges"), progress, lookAgainAtMs: graceEndsAtMs };
  }
  const message = "nobody has ever written its status; gates on it stay shut";
  return {
    ...still("Ready"),
    progress: seen.progress,
    conditions: [{ type: "HealthUnknown", message }],
  };
}

function causeOf(verdict: Verdict, reading: RolloutReading): StallCause {
  const found = findStallCause(reading);
  if (found !== undefined) return found;
  if (verdict.kind === "failed" && verdict.cause !== undefined) return verdict.cause;
  const message = verdict.kind === "ok" ? "" : verdict.message;
  return {
    pod: "",
    reason: verdict.kind === "failed" ? "Failed" : "ProgressDeadlineExceeded",
    message,
  };
}
