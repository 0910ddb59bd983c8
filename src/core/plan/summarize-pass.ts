import type { LeftOut } from "../manifest/manifest.ts";
import { type ObjectKey, objectKey } from "../object/object-id.ts";
import { isOfferable } from "../offer/is-offerable.ts";
import type { OfferableDrift } from "../offer/offer.ts";
import type { Problem } from "../problem.ts";
import { describeDrift } from "../report/describe-drift.ts";
import { describeLeftOut } from "../report/describe-left-out.ts";
import { driftIdentity } from "../report/drift-identity.ts";
import { maskMessage } from "../report/mask-message.ts";
import {
  type DeclinedStatus,
  type DriftStatus,
  type FightStatus,
  type ObjectStatus,
  type OrphanStatus,
  type PlannedWrite,
  type PullRequestStatus,
  type RefusalStatus,
  type StackStatus,
  type SuspensionStatus,
} from "../report/status-document.ts";
import { withoutRevertTime } from "../report/without-revert-time.ts";
import { isOpen } from "../wording/is-open.ts";
import { isSettled } from "../wording/is-settled.ts";
import { describeTreatment } from "./describe-treatment.ts";
import { addRevertTime, findStanding } from "./find-standing.ts";
import { isOfNoChange } from "./is-of-no-change.ts";
import { isPast, keepAnswered } from "./keep-answered.ts";
import { sinceBlocker, sinceCondition } from "./keep-since.ts";
import { listWrites } from "./list-writes.ts";
import { LOST_RACES_MAX, type WriteRefusal } from "./look.ts";
import type { OrphanPlan } from "./orphan-plan.ts";
import type { ObjectPlan, Plan, PlannedDrift } from "./plan.ts";
import { summarizeRestarts } from "./summarize-restarts.ts";

/** What became of an object's step. */
export type StepResult =
  | { readonly kind: "written" | "deleted" | "skipped" }
  /** `isHalfDone`: ownership was transferred before that. */
  | { readonly kind: "conflict"; readonly isHalfDone?: boolean }
  | { readonly kind: "refused"; readonly refusal: WriteRefusal; readonly isHalfDone?: boolean };

export interface PassRecord {
  readonly plan: Plan;
  /** Empty for a preview. */
  readonly results: ReadonlyMap<ObjectKey, StepResult>;
  /** Nothing was to be written. */
  readonly isPreview?: boolean;
  /** What became of the requests that were answered. */
  readonly answers?: ReadonlyMap<ObjectKey, StepResult>;
  readonly previous: StackStatus;
  readonly tip: string;
  readonly problems: readonly Problem[];
  readonly lints: readonly { readonly where: string; readonly what: string }[];
  readonly leftOut: readonly LeftOut[];
  /** A person holds the stack still. */
  readonly suspension?: SuspensionStatus | undefined;
  /** What the repository or the cluster refused as a whole. */
  readonly refusals: readonly RefusalStatus[];
  readonly pullRequest?: PullRequestStatus | undefined;
  /** What people declined in one. */
  readonly declined?: readonly DeclinedStatus[];
  /** After the pass's writes. */
  readonly fights: readonly FightStatus[];
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
   * a race, or waits for what this pass made, is not in it: the next look, at once, tells what became of it.
   */
  readonly drift: readonly DriftStatus[];
  /** What earlier passes found, is not there now, and is still fought for: the report tells it as there. */
  readonly standing: readonly DriftStatus[];
  /** Those of `drift` that may be offered, with their values whole: nothing of them would be masked. */
  readonly found: readonly OfferableDrift[];
  /** Objects of which everything that differs is in `found`. */
  readonly judged: ReadonlySet<ObjectKey>;
}

