import type { ObjectStatus, StackStatus, StatusDocument } from "../core/report/status-document.ts";
import { countText } from "../core/wording/count-text.ts";
import { describeVersion } from "../core/wording/describe-version.ts";
import { explainLeftOut } from "../core/wording/explain-left-out.ts";
import { groupByTier } from "../core/wording/group-by-tier.ts";
import { isOff } from "../core/wording/is-off.ts";
import { isTipRefused } from "../core/wording/is-tip-refused.ts";
import { nameObjects } from "../core/wording/name-objects.ts";
import { shortCommit } from "../core/wording/short-commit.ts";
import { describeBlocker } from "./describe-blocker.ts";
import { describeNotes } from "./describe-notes.ts";
import type { Line, Tone } from "./line.ts";
import { listFaults } from "./list-faults.ts";
import { listRemarks } from "./list-remarks.ts";
import { paintLines } from "./paint-line.ts";
import { tellOnce } from "./tell-once.ts";
import type { View } from "./view.ts";

/** What a sync would do with an object, as a verb; what is not in it would stay as it is. */
type Verb =
  | "take over"
  | "create"
  | "change"
  | "recreate"
  | "revert"
  | "restart"
  | "release"
  | "delete"
  | "hold"
  | "answer"
  | "leave"
  | "skip";

const VERBS: readonly Verb[] = [
  "take over",
  "create",
  "change",
  "recreate",
  "revert",
  "restart",
  "release",
  "delete",
  "hold",
  "answer",
  "leave",
  "skip",
];

/**
 * What a sync would do, for people: first what would be taken over from other managers, then by tier, then the counts.
 * Objects that would stay as they are, are only counted.
 */
export function renderPlan({ stacks }: StatusDocument, view: View): string {
  return stacks
    .map((stack) => paintLines(listPlan(withoutGone(tellOnce(stack)), view.nowMs), view.palette))
    .join("\n");
}

/** What is gone carries nothing that was applied; where nothing is written, no request tells that it would be made. */
function withoutGone(stack: StackStatus): StackStatus {
  const gone = new Set(stack.drift.filter((each) => each.class === "missing").map(({ id }) => id));
  if (gone.size === 0) return stack;
  const objects = stack.objects.map((each) =>
    gone.has(each.id) ? { ...each, appliedRevision: "" } : each,
  );
  return { ...stack, objects };
}

function listPlan(stack: StackStatus, nowMs: number): readonly Line[] {
  const moved = stack.objects.filter((object) => verbOf(object) !== undefined);
  const taken = moved.filter(isTakenOver);
  const others = moved.filter((object) => !isTakenOver(object));
  const view = { name: nameObjects(stack), nowMs };
  const { leftOut } = stack;
  return [
    [{ text: stack.name, tone: "strong" }, ": ", headlineOf(stack)],
    ...listFaults(stack),
    ...(taken.length === 0 ? [] : [["  owned by others so far"]]),
    ...taken.flatMap((object) => listObject(object, view)),
    ...groupByTier(others).flatMap(([tier, members]) => [
      [`  tier ${tier}`],
      ...members.flatMap((object) => listObject(object, view)),
    ]),
    ...listRemarks(stack, { nowMs, tense: "planned" }),
    ...(leftOut === undefined ? [] : [[`  ${explainLeftOut(leftOut)}`]]),
    [`  ${hasLooked(stack) ? countsText(stack.objects) : "no plan"}; nothing was written`],
  ];
}

/** A preview that the cluster or the repository refused says nothing of objects, nor of a commit. */
function hasLooked({ refusals, revision }: StackStatus): boolean {
  return revision !== "" || !refusals.some(({ id }) => id === "");
}

function headlineOf(stack: StackStatus): string {
  const { problems, revision, tip } = stack;
  if (isTipRefused(stack)) {
    const count = countText(problems.length, "problem");
    const rest = revision === "" ? "" : `; this is the plan of ${shortCommit(revision)}`;
    return `${shortCommit(tip)} would not be applied, it has ${count}${rest}`;
  }
  if (!hasLooked(stack)) return "there is no plan, because nothing could be looked at";
  if (isOff(stack)) return `a sync of ${shortCommit(revision)} would do nothing, mode: off`;
  return `what a sync of ${shortCommit(revision)} would do${conditionOf(stack)}`;
}

