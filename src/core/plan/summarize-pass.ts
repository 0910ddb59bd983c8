import { type ObjectKey, objectKey } from "../object/object-id.ts";
import type { Problem } from "../problem.ts";
import { describeDrift } from "../report/describe-drift.ts";
import { driftIdentity } from "../report/drift-identity.ts";
import type {
  BlockerStatus,
  ConditionStatus,
  DriftStatus,
  ObjectStatus,
  RefusalStatus,
  StackStatus,
} from "../report/status-document.ts";
import type { Blocker } from "../rollout/blocker.ts";
import type { WriteRefusal } from "./look.ts";
import type { ObjectPlan, Plan, PlannedDrift } from "./plan.ts";

/** Reverted drifts that stay in the status, newest last. */
const DRIFTS_KEPT_MAX = 100;

/** What became of an object's step. */
export type StepResult =
  | { readonly kind: "written" | "conflict" | "skipped" }
  | { readonly kind: "refused"; readonly refusal: WriteRefusal };

export interface PassRecord {
  readonly plan: Plan;
  /** Empty for a preview. */
  readonly results: ReadonlyMap<ObjectKey, StepResult>;
  readonly previous: StackStatus;
  readonly tip: string;
  readonly problems: readonly Problem[];
  readonly lints: readonly { readonly where: string; readonly what: string }[];
  /** What the repository or the cluster refused as a whole. */
  readonly refusals: readonly RefusalStatus[];
  readonly cycles: readonly (readonly string[])[];
  readonly writes: number;
  /** RFC 3339. */
  readonly now: string;
}

/** What a pass came to. */
export interface PassSummary {
  /** Equal input gives an equal status: nothing in it changes when nothing happened. */
  readonly status: StackStatus;
  /**
   * The drifts of this very pass with what was done; the status also keeps what was reverted before. One whose revert lost
   * a race is not in it: the next look, at once, tells what became of it.
   */
  readonly drift: readonly DriftStatus[];
}

/** Puts a pass into words that may be shown: values are redacted here. */
export function summarizePass(record: PassRecord): PassSummary {
  const earlier = new Map(record.previous.objects.map((each) => [each.id, each] as const));
  const objects = record.plan.objects.map((each) => summarizeObject(each, earlier, record));
  const drift = record.plan.objects.flatMap((each) => driftsOf(each, record));
  const refusals = [
    ...record.refusals,
    ...record.plan.objects.flatMap((each) => refusalOf(each, record)),
  ];
  const status: StackStatus = {
    name: record.previous.name,
    revision: record.plan.revision,
    tip: record.tip,
    inSync:
      record.problems.length === 0 &&
      refusals.length === 0 &&
      objects.every(isSettled) &&
      record.plan.objects.every((each) => hasNothingToDo(each, record)) &&
      drift.every(isAnswered),
    writes: record.writes,
    objects,
    drift: keepAnswered(record.previous.drift, drift),
    fights: [],
    orphans: record.plan.orphans.map(({ ref, reason }) => ({
      id: objectKey(ref.id),
      action: "skip",
      reason,
    })),
    cycles: record.cycles,
    problems: record.problems,
    lints: record.lints,
    refusals,
  };
  const told = record.plan.objects
    .filter((each) => !isUndone(resultOf(each, record)))
    .flatMap((each) => driftsOf(each, record));
  return { status, drift: told };
}

function summarizeObject(
  plan: ObjectPlan,
  earlier: ReadonlyMap<string, ObjectStatus>,
  record: PassRecord,
): ObjectStatus {
  const id = objectKey(plan.ref.id);
  const before = earlier.get(id);
  const isWritten = resultOf(plan, record)?.kind === "written";
  const step = isWritten ? plan.step : undefined;
  return {
    id,
    tier: plan.tier,
    phase: step !== undefined && step.why !== "revert" ? "ApplyingChanges" : plan.phase,
    action: plan.action,
    conditions: plan.conditions.map((each) => sinceCondition(each, before, record.now)),
    version: { declared: plan.version.declared ?? null, running: plan.version.running },
    blockers: plan.blockers.map((each) => sinceBlocker(each, before, record.now)),
    appliedRevision: step?.revision ?? plan.appliedRevision,
    ...(plan.takesOver.length > 0 ? { takesOver: plan.takesOver } : {}),
    ...(plan.cause === undefined ? {} : { cause: plan.cause }),
  };
}

