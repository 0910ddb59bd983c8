import type { StackStatus } from "../core/report/status-document.ts";
import { countText } from "./count-text.ts";
import { isOpen } from "./is-open.ts";
import { isSettled } from "./is-settled.ts";
import { isTipRefused } from "./is-tip-refused.ts";
import type { Line, Tone } from "./line.ts";
import { nameObjects } from "./name-objects.ts";
import { shortCommit } from "./short-commit.ts";

interface Summary {
  readonly text: string;
  readonly tone: Tone;
}

/** The state of a stack in one sentence: the worst first. */
export function summarizeStack(stack: StackStatus): Line {
  return [{ text: stack.name, tone: "strong" }, ": ", summaryOf(stack)];
}

function summaryOf(stack: StackStatus): Summary {
  return (
    findWholeRefusal(stack) ??
    findRefusedTip(stack) ??
    findStall(stack) ??
    findRefusedPart(stack) ??
    summarizeProgress(stack)
  );
}

function findWholeRefusal({ refusals, revision }: StackStatus): Summary | undefined {
  const codes = new Set(refusals.filter(({ id }) => id === "").map(({ code }) => code));
  if (codes.size === 0) return undefined;
  const last = revision === "" ? "" : `; ${shortCommit(revision)} is in force`;
  return {
    text: `the cluster or the repository refused (${[...codes].join(", ")})${last}`,
    tone: "bad",
  };
}

function findRefusedTip(stack: StackStatus): Summary | undefined {
  const { problems, revision, tip } = stack;
  if (!isTipRefused(stack)) return undefined;
  const rest =
    revision === "" ? "nothing is in force yet" : `${shortCommit(revision)} stays in force`;
  const count = countText(problems.length, "problem");
  return { text: `${shortCommit(tip)} is not applied, it has ${count}; ${rest}`, tone: "bad" };
}

function findStall(stack: StackStatus): Summary | undefined {
  const [first, ...more] = stack.objects.filter(({ phase }) => phase === "Stalled");
  if (first === undefined) return undefined;
  const name = nameObjects(stack)(first.id);
  const who = more.length === 0 ? `${name} makes` : `${name} and ${more.length} more make`;
  return { text: `stalled at ${shortCommit(stack.revision)}, ${who} no progress`, tone: "bad" };
}

function findRefusedPart({ refusals, problems, revision }: StackStatus): Summary | undefined {
  const parts = [
    ...(refusals.length === 0 ? [] : [countText(refusals.length, "refusal")]),
    ...(problems.length === 0 ? [] : [countText(problems.length, "problem")]),
  ];
  if (parts.length === 0) return undefined;
  return { text: `${shortCommit(revision)} is in force with ${parts.join(" and ")}`, tone: "bad" };
}

function summarizeProgress(stack: StackStatus): Summary {
  const { objects, drift, inSync, revision } = stack;
  if (revision === "") return { text: "nothing is in force yet", tone: "wait" };
  const commit = shortCommit(revision);
  if (inSync) {
    return { text: `in sync at ${commit} (${countText(objects.length, "object")})`, tone: "good" };
  }
  const ready = objects.filter(isSettled).length;
  if (ready < objects.length) {
    const held = objects.filter(({ blockers }) => blockers.length > 0).length;
    const waits = held === 0 ? "" : `, ${held} held`;
    const counts = `${ready} of ${countText(objects.length, "object")} ready${waits}`;
    return { text: `${commit} is rolling out, ${counts}`, tone: "wait" };
  }
  const open = drift.filter(isOpen).length;
  const why = open === 0 ? "" : ` with ${countText(open, "open difference")}`;
  return { text: `out of sync at ${commit}${why}`, tone: "bad" };
}
