import type {
  DriftStatus,
  ObjectStatus,
  OrphanStatus,
  Phase,
  StackStatus,
} from "../core/report/status-document.ts";
import { describeVersion } from "../core/wording/describe-version.ts";
import { explainSkip } from "../core/wording/explain-skip.ts";
import { groupByTier } from "../core/wording/group-by-tier.ts";
import { isOff } from "../core/wording/is-off.ts";
import { isSettled } from "../core/wording/is-settled.ts";
import { type Naming, nameObjects } from "../core/wording/name-objects.ts";
import { shortCommit } from "../core/wording/short-commit.ts";
import { describeBlocker } from "./describe-blocker.ts";
import { describeChange } from "./describe-change.ts";
import { describeNotes } from "./describe-notes.ts";
import { driftState } from "./drift-state.ts";
import { groupOrphans } from "./group-orphans.ts";
import { listFaults } from "./list-faults.ts";
import { paintLine } from "./paint-line.ts";
import { PLAIN } from "./palette.ts";
import { summarizeStack } from "./summarize-stack.ts";
import { tellOnce } from "./tell-once.ts";

/**
 * What changed from one status of a stack to the next, as lines for a pipe, each beginning with the stack's name.
 *
 * @param previous `undefined` at the start: then what is ready already is not told.
 * @param times Ages are relative to the present one.
 */
export function progressLines(
  previous: StackStatus | undefined,
  next: StackStatus,
  times: ProgressTimes,
): readonly string[] {
  const { nowMs } = times;
  const step = { previous, next: tellOnce(next), nowMs, name: nameObjects(next) };
  return [
    ...tellCommit(step),
    ...tellFaults(step),
    // What somebody did stands before what became of it.
    ...findDriftNews(previous, next, times).map((text) => `drift: ${text}`),
    ...tellTiers(step),
    ...tellOrphans(step),
  ]
    .map((text) => paintLine([`${next.name}: ${text}`], PLAIN))
    .concat(tellEnd(step));
}

/** Epoch milliseconds. */
export interface ProgressTimes {
  readonly nowMs: number;
  /** When this progress began, or when another agent last held the stack. */
  readonly startedAtMs: number;
}

/** The drift that was found since the status before, in words. At the start, what an earlier run or another agent reverted is no news. */
export function findDriftNews(
  previous: StackStatus | undefined,
  next: StackStatus,
  { nowMs, startedAtMs }: ProgressTimes,
): readonly string[] {
  const name = nameObjects(next);
  const known = new Set(previous?.drift.map(driftState));
  return next.drift
    .filter((each) => !known.has(driftState(each)))
    .filter((each) => previous !== undefined || !isOfEarlierRun(each, startedAtMs))
    .map((each) => describeChange(each, { name, nowMs, tense: "done" }));
}

/** It was over before this progress began. */
function isOfEarlierRun({ action, seenAt = "" }: DriftStatus, startedAtMs: number): boolean {
  const isOver = action === "reverted" || action === "ignored";
  return isOver && !(Date.parse(seenAt) >= startedAtMs);
}

interface ProgressStep {
  readonly previous: StackStatus | undefined;
  readonly next: StackStatus;
  readonly nowMs: number;
  readonly name: Naming;
}

function tellCommit({ previous, next }: ProgressStep): readonly string[] {
  const before = previous?.revision ?? "";
  if (next.revision === "" || next.revision === before || isOff(next)) return [];
  const from = before === "" ? "" : ` after ${shortCommit(before)}`;
  return [`takes commit ${shortCommit(next.revision)}${from}`];
}

function tellFaults({ previous, next }: ProgressStep): readonly string[] {
  const known = new Set(previous === undefined ? [] : listFaults(previous).map(plainText));
  return listFaults(next)
    .map(plainText)
    .filter((text) => !known.has(text));
}

function plainText(line: Parameters<typeof paintLine>[0]): string {
  return paintLine(line, PLAIN).trimStart();
}

function tellTiers(step: ProgressStep): readonly string[] {
  const { previous, next } = step;
  const before = new Map(previous?.objects.map((each) => [each.id, each] as const));
  return groupByTier(next.objects).flatMap(([tier, members]) => {
    const earlier = members.flatMap(({ id }) => before.get(id) ?? []);
    const wasSettled = earlier.length === members.length && earlier.every(isSettled);
    const isReleased = earlier.some(isHeld) && !members.some(isHeld);
    const isReady = previous !== undefined && !wasSettled && members.every(isSettled);
    return [
      ...(isReleased ? [`tier ${tier} is released`] : []),
      ...members.flatMap((object) => tellObject(object, before.get(object.id), step)),
      ...(isReady ? [`tier ${tier} is ready`] : []),
    ];
  });
}

