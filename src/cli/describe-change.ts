import { findDriftTime } from "../core/report/drift-time.ts";
import type { DriftStatus } from "../core/report/status-document.ts";
import { explainAction, explainChange } from "../core/wording/explain-change.ts";
import type { Naming } from "../core/wording/name-objects.ts";
import { ageText } from "./age-text.ts";

/** What is still to be done reads otherwise. */
const PLANNED: ReadonlyMap<string, string> = new Map([
  ["reverted", "would be reverted"],
  ["contested", "would be reverted when its time comes; somebody fights for it"],
]);

interface ChangeView {
  readonly name: Naming;
  readonly nowMs: number;
  readonly tense: "done" | "planned";
}

/**
 * A drift in words: `Deployment/shop/web: kubectl-edit changed spec.replicas from 3 to 5, 2m ago: reverted`. Where the
 * cluster recorded no time, it says when the agent saw it: `somebody deleted it, seen 2m ago`.
 */
export function describeChange(drift: DriftStatus, { name, nowMs, tense }: ChangeView): string {
  const planned = tense === "planned" ? PLANNED.get(drift.action) : undefined;
  return `${name(drift.id)}: ${explainChange(drift)}${whenText(drift, nowMs)}: ${planned ?? explainAction(drift)}`;
}

/** That it was seen just now is no more than that it is told. */
function whenText(drift: DriftStatus, nowMs: number): string {
  const when = findDriftTime(drift);
  const age = when === undefined ? "" : ageText(when.time, nowMs);
  if (when?.kind === "seen") return age === "" || age === "0s" ? "" : `, seen ${age} ago`;
  return age === "" ? "" : `, ${age} ago`;
}