function sinceBlocker(
  blocker: Blocker,
  before: ObjectStatus | undefined,
  now: string,
): BlockerStatus {
  const to = objectKey(blocker.to);
  const known = before?.blockers.find(
    (each) => each.to === to && each.gate === blocker.gate && each.reason === blocker.reason,
  );
  return { ...blocker, to, since: known?.since ?? now };
}

function sinceCondition(
  condition: Pick<ConditionStatus, "type" | "message">,
  before: ObjectStatus | undefined,
  now: string,
): ConditionStatus {
  const known = before?.conditions.find((each) => each.type === condition.type);
  return { ...condition, since: known?.since ?? now };
}

function driftsOf(plan: ObjectPlan, record: PassRecord): DriftStatus[] {
  return plan.drifts.map((planned) =>
    describeDrift(planned.drift, actionOf(planned, plan, record)),
  );
}

/** The step was neither done nor refused. */
function isUndone(result: StepResult | undefined): boolean {
  return result?.kind === "conflict" || result?.kind === "skipped";
}

/** A revert counts as done only when its step was. */
function actionOf(
  planned: PlannedDrift,
  plan: ObjectPlan,
  record: PassRecord,
): PlannedDrift["action"] {
  if (planned.action !== "reverted" || record.results.size === 0) return planned.action;
  const result = resultOf(plan, record);
  if (result?.kind === "written") return "reverted";
  return result?.kind === "refused" ? "failed" : "open";
}

function refusalOf(plan: ObjectPlan, record: PassRecord): RefusalStatus[] {
  const result = resultOf(plan, record);
  const refusal = result?.kind === "refused" ? result.refusal : plan.refusal;
  if (refusal === undefined || result?.kind === "written") return [];
  return [{ id: objectKey(plan.ref.id), code: refusal.code, message: refusal.message }];
}

function resultOf(plan: ObjectPlan, record: PassRecord): StepResult | undefined {
  return record.results.get(objectKey(plan.ref.id));
}

function isSettled(object: ObjectStatus): boolean {
  return ["Ready", "Done", "Skipped"].includes(object.phase) && object.blockers.length === 0;
}

/** A revert that was done leaves nothing to do; one that a preview only shows does. */
function hasNothingToDo(plan: ObjectPlan, record: PassRecord): boolean {
  return plan.step === undefined || resultOf(plan, record)?.kind === "written";
}

/** A drift that was reverted, or that nobody wants reverted, does not keep the stack out of sync. */
function isAnswered(drift: DriftStatus): boolean {
  return (
    ["reverted", "ignored", "skipped"].includes(drift.action) ||
    drift.class === "coowned" ||
    drift.class === "legacy"
  );
}

/** What was reverted, or stayed although Git dropped it, is told once more in each later status. */
function keepAnswered(
  previous: readonly DriftStatus[],
  current: readonly DriftStatus[],
): readonly DriftStatus[] {
  const present = new Set(current.map(driftIdentity));
  const kept = previous.filter((each) => isPast(each) && !present.has(driftIdentity(each)));
  const reverted = [...kept, ...current.filter(isPast)].slice(-DRIFTS_KEPT_MAX);
  return [...reverted, ...current.filter((each) => !isPast(each))];
}

/** What a step did, or left on purpose: no later look finds it again. */
function isPast({ action, class: kind }: DriftStatus): boolean {
  return action === "reverted" || (action === "ignored" && kind === "coowned");
}
