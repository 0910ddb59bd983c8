import type { ObjectStatus, StackStatus } from "../report/status-document.ts";
import { countText } from "./count-text.ts";
import { isOff } from "./is-off.ts";
import { isOpen } from "./is-open.ts";
import { isSettled } from "./is-settled.ts";
import { isTipRefused } from "./is-tip-refused.ts";
import { nameObjects } from "./name-objects.ts";
import { shortCommit } from "./short-commit.ts";

/** A sentence and whether it is good news. */
export interface StateInWords {
  readonly text: string;
  readonly tone: "good" | "bad" | "wait";
}

/** The state of a stack in one sentence, without its name: the worst first. */
export function describeState(stack: StackStatus): StateInWords {
  return (
    findWholeRefusal(stack) ??
    findSuspension(stack) ??
    findRefusedTip(stack) ??
    findStall(stack) ??
    findRefusedPart(stack) ??
    withMode(summarizeProgress(stack), stack)
  );
}

function findWholeRefusal({ refusals, revision }: StackStatus): StateInWords | undefined {
  const codes = new Set(refusals.filter(({ id }) => id === "").map(({ code }) => code));
  if (codes.size === 0) return undefined;
  const last = revision === "" ? "" : `; ${shortCommit(revision)} is in force`;
  return {
    text: `the cluster, the repository or its forge refused (${[...codes].join(", ")})${last}`,
    tone: "bad",
  };
}

function findSuspension({ suspended, revision }: StackStatus): StateInWords | undefined {
  if (suspended === undefined) return undefined;
  const { reason, until } = suspended;
  const why = reason === "" ? "" : `: ${reason}`;
  const end = until === "" ? "until somebody resumes it" : `until ${until}`;
  return {
    text: `suspended ${end}, nothing is written at ${shortCommit(revision)}${why}`,
    tone: "wait",
  };
}

function findRefusedTip(stack: StackStatus): StateInWords | undefined {
  const { problems, revision, tip } = stack;
  if (!isTipRefused(stack)) return undefined;
  const count = countText(problems.length, "problem");
  // Nothing was looked at: what was typed is wrong.
  if (tip === "") return { text: `not synced, there is ${count}`, tone: "bad" };
  const rest =
    revision === "" ? "nothing is in force yet" : `${shortCommit(revision)} stays in force`;
  return { text: `${shortCommit(tip)} is not applied, it has ${count}; ${rest}`, tone: "bad" };
}

function findStall(stack: StackStatus): StateInWords | undefined {
  const [first, ...more] = stack.objects.filter(({ phase }) => phase === "Stalled");
  if (first === undefined) return undefined;
  const name = nameObjects(stack)(first.id);
  const who = more.length === 0 ? `${name} makes` : `${name} and ${more.length} more make`;
  return { text: `stalled at ${shortCommit(stack.revision)}, ${who} no progress`, tone: "bad" };
}

function findRefusedPart({ refusals, problems, revision }: StackStatus): StateInWords | undefined {
  const parts = [
    ...(refusals.length === 0 ? [] : [countText(refusals.length, "refusal")]),
    ...(problems.length === 0 ? [] : [countText(problems.length, "problem")]),
  ];
  if (parts.length === 0) return undefined;
  return { text: `${shortCommit(revision)} is in force with ${parts.join(" and ")}`, tone: "bad" };
}

/** That the whole stack is left as it is stands nowhere else. */
function withMode(state: StateInWords, { objects }: StackStatus): StateInWords {
  const mode = objects.find(({ modeFrom }) => modeFrom === "stack")?.mode;
  if (mode === "observe") {
    return { ...state, text: `${state.text}; mode: observe, nothing of it is written` };
  }
  if (mode === "create-only") {
    return { ...state, text: `${state.text}; mode: create-only, what exists is never changed` };
  }
  return state;
}

function summarizeProgress(stack: StackStatus): StateInWords {
  const { objects, drift, inSync, revision } = stack;
  if (revision === "") return { text: "nothing is in force yet", tone: "wait" };
  const commit = shortCommit(revision);
  const left = leftText(objects);
  if (isOff(stack)) {
    return {
      text: "off (mode: off in the configuration), nothing of it is looked at or written",
      tone: "wait",
    };
  }
  if (inSync) {
    return {
      text: `in sync at ${commit} (${countText(objects.length, "object")}${left})`,
      tone: "good",
    };
  }
  const waiting = objects.filter((each) => !isSettled(each));
  if (waiting.length > 0 && waiting.every(isOnlyObserved)) {
    const count = countText(waiting.length, "object");
    return { text: `out of sync at ${commit}, ${count} only observed${left}`, tone: "bad" };
  }
  if (waiting.length > 0) {
    const held = objects.filter(({ blockers }) => blockers.length > 0).length;
    const waits = held === 0 ? "" : `, ${held} held`;
    const ready = objects.filter((each) => isSettled(each) && each.phase !== "Skipped").length;
    const counts = `${ready} of ${countText(objects.length, "object")} ready${waits}${left}`;
    return { text: `${commit} is rolling out, ${counts}`, tone: "wait" };
  }
  const open = drift.filter(isOpen).length;
  const why = open === 0 ? "" : ` with ${countText(open, "open difference")}`;
  return { text: `out of sync at ${commit}${why}${left}`, tone: "bad" };
}

/** What nobody writes, because a person said so on the object or its mode is `off`. */
function leftText(objects: readonly ObjectStatus[]): string {
  const all = objects.filter(({ phase }) => phase === "Skipped");
  const off = all.filter(({ mode }) => mode === "off").length;
  const skipped = all.length - off;
  return `${skipped === 0 ? "" : `, ${skipped} skipped`}${off === 0 ? "" : `, ${off} off`}`;
}

/** What Git wants of it never comes by us. */
function isOnlyObserved({ mode, phase }: ObjectStatus): boolean {
  return mode === "observe" && phase === "Pending";
}
