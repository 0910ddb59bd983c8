import { isSetByAgent } from "../report/is-set-by-agent.ts";
import { readablePath } from "../report/readable-path.ts";
import type { DriftStatus } from "../report/status-document.ts";
import { nameWriter } from "./name-writer.ts";
import { valueText } from "./value-text.ts";

/** Actions of a drift in words; another one stands for itself. */
const DONE: ReadonlyMap<string, string> = new Map([
  ["reverted", "reverted"],
  ["observed", "left as it is"],
  ["ignored", "ignored by a rule"],
  ["skipped", "left as it is (skipped)"],
  ["contested", "reverted again and again; somebody fights for it"],
  ["failed", "the revert failed"],
  ["open", "not reverted yet"],
]);

/** What was done about a drift, in words: `reverted`, `left as it is (mode create-only)`. */
export function explainAction({
  action,
  mode,
  rollsPods,
  rule,
}: Pick<DriftStatus, "action" | "mode" | "rollsPods" | "rule">): string {
  const done = DONE.get(action) ?? action;
  if (rollsPods === true) return `${done}, which rolled its pods`;
  if (rule !== undefined) return `${done} (${rule})`;
  return mode === undefined ? done : `${done} (mode ${mode})`;
}

/** Who did what, in words: `kubectl-edit changed spec.replicas from 3 to 5`. */
export function explainChange(drift: DriftStatus): string {
  const path = readablePath(drift.path);
  const who = nameWriter(drift);
  switch (drift.class) {
    case "changed":
      return `${who} changed ${path} from ${valueText(drift.desired)} to ${valueText(drift.live)}`;
    case "added":
      return `${who} added ${path}: ${valueText(drift.live)}`;
    case "removed":
      return `${who} removed ${path} (${setterOf(drift)} ${valueText(drift.desired)})`;
    case "missing":
      return `${who} deleted it`;
    case "coowned":
      return `${ownerOf(drift)} owns ${placeOf(drift)} too`;
    case "legacy":
      return drift.manager === "" && path === ""
        ? `${who} took it out of our ownership`
        : `${ownerOf(drift)} still owns ${placeOf(drift)} from earlier`;
    default:
      return `${drift.class} ${path} by ${who}`;
  }
}

/** The agent's own labels stand in no manifest. */
function setterOf({ path }: DriftStatus): string {
  return isSetByAgent(path) ? "Lockstep sets it to" : "Git says";
}

/** The place that holds it all may be the object itself. */
function placeOf({ path }: DriftStatus): string {
  return path === "" ? "fields of it" : readablePath(path);
}

/** Whose entry it is, whoever wrote what is in it. */
function ownerOf(drift: DriftStatus): string {
  return nameWriter({ ...drift, attribution: "recorded" });
}
