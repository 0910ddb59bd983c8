import type { OrphanStatus, StackStatus } from "../core/report/status-document.ts";
import { nameObjects } from "../core/wording/name-objects.ts";
import { describeChange } from "./describe-change.ts";
import { findingLine } from "./finding-line.ts";
import type { Line } from "./line.ts";

type Tense = "done" | "planned";

/** Drift, orphans and lints, one line each. */
export function listRemarks(
  stack: StackStatus,
  view: { readonly nowMs: number; readonly tense: Tense },
): readonly Line[] {
  const name = nameObjects(stack);
  return [
    ...stack.drift.map((each) =>
      findingLine("drift", describeChange(each, { ...view, name }), "wait"),
    ),
    ...stack.orphans.map((each) =>
      findingLine("orphan", `${name(each.id)}: ${orphanText(each, view.tense)}`, "wait"),
    ),
    ...stack.lints.map(({ where, what }) => findingLine("lint", `${where}: ${what}`, "faint")),
  ];
}

function orphanText({ action, reason }: OrphanStatus, tense: Tense): string {
  const deleted = tense === "done" ? "deleted" : "would be deleted";
  const fate = action === "prune" ? deleted : "left in the cluster";
  return `no longer in Git, ${fate}${reason === "" ? "" : ` (${reason})`}`;
}