function isHeld({ blockers }: ObjectStatus): boolean {
  return blockers.length > 0;
}

function tellObject(
  object: ObjectStatus,
  before: ObjectStatus | undefined,
  step: ProgressStep,
): readonly string[] {
  const name = step.name(object.id);
  const known = new Set(before?.blockers.map(blockerIdentity));
  const isApplied = wasApplied(object, before, step);
  const hasMoved = object.phase !== before?.phase && !isNoMove(object, step);
  return [
    ...(isApplied ? [`${name} is applied${takeOverText(object)}`] : []),
    ...object.blockers
      .filter((each) => !known.has(blockerIdentity(each)))
      .map((each) => `${name} ${describeBlocker(each, step)}`),
    ...(hasMoved ? tellPhase(object, { name, isApplied, nowMs: step.nowMs }) : []),
  ];
}

/** At the start nobody knows what was applied before: then what this very pass wrote counts. */
function wasApplied(
  { action, appliedRevision }: ObjectStatus,
  before: ObjectStatus | undefined,
  { previous, next }: ProgressStep,
): boolean {
  // What was deleted to be made anew names no commit until it is there again.
  if (appliedRevision === "") return false;
  return previous === undefined
    ? action === "apply" && appliedRevision === next.revision
    : appliedRevision !== (before?.appliedRevision ?? "");
}

/**
 * At the start what is ready is no news. A step that was planned and not done in this pass, as when a newer commit came in
 * between, is told once it is done.
 */
function isNoMove(object: ObjectStatus, { previous, next }: ProgressStep): boolean {
  if (previous === undefined && isSettled(object)) return true;
  const { action, appliedRevision, phase } = object;
  const isWrite = action === "apply" || action === "recreate";
  return isWrite && phase === "ApplyingChanges" && appliedRevision !== next.revision;
}

/** What was seen there (`have`) moves with every pod: a pipe gets a line only when the reason is another one. */
function blockerIdentity({ to, gate, reason }: ObjectStatus["blockers"][number]): string {
  return JSON.stringify([to, gate, reason]);
}

function takeOverText({ takesOver = [] }: ObjectStatus): string {
  return takesOver.length === 0 ? "" : `, taken over from ${takesOver.join(", ")}`;
}

/** Phases in words; `undefined`: the blockers, or the line about the apply, say it. */
const PHASE_WORDS: Readonly<Record<Phase, string | undefined>> = {
  Pending: undefined,
  DelayingChanges: undefined,
  ApplyingChanges: "is rolling out",
  Ready: "is ready",
  Stalled: "is stalled",
  Done: "is done",
  Skipped: "is skipped",
  Pruning: "is being deleted",
};

function tellPhase(
  object: ObjectStatus,
  seen: { readonly name: string; readonly isApplied: boolean; readonly nowMs: number },
): readonly string[] {
  const words = PHASE_WORDS[object.phase];
  if (words === undefined || (seen.isApplied && object.phase === "ApplyingChanges")) return [];
  const version = object.phase === "Ready" ? describeVersion(object.version) : "";
  const cause = whyOf(object, seen.nowMs);
  const about = version === "" ? "" : ` (${version})`;
  return [`${seen.name} ${words}${about}${cause === undefined ? "" : `, ${cause}`}`];
}

/** The cause of a stall, or who has it skipped and until when. */
function whyOf(object: ObjectStatus, nowMs: number): string | undefined {
  if (object.skip !== undefined) return explainSkip(object.skip);
  return object.cause === undefined ? undefined : describeNotes(object, nowMs)[0];
}

function tellOrphans({ previous, next, name }: ProgressStep): readonly string[] {
  const known = new Set(previous?.orphans.map(orphanState));
  const news = next.orphans.filter((each) => !known.has(orphanState(each)));
  return groupOrphans(news).map(([text, [first, ...more]]) => {
    const others = more.length === 0 ? "" : ` and ${more.length} more`;
    return `orphan: ${name(first)}${others}: ${text}`;
  });
}

/** What an orphan waits for may change often: a pipe gets a line only when something else becomes of it. */
function orphanState({ id, action }: OrphanStatus): string {
  return JSON.stringify([id, action]);
}

function tellEnd({ previous, next }: ProgressStep): readonly string[] {
  const isNews = previous?.inSync !== true || previous.revision !== next.revision;
  return next.inSync && isNews ? [paintLine(summarizeStack(next), PLAIN)] : [];
}