/** Puts a pass into words that may be shown: values are redacted here. */
export function summarizePass(record: PassRecord): PassSummary {
  const earlier = new Map(record.previous.objects.map((each) => [each.id, each] as const));
  const objects = record.plan.objects.map((each) => summarizeObject(each, earlier, record));
  const seen = findSeen(record.previous);
  const drift = record.plan.objects.flatMap((each) => driftsOf(each, record, seen));
  const present = [...drift, ...findUnjudged(record)];
  const standing = findStanding(record.previous.drift, present, record.fights);
  const refused = record.plan.objects.flatMap((each) => refusalOf(each, record));
  const refusals = [...record.refusals, ...refused].map(maskMessage);
  const status: StackStatus = {
    name: record.previous.name,
    revision: record.plan.revision,
    tip: record.tip,
    inSync:
      record.problems.length === 0 &&
      refusals.length === 0 &&
      objects.every(isSettled) &&
      record.plan.objects.every((each) => !each.isUnsettled && hasNothingToDo(each, record)) &&
      !drift.some(isOpen) &&
      record.plan.orphans.every(({ action }) => action === "keep"),
    writes: record.writes,
    objects,
    drift: keepAnswered(record.previous.drift, [...present, ...standing]),
    fights: record.fights,
    orphans: record.plan.orphans.map((each) => summarizeOrphan(each, record)),
    cycles: record.cycles,
    problems: record.problems,
    lints: [...record.lints, ...record.plan.lints],
    ...describeLeftOut(record.leftOut),
    refusals,
    ...summarizeRestarts(record.plan, record.results, record),
    ...(record.pullRequest === undefined ? {} : { pullRequest: record.pullRequest }),
    ...declinedOf(record),
    ...(record.suspension === undefined ? {} : { suspended: record.suspension }),
  };
  const judged = record.plan.objects.filter(
    (each) => !each.waitsForLook && !isSoonDone(each, record),
  );
  const told = judged.flatMap((each) => driftsOf(each, record, seen));
  return {
    status,
    drift: told.map(withoutRevertTime),
    standing,
    found: judged.flatMap((each) => foundOf(each, record)),
    judged: new Set(judged.flatMap((each) => (each.isUnsettled ? [] : [objectKey(each.ref.id)]))),
  };
}

function declinedOf({ declined = [] }: PassRecord): Pick<StackStatus, "declined"> {
  return declined.length === 0 ? {} : { declined };
}

function summarizeOrphan(orphan: OrphanPlan, record: PassRecord): OrphanStatus {
  const { ref, action, reason, confirm, ownMode } = orphan;
  const id = objectKey(ref.id);
  const mode = ownMode === undefined || ownMode === "none" ? {} : { mode: ownMode };
  const result = record.results.get(id);
  if (result?.kind !== "refused") {
    const writes = describeWrites(orphan, record);
    const asked = confirm === undefined ? {} : { confirm };
    return { id, action, ...writes, reason, ...asked, ...mode };
  }
  return { id, action: "hold", reason: maskMessage(result.refusal).message, ...mode };
}

/** Of a preview alone: there no step has a result. Of a suspended stack nothing is sent. */
function describeWrites(
  plan: ObjectPlan | OrphanPlan,
  { results, suspension }: PassRecord,
): Pick<ObjectStatus, "writes"> {
  const isSent = suspension === undefined && !results.has(objectKey(plan.ref.id));
  const answers: readonly PlannedWrite[] =
    "answer" in plan && plan.answer !== undefined ? ["answer"] : [];
  const writes = [...(plan.step === undefined ? [] : listWrites(plan.step)), ...answers];
  return writes.length > 0 && isSent ? { writes } : {};
}

/** Of a preview alone: later passes make no dry run that would tell. */
function describeRestart(
  { restartsPods }: ObjectPlan,
  { isPreview }: PassRecord,
): Pick<ObjectStatus, "restartsPods"> {
  return isPreview === true && restartsPods !== undefined ? { restartsPods } : {};
}

function summarizeObject(
  plan: ObjectPlan,
  earlier: ReadonlyMap<string, ObjectStatus>,
  record: PassRecord,
): ObjectStatus {
  const id = objectKey(plan.ref.id);
  const before = earlier.get(id);
  return {
    id,
    tier: plan.tier,
    phase: phaseOf(plan, record),
    action: plan.action,
    ...describeWrites(plan, record),
    ...describeRestart(plan, record),
    conditions: plan.conditions.map((each) => sinceCondition(each, before, record.now)),
    version: { declared: plan.version.declared ?? null, running: plan.version.running },
    blockers: plan.blockers.map((each) => sinceBlocker(each, before, record.now)),
    ...describeTreatment(plan),
    appliedRevision: appliedRevisionOf(plan, record),
    ...(plan.takesOver.length > 0 ? { takesOver: plan.takesOver } : {}),
    ...(plan.cause === undefined ? {} : { cause: maskMessage(plan.cause) }),
  };
}

