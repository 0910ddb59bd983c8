import type { DriftStatus } from "../core/report/status-document.ts";
import { ageText } from "./age-text.ts";
import type { Naming } from "./name-objects.ts";
import { valueText } from "./value-text.ts";

/** Actions of a drift in words; another one stands for itself. */
const DONE: ReadonlyMap<string, string> = new Map([
  ["reverted", "reverted"],
  ["observed", "left as it is (observe)"],
  ["ignored", "ignored by a rule"],
  ["skipped", "left as it is (skipped)"],
  ["contested", "reverted again and again; somebody fights for it"],
  ["failed", "the revert failed"],
  ["open", "not reverted yet"],
]);

const PLANNED: ReadonlyMap<string, string> = new Map([
  ...DONE,
  ["reverted", "would be reverted"],
  ["contested", "would be reverted; somebody fights for it"],
]);

interface ChangeView {
  readonly name: Naming;
  readonly nowMs: number;
  readonly tense: "done" | "planned";
}

/** A drift in words: `Deployment/shop/web: kubectl-edit changed /spec/replicas from 3 to 5, 2m ago: reverted`. */
export function describeChange(drift: DriftStatus, { name, nowMs, tense }: ChangeView): string {
  const age = ageText(drift.at, nowMs);
  const when = age === "" ? "" : `, ${age} ago`;
  const action = (tense === "done" ? DONE : PLANNED).get(drift.action) ?? drift.action;
  return `${name(drift.id)}: ${whoDidWhat(drift)}${when}: ${action}`;
}

function whoDidWhat(drift: DriftStatus): string {
  const { path } = drift;
  const who = whoOf(drift);
  switch (drift.class) {
    case "changed":
      return `${who} changed ${path} from ${valueText(drift.desired)} to ${valueText(drift.live)}`;
    case "added":
      return `${who} added ${path}: ${valueText(drift.live)}`;
    case "removed":
      return `${who} removed ${path} (Git says ${valueText(drift.desired)})`;
    case "missing":
      return `${who} deleted it`;
    case "coowned":
      return `${who} owns ${placeOf(drift)} too`;
    case "legacy":
      return drift.manager === "" && path === ""
        ? `${who} took it out of our ownership`
        : `${who} still owns ${placeOf(drift)} from earlier`;
    default:
      return `${drift.class} ${path} by ${who}`;
  }
}

/** The place that holds it all may be the object itself. */
function placeOf({ path }: DriftStatus): string {
  return path === "" ? "fields of it" : path;
}

function whoOf({ manager, sharedWith = [] }: DriftStatus): string {
  const who = manager === "" ? "somebody" : manager;
  return sharedWith.length === 0 ? who : `${who} (or ${sharedWith.join(", ")})`;
}