const TONES: Readonly<Record<Verb, Tone>> = {
  create: "good",
  change: "good",
  restart: "good",
  delete: "bad",
  recreate: "bad",
  "take over": "wait",
  revert: "wait",
  release: "wait",
  hold: "wait",
  answer: "wait",
  leave: "faint",
  skip: "faint",
};

/** Why the next sync does not do it. */
function conditionOf(stack: StackStatus): string {
  if (stack.suspended !== undefined) return ", if it were not suspended";
  const isObserved = stack.objects.length > 0 && stack.objects.every(isOnlyObserved);
  return isObserved ? " under enforce; mode: observe writes none of it" : "";
}

function isOnlyObserved({ mode, modeFrom }: ObjectStatus): boolean {
  return mode === "observe" && modeFrom === "stack";
}

/** Under `observe` a sync only tells what it would do; but for what a person asks for on the object. */
function isUnwritten(object: ObjectStatus): boolean {
  return object.mode === "observe" && object.writes === undefined && verbOf(object) !== "skip";
}

function isTakenOver({ takesOver = [] }: ObjectStatus): boolean {
  return takesOver.length > 0;
}

function verbOf(object: ObjectStatus): Verb | undefined {
  const { action } = object;
  if (action === "keep") return isAsked(object) ? "answer" : verbOfKept(object);
  if (action === "apply" || action === "revert") {
    return isTakenOver(object) ? "take over" : writeVerbOf(object);
  }
  return action === "prune" ? "delete" : action;
}

/** What a source's change would come to under another mode is told, too. */
function verbOfKept({ conditions, releases }: ObjectStatus): Verb | undefined {
  if (releases !== undefined) return "release";
  return conditions.some(({ type }) => type === "RestartDue") ? "leave" : undefined;
}

/** Nothing is to be reverted; that the request was heard is a write all the same. */
function isAsked({ conditions }: ObjectStatus): boolean {
  return conditions.some(({ type }) => type === "RevertRequested");
}

function writeVerbOf({ action, appliedRevision, writes = [] }: ObjectStatus): Verb {
  if (action === "revert" && appliedRevision !== "") return "revert";
  if (writes.includes("create")) return "create";
  return appliedRevision === "" ? "create" : "change";
}

interface ObjectView {
  readonly name: (id: string) => string;
  readonly nowMs: number;
}

function listObject(object: ObjectStatus, view: ObjectView): readonly Line[] {
  const { takesOver = [] } = object;
  const verb = verbOf(object) ?? "skip";
  const from = takesOver.length === 0 ? "" : ` from ${takesOver.join(", ")}`;
  const then = verb === "hold" && from !== "" ? `, then take it over${from}` : from;
  const version = describeVersion(object.version);
  return [
    [
      "    would ",
      { text: verb, tone: TONES[verb] },
      ` ${view.name(object.id)}${then}${restartText(object)}`,
      version === "" ? "" : ` (${version})`,
      isUnwritten(object) ? ": observed, not written" : "",
    ],
    ...object.blockers.map((each): Line => [`      ${describeBlocker(each, view)}`]),
    ...describeNotes(object, view.nowMs).map((text): Line => [`      ${text}`]),
  ];
}

/** Who takes something over wants to know that. */
function restartText({ restartsPods, takesOver = [] }: ObjectStatus): string {
  if (restartsPods === undefined || takesOver.length === 0) return "";
  return restartsPods ? "; its pods would be replaced" : "; no pod restarts";
}

function countsText(objects: readonly ObjectStatus[]): string {
  const moved = objects.flatMap((object) => {
    const verb = verbOf(object);
    return verb === undefined ? [] : [isUnwritten(object) ? `${verb}, observed` : verb];
  });
  const unchanged = objects.length - moved.length;
  const parts = [
    ...VERBS.flatMap((verb) => [
      countOf(moved, verb, verb === "skip" ? "skipped" : `to ${verb}`),
      countOf(moved, `${verb}, observed`, `to ${verb} and only observed`),
    ]).flatMap((each) => each ?? []),
    ...(unchanged === 0 ? [] : [`${unchanged} unchanged`]),
  ];
  return parts.length === 0 ? "nothing to do" : parts.join(", ");
}

function countOf(moved: readonly string[], what: string, words: string): string | undefined {
  const count = moved.filter((each) => each === what).length;
  return count === 0 ? undefined : `${count} ${words}`;
}
