import type { DriftStatus } from "../core/report/status-document.ts";
import { explainAction, explainChange } from "../core/wording/explain-change.ts";
import type { Naming } from "../core/wording/name-objects.ts";
import { ageText } from "./age-text.ts";

/** What is still to be done reads otherwise. */
const PLANNED: ReadonlyMap<string, string> = new Map([
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
  const planned = tense === "planned" ? PLANNED.get(drift.action) : undefined;
  return `${name(drift.id)}: ${explainChange(drift)}${when}: ${planned ?? explainAction(drift.action)}`;
}