/** What was deleted to be made anew carries nothing that was applied. */
function appliedRevisionOf(plan: ObjectPlan, record: PassRecord): string {
  const result = resultOf(plan, record)?.kind;
  if (result === "deleted") return "";
  return result === "written" && plan.step !== undefined
    ? plan.step.revision
    : plan.appliedRevision;
}

/** What is written rolls out. What a suspended stack keeps back does not: nobody sends it. */
function phaseOf(plan: ObjectPlan, record: PassRecord): ObjectStatus["phase"] {
  const { step } = plan;
  if (step === undefined || isOfNoChange(step)) return plan.phase;
  if (record.suspension !== undefined) return "Pending";
  return resultOf(plan, record)?.kind === "written" ? "ApplyingChanges" : plan.phase;
}

/** When what is still there was first seen, by identity. What was answered since is another drift when it comes again. */
function findSeen({ drift }: StackStatus): ReadonlyMap<string, string> {
  const present = drift.filter((each) => !isPast(each));
  return new Map(
    present.flatMap((each): [string, string][] =>
      each.seenAt === undefined ? [] : [[driftIdentity(each), each.seenAt]],
    ),
  );
}

function driftsOf(
  plan: ObjectPlan,
  record: PassRecord,
  seen: ReadonlyMap<string, string>,
): DriftStatus[] {
  return plan.drifts.map((planned) => {
    const action = actionOf(planned, plan, record);
    const told = describeDrift(planned.drift, { ...planned, action });
    const isRolled = action === "reverted" && planned.rollsPods === true;
    const drift: DriftStatus = isRolled ? { ...told, rollsPods: true } : told;
    const seenAt = seen.get(driftIdentity(drift)) ?? record.now;
    return addRevertTime({ ...drift, seenAt }, record.fights);
  });
}

function foundOf(plan: ObjectPlan, record: PassRecord): readonly OfferableDrift[] {
  return plan.drifts
    .filter(({ drift }) => isOfferable(drift))
    .map((planned) => ({ ...planned, action: actionOf(planned, plan, record) }));
}

/** The step was neither done nor refused, and the next look does it, unless somebody is always faster. */
function isSoonDone(plan: ObjectPlan, record: PassRecord): boolean {
  const result = resultOf(plan, record);
  if (result?.kind === "skipped") return true;
  return result?.kind === "conflict" && plan.learned.lostRaces < LOST_RACES_MAX;
}

/** A revert counts as done only when its step was; what was deleted to be made anew took its drift along. */
function actionOf(
  planned: PlannedDrift,
  plan: ObjectPlan,
  record: PassRecord,
): PlannedDrift["action"] {
  if (planned.action === "contested") return actionOfContested(record);
  if (planned.action !== "reverted" || record.results.size === 0) return planned.action;
  const result = resultOf(plan, record);
  if (result?.kind === "written" || result?.kind === "deleted") return "reverted";
  return result?.kind === "refused" ? "failed" : "open";
}

/** In a suspended stack no revert has a time: a preview says what would be done without that. */
function actionOfContested({ isPreview, suspension }: PassRecord): PlannedDrift["action"] {
  if (suspension === undefined) return "contested";
  return isPreview === true ? "reverted" : "open";
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

/** A revert that was done leaves nothing to do; one that a preview only shows does. */
function hasNothingToDo(plan: ObjectPlan, record: PassRecord): boolean {
  const isHeard = plan.answer === undefined || isRequestAnswered(plan, record);
  return isHeard && (plan.step === undefined || resultOf(plan, record)?.kind === "written");
}

function isRequestAnswered({ ref }: ObjectPlan, { answers }: PassRecord): boolean {
  return answers?.get(objectKey(ref.id))?.kind === "written";
}

/** What was found on an object that could not be judged this time is not over. */
function findUnjudged({ plan, previous }: PassRecord): readonly DriftStatus[] {
  const unsettled = new Set(
    plan.objects.flatMap((each) => (each.isUnsettled ? [objectKey(each.ref.id)] : [])),
  );
  if (unsettled.size === 0) return [];
  const ids: ReadonlySet<string> = unsettled;
  return previous.drift.filter((each) => ids.has(each.id) && !isPast(each));
}
