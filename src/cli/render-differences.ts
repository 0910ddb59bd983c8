import type {
  Difference,
  DifferencesDocument,
  StackDifferences,
} from "../core/report/difference.ts";
import { findDriftTime } from "../core/report/drift-time.ts";
import { countText } from "../core/wording/count-text.ts";
import { describeProblem } from "../core/wording/describe-problem.ts";
import { describeRefusal } from "../core/wording/describe-refusal.ts";
import { isTipRefused } from "../core/wording/is-tip-refused.ts";
import { shortCommit } from "../core/wording/short-commit.ts";
import { ageText } from "./age-text.ts";
import { findingLine } from "./finding-line.ts";
import type { Line } from "./line.ts";
import { paintLines } from "./paint-line.ts";
import type { View } from "./view.ts";

/** Differences of the past that are told; JSON has all. */
const PAST_MAX = 10;

/** Each difference in words: what is there now, with how certain the name is and what is done about it, then what was. */
export function renderDifferences({ stacks }: DifferencesDocument, view: View): string {
  return stacks
    .map((stack) => paintLines(listDifferences(stack, view.nowMs), view.palette))
    .join("\n");
}

function listDifferences(stack: StackDifferences, nowMs: number): readonly Line[] {
  const present = stack.differences.filter(({ state }) => state === "present");
  const past = stack.differences.filter(({ state }) => state === "past");
  return [
    [{ text: stack.name, tone: "strong" }, `: ${headlineOf(stack, present.length)}`],
    ...stack.refusals.map((each) => findingLine("refused", describeRefusal(each), "bad")),
    ...stack.problems.map((each) => findingLine("problem", describeProblem(each), "bad")),
    ...present.flatMap((each) => listDifference(each, nowMs)),
    ...(past.length === 0 ? [] : [["  taken back before"] as Line]),
    ...past.slice(0, PAST_MAX).map((each): Line => [`    ${sentenceOf(each, nowMs)}`]),
    ...(past.length > PAST_MAX
      ? [[`    and ${past.length - PAST_MAX} more (--output json has all)`] as Line]
      : []),
  ];
}

function headlineOf(stack: StackDifferences, count: number): string {
  const { refusals, revision, open, suspended } = stack;
  const isWhole = refusals.some(({ id }) => id === "");
  if (isWhole) return "nobody knows, because nothing could be looked at";
  if (revision === "") return "nothing is in force yet";
  const commit = shortCommit(revision);
  const left = isTipRefused(stack) ? "; the newest commit is not applied" : "";
  const hold = suspended === undefined ? "" : "; suspended, nothing is written";
  if (count === 0) return `the cluster is as Git says at ${commit}${left}${hold}`;
  return `${countText(count, "difference")} from ${commit}, ${open} open${left}${hold}`;
}

function listDifference(each: Difference, nowMs: number): readonly Line[] {
  const { certainty, outcome } = each.words;
  return [
    [{ text: "  drift", tone: each.open ? "wait" : "faint" }, `: ${sentenceOf(each, nowMs)}`],
    [`      ${certainty}`],
    [`      ${outcome}`],
  ];
}

function sentenceOf(each: Difference, nowMs: number): string {
  return `${each.id}: ${each.words.what}${whenOf(each, nowMs)}`;
}

/** The cluster records when a manager wrote to the object last: the field may have been written before. */
function whenOf(each: Difference, nowMs: number): string {
  const when = findDriftTime(each);
  const age = when === undefined ? "" : ageText(when.time, nowMs);
  if (when === undefined || age === "") return "";
  // That it was seen just now is no more than that it is told.
  if (when.kind === "seen") return age === "0s" ? "" : `, seen ${age} ago`;
  return `, ${age} ago or before`;
}
